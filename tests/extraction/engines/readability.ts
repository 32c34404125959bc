/** Calls Readability as documented. */
import { Readability } from '@mozilla/readability';
import { offer, textOf } from './engine.ts';

offer(
  () => {
    const copy = document.cloneNode(true);
    return copy instanceof Document ? new Readability(copy).parse() : null;
  },
  (article) => ({
    text: textOf(article?.content ?? ''),
    metadata: {
      title: article?.title ?? null,
      author: article?.byline ?? null,
      published: article?.publishedTime ?? null,
      language: article?.lang ?? null,
      site: article?.siteName ?? null,
    },
  }),
);
