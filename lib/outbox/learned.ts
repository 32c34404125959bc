/** Keeps the news that pages became findable until a surface tells the person: many of them are one notice. */
import type { LearnedNews, OutboxItem } from './model.ts';
import { isNews, noNews, withoutPage, withPage } from './learned-news.ts';
import { serialQueue } from '../async/serial-queue.ts';

export type LearnedPorts = {
  store: {
    read: () => Promise<LearnedNews>;
    write: (news: LearnedNews) => Promise<void>;
  };
  /** Whether the person wants to be told of what became findable in the connection of this connection. */
  isWanted: (connectionId: string) => Promise<boolean>;
  /** Tells the surfaces that there is something to take. */
  announce: () => void;
};

/** Makes the one keeper of a background: its changes of what is stored follow one another. */
export function createLearned({ store, isWanted, announce }: LearnedPorts) {
  const enqueue = serialQueue();

  const change = (make: (news: LearnedNews) => LearnedNews): Promise<{ isChanged: boolean }> =>
    enqueue(async () => {
      const news = await store.read();
      const next = make(news);
      if (next !== news) await store.write(next);
      return { isChanged: next !== news };
    });

  /** To be told of every change of an item; what is no news is left alone. */
  async function note(item: OutboxItem, before: OutboxItem | null): Promise<void> {
    // What nobody wants to be told is not kept for later either.
    if (!isNews(item, before) || !(await isWanted(item.connectionId))) return;
    const { isChanged } = await change((news) => withPage(news, item));
    if (isChanged) announce();
  }

  /** A page that was deleted before the person was told is not worth telling. */
  async function forget(id: string): Promise<void> {
    await change((news) => withoutPage(news, id));
  }

  /** Gives the news once. */
  function take(): Promise<LearnedNews> {
    return enqueue(async () => {
      const news = await store.read();
      if (news !== noNews) await store.write(noNews);
      return news;
    });
  }

  return { note, forget, take };
}
