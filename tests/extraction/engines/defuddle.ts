/** Calls Defuddle as documented, without fetching anything. */
import Defuddle from 'defuddle';
import { offer, textOf } from './engine.ts';

offer(
  () => new Defuddle(document, { url: document.URL, useAsync: false }).parse(),
  ({ content, title, author, published }) => ({
    text: textOf(content),
    metadata: { title, author, published },
  }),
);
