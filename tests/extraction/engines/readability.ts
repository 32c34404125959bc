/** Readability as its manual says to call it. */
import { Readability } from '@mozilla/readability';
import { offer, textOf } from './engine.ts';

offer(() => {
  const start = performance.now();
  const copy = document.cloneNode(true);
  const article = copy instanceof Document ? new Readability(copy).parse() : null;
  const ms = performance.now() - start;
  return { text: textOf(article?.content ?? ''), ms };
});
