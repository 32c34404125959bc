/** The searches that are kept: newest first, each once, and no more than a list can be looked through. Pure. */
import { serviceLimits } from '../contracts/limits.ts';
import { type KeptSearch, mostSearches, type SearchHistory } from '../contracts/recall-history.ts';

/** Gives the history with one more search; words that differ by case or spaces alone are the same search. */
export function withSearch(history: SearchHistory, search: KeptSearch): SearchHistory {
  const q = tidied(search.q);
  if (!history.remembers || q === '' || q.length > serviceLimits.queryLength) return history;
  return withSearches(history, [{ q, at: search.at }]);
}

/** Gives the history with searches put back; where one was kept again since, the newer is kept. */
export function withSearches(history: SearchHistory, back: readonly KeptSearch[]): SearchHistory {
  const newestFirst = [...back, ...history.searches].sort((a, b) => b.at - a.at);
  const known = new Set<string>();
  const searches = newestFirst.filter(({ q }) => {
    const same = sameness(q);
    return !known.has(same) && known.add(same);
  });
  return { ...history, searches: searches.slice(0, mostSearches) };
}

/** Gives the history without one search. */
export function withoutSearch(history: SearchHistory, q: string): SearchHistory {
  const gone = sameness(q);
  return { ...history, searches: history.searches.filter((kept) => sameness(kept.q) !== gone) };
}

function tidied(q: string): string {
  return q.trim().replace(/\s+/gu, ' ');
}

function sameness(q: string): string {
  return tidied(q).normalize('NFKC').toLowerCase();
}
