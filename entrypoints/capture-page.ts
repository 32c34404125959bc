/** Injected into a tab when the person saves its page; what `main` returns is the result of the injection. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { capturePage } from '../lib/capture/capture-page.ts';
import { guardedCapture } from '../lib/capture/guarded-capture.ts';
import { answeredStatus } from '../lib/capture/metadata/error-status.ts';
import { createPace, giveTurn } from '../lib/capture/pace.ts';
import { sameOriginText } from '../lib/capture/special/same-origin-text.ts';

// oxlint-disable-next-line typescript/no-misused-promises -- the browser waits for it and hands its result on
export default defineUnlistedScript(() =>
  guardedCapture(window, () =>
    capturePage({
      document,
      url: window.location.href,
      now: () => Date.now(),
      pace: createPace(() => performance.now(), giveTurn),
      readText: (url) => sameOriginText(url, window.location.origin),
      // Of a page that still loads, more is to come.
      takesFew: document.readyState === 'complete',
      status: answeredStatus(window),
    }),
  ),
);
