/** Injected into a tab when its page is saved. The browser returns what `main` resolves to. */
import { defineUnlistedScript } from 'wxt/utils/define-unlisted-script';
import { capturePage } from '../lib/capture/capture-page.ts';
import { guardCapture } from '../lib/capture/capture-errors.ts';
import { responseStatusOf } from '../lib/capture/metadata/error-status.ts';
import { takeRequestedPart } from '../lib/capture/requested-part.ts';
import { createYieldIfDue, yieldToEventLoop } from '../lib/capture/cooperative-yield.ts';
import { fetchSameOriginText } from '../lib/capture/fetch-same-origin.ts';

// oxlint-disable-next-line typescript/no-misused-promises -- the browser awaits the result and returns it
export default defineUnlistedScript(() =>
  guardCapture(window, () =>
    capturePage({
      document,
      url: window.location.href,
      part: takeRequestedPart(),
      now: () => Date.now(),
      yieldIfDue: createYieldIfDue(() => performance.now(), yieldToEventLoop),
      fetchText: (url) => fetchSameOriginText(url, window.location.origin),
      // While the page is loading, more text may still appear.
      acceptsShortText: document.readyState === 'complete',
      status: responseStatusOf(window),
    }),
  ),
);
