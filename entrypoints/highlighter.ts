/** Runs in pages of sites where highlighting is on, and in other pages after a click. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isCommentFrame, createHighlightBox } from '../lib/highlights/page/box.ts';
import { runOnce, startHighlighter } from '../lib/highlights/page/highlighter.ts';
import {
  createPageAsk,
  isConnected,
  newPageId,
  onPageCommand,
} from '../lib/messaging/page-client.ts';

export default defineUnlistedScript(() => {
  if (isCommentFrame(window)) return;
  const ports = { ask: createPageAsk(), onCommand: onPageCommand, isConnected, newId: newPageId };
  runOnce(window, {
    prepare: () => createHighlightBox(window),
    start: (shell) => startHighlighter(window, ports, shell),
  });
});
