/** Collects newly searchable pages until they are reported together. */
import {
  type LearnedNews,
  learnedNewsSchema,
  noneLearned,
  type OutboxItem,
  withoutLearned,
} from './model.ts';
import { type StoredItem, storedItem, valueOf } from '../browser/storage.ts';
import { cutText } from '../text/cut-text.ts';

export const learnedStore = storedItem<LearnedNews>({
  area: 'session',
  key: 'learned.news',
  parse: valueOf(learnedNewsSchema),
  fallback: noneLearned,
});

export type LearnedPorts = {
  store: Pick<StoredItem<LearnedNews>, 'update' | 'take'>;
  isWanted: (connectionId: string) => Promise<boolean>;
  announce: () => void;
};

export function createLearned({ store, isWanted, announce }: LearnedPorts) {
  return {
    async note(item: OutboxItem, before: OutboxItem | null): Promise<void> {
      if (!hasBecomeSearchable(item, before) || !(await isWanted(item.connectionId))) return;
      let isNew = false;
      await store.update((news) => {
        const next = withPage(news, item);
        isNew = next !== news;
        return next;
      });
      if (isNew) announce();
    },

    async forget(id: string): Promise<void> {
      await store.update((news) => withoutLearned(news, id));
    },

    /** Returns the collected pages and clears them, so that each page is reported once. */
    take: store.take,
  };
}

/** A notification names a single page. The other pages are listed so that no page is counted twice. */
const maxPages = 100;
/** Maximum length of a title or name, because session storage is limited. */
const longestName = 300;

/** Returns false if the page was searchable before it was saved. */
export function hasBecomeSearchable(item: OutboxItem, before: OutboxItem | null): boolean {
  if (item.state.status !== 'learned' || item.state.existed) return false;
  return before?.state.status === 'learning';
}

export function withPage(news: LearnedNews, { id, source, container }: OutboxItem): LearnedNews {
  if (news.pages.some((page) => page.id === id)) return news;
  const title = cutText(source.title.trim() || source.url, longestName);
  const pages = [...news.pages, { id, title, memory: cutText(container.name, longestName) }];
  const isFull = pages.length > maxPages;
  return { earlier: news.earlier + (isFull ? 1 : 0), pages: isFull ? pages.slice(1) : pages };
}
