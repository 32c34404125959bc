/** Captures the page as a save does, including its yields to the page. */
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { createYieldIfDue, yieldToEventLoop } from '../../../lib/capture/cooperative-yield.ts';
import { customIdOf } from '../../../lib/custom-id/custom-id.ts';
import { offer } from './engine.ts';

offer(
  () =>
    capturePage({
      document,
      url: document.URL,
      now: Date.now,
      yieldIfDue: createYieldIfDue(() => performance.now(), yieldToEventLoop),
      fetchText: () => Promise.resolve(null),
    }),
  (result) => {
    if (!result.ok) return { text: '' };
    const { content, kind, kindConfidence, url, canonicalLink } = result.value;
    const { title, author, published, language, site } = result.value;
    // The ID is the URL under which the page is saved.
    const canonical = customIdOf({ url, canonicalLink });
    const metadata = { title, author, published, language, site, canonical };
    return { text: content, kind, confidence: kindConfidence, metadata };
  },
);
