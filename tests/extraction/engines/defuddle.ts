/** Calls Defuddle as documented, without fetching anything. */
import Defuddle from 'defuddle';
import { offer, textOf } from './engine.ts';

offer(
  () => new Defuddle(document, { url: document.URL, useAsync: false }).parse(),
  ({ content, title, author, published, language, site }) => ({
    text: textOf(content),
    metadata: { title, author, published, language, site },
  }),
);
