/** News of pages that became searchable, kept until the browser closes. */
import { storedItem, valueOf } from '../browser/storage.ts';
import { noNews } from './learned-news.ts';
import { type LearnedNews, learnedNewsSchema } from './model.ts';

export const learnedStore = storedItem<LearnedNews>({
  area: 'session',
  key: 'learned.news',
  parse: valueOf(learnedNewsSchema),
  fallback: noNews,
  corrupt: 'ignore',
});
