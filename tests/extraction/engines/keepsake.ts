/** Reads the page as a save does, with the turns it gives to the page. */
import { capturePage } from '../../../lib/capture/capture-page.ts';
import { createPace, giveTurn } from '../../../lib/capture/pace.ts';
import { offer } from './engine.ts';

offer(async () => {
  const start = performance.now();
  const result = await capturePage({
    document,
    url: document.URL,
    now: Date.now,
    pace: createPace(() => performance.now(), giveTurn),
    readText: () => Promise.resolve(null),
  });
  const ms = performance.now() - start;
  if (!result.ok) return { text: '', ms };
  const { content, kind, kindConfidence } = result.value;
  return { text: content, ms, kind, confidence: kindConfidence };
});
