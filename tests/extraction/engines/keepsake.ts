/** Captures the page as a save does, including its yields to the page. */
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { createYieldIfDue, yieldToEventLoop } from '../../../lib/capture/cooperative-yield.ts';
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
    const { content, kind, kindConfidence, title, author, published } = result.value;
    const metadata = { title, author, published };
    return { text: content, kind, confidence: kindConfidence, metadata };
  },
);
