/** The pages that became findable and that the person was not told of yet. */
import type { LearnedNews, OutboxItem } from '../../contracts/outbox.ts';

/** One such page, by the row of its save. */
export type LearnedPage = { id: string; title: string; memory: string };

/** `pages` are the latest, oldest first; of `earlier` ones only the number is kept. */
export type KeptNews = { earlier: number; pages: LearnedPage[] };

export const noNews: KeptNews = { earlier: 0, pages: [] };

/** Pages that are kept by name: a notice names one, the others are there so that none is counted twice. */
const maxPages = 100;
/** Characters of a title or a name: what is longer would crowd out what else is kept for the session. */
const longestName = 300;

/** Whether a change of an item made a page findable that was not so before it was saved. */
export function isNews(item: OutboxItem, before: OutboxItem | null): boolean {
  if (item.state.status !== 'learned' || item.state.existed) return false;
  return before?.state.status === 'learning';
}

export function withPage(news: KeptNews, { id, source, container }: OutboxItem): KeptNews {
  if (news.pages.some((page) => page.id === id)) return news;
  const title = source.title.trim() || source.url;
  const page = { id, title: cut(title), memory: cut(container.name) };
  const pages = [...news.pages, page];
  const isFull = pages.length > maxPages;
  return { earlier: news.earlier + (isFull ? 1 : 0), pages: isFull ? pages.slice(1) : pages };
}

function cut(text: string): string {
  return text.slice(0, longestName).toWellFormed();
}

/** Drops a page that is there no longer. */
export function withoutPage(news: KeptNews, id: string): KeptNews {
  const pages = news.pages.filter((page) => page.id !== id);
  return pages.length === news.pages.length ? news : { ...news, pages };
}

/** The news as the person is told of them. */
export function told({ earlier, pages }: KeptNews): LearnedNews {
  const latest = pages.at(-1);
  return {
    count: earlier + pages.length,
    latest: latest === undefined ? null : { title: latest.title, memory: latest.memory },
  };
}
