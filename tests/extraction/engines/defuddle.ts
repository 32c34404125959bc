/** Defuddle as its manual says to call it, with nothing fetched. */
import Defuddle from 'defuddle';
import { offer, textOf } from './engine.ts';

offer(() => {
  const start = performance.now();
  const { content } = new Defuddle(document, { url: document.URL, useAsync: false }).parse();
  const ms = performance.now() - start;
  return { text: textOf(content), ms };
});
