/** Calls Readability as documented. */
import { Readability } from '@mozilla/readability';
import { offer, textOf } from './engine.ts';

offer(
  () => {
    const copy = document.cloneNode(true);
    return copy instanceof Document ? (new Readability(copy).parse()?.content ?? '') : '';
  },
  (content) => ({ text: textOf(content) }),
);
