/** Injected into a tab when the person saves its page; what `main` returns is the result of the injection. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { capturePage } from '../lib/capture/capture-page.ts';
import { guardedCapture } from '../lib/capture/guarded-capture.ts';

export default defineUnlistedScript(() =>
  guardedCapture(window, () =>
    capturePage({ document, url: window.location.href, now: () => Date.now() }),
  ),
);
