/** The pages that became findable and that the person was not told of yet. */
import type { LearnedNews, OutboxItem } from './model.ts';
import { cutText } from '../text/cut-text.ts';

export const noNews: LearnedNews = { earlier: 0, pages: [] };

/** Pages that are kept by name: a notice names one, the others are there so that none is counted twice. */
const maxPages = 100;
/** Characters of a title or a name: what is longer would crowd out what else is kept for the session. */
const longestName = 300;

/** Whether a change of an item made a page findable that was not so before it was saved. */
export function isNews(item: OutboxItem, before: OutboxItem | null): boolean {
  if (item.state.status !== 'learned' || item.state.existed) return false;
  return before?.state.status === 'learning';
}

export function withPage(news: LearnedNews, { id, source, container }: OutboxItem): LearnedNews {
  if (news.pages.some((page) => page.id === id)) return news;
  const title = source.title.trim() || source.url;
  const page = { id, title: cut(title), memory: cut(container.name) };
  const pages = [...news.pages, page];
  const isFull = pages.length > maxPages;
  return { earlier: news.earlier + (isFull ? 1 : 0), pages: isFull ? pages.slice(1) : pages };
}

function cut(text: string): string {
  return cutText(text, longestName);
}

/** Drops a page that is there no longer. */
export function withoutPage(news: LearnedNews, id: string): LearnedNews {
  const pages = news.pages.filter((page) => page.id !== id);
  return pages.length === news.pages.length ? news : { ...news, pages };
}

/** Says in one what was told at two times. */
export function joined(before: LearnedNews, next: LearnedNews): LearnedNews {
  return { earlier: before.earlier + next.earlier, pages: [...before.pages, ...next.pages] };
}

/** How many pages the news are of. */
export function countOf({ earlier, pages }: LearnedNews): number {
  return earlier + pages.length;
}
