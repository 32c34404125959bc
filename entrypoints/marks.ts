/** Runs in the pages of sites the person allowed, and where they ask for it: marks, and the selection's buttons. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { isOwnFrame } from '../lib/marks/box/own-frame.ts';
import { createShell } from '../lib/marks/box/shell.ts';
import { runOnce } from '../lib/marks/run-once.ts';
import { startMarks } from '../lib/marks/start-marks.ts';
import { createPageAsk, isConnected, newPageId, onPageCommand } from '../lib/platform/page-link.ts';

export default defineUnlistedScript(() => {
  if (isOwnFrame(window)) return;
  const ports = { ask: createPageAsk(), onCommand: onPageCommand, isConnected, newId: newPageId };
  runOnce(window, {
    prepare: () => createShell(window),
    start: (shell) => startMarks(window, ports, shell),
  });
});
