/** Collects newly searchable pages until a surface reports them all together. */
import {
  type LearnedNews,
  learnedNewsSchema,
  noneLearned,
  type OutboxItem,
  withoutLearned,
} from './model.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { storedItem, valueOf } from '../browser/storage.ts';
import { cutText } from '../text/cut-text.ts';

export const learnedStore = storedItem<LearnedNews>({
  area: 'session',
  key: 'learned.news',
  parse: valueOf(learnedNewsSchema),
  fallback: noneLearned,
  corrupt: 'ignore',
});

export type LearnedPorts = {
  store: {
    read: () => Promise<LearnedNews>;
    write: (news: LearnedNews) => Promise<void>;
  };
  isWanted: (connectionId: string) => Promise<boolean>;
  announce: () => void;
};

/** Created once: changes are serialized. */
export function createLearned({ store, isWanted, announce }: LearnedPorts) {
  const enqueue = serialQueue();

  const change = (make: (news: LearnedNews) => LearnedNews): Promise<{ isChanged: boolean }> =>
    enqueue(async () => {
      const news = await store.read();
      const next = make(news);
      if (next !== news) await store.write(next);
      return { isChanged: next !== news };
    });

  async function note(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    if (!hasBecomeSearchable(item, before) || !(await isWanted(item.connectionId))) return;
    const { isChanged } = await change((news) => withPage(news, item));
    if (isChanged) announce();
  }

  async function forget(id: string): Promise<void> {
    await change((news) => withoutLearned(news, id));
  }

  /** Returns each page once. */
  function take(): Promise<LearnedNews> {
    return enqueue(async () => {
      const news = await store.read();
      if (news !== noneLearned) await store.write(noneLearned);
      return news;
    });
  }

  return { note, forget, take };
}

/** A notice names one page; the others are listed so that none counts twice. */
const maxPages = 100;
/** Characters of a title or name: session storage is limited. */
const longestName = 300;

/** Not if the page was searchable before it was saved. */
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
