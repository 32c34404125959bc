import {
  type HistoryChange,
  noHistory,
  type SearchHistory,
  type KeptSearch,
  mostSearches,
} from './model.ts';
import { serviceLimits } from '../contract/limits.ts';
import type { StoredItem } from '../browser/storage.ts';

type HistoryPorts = {
  store: Pick<StoredItem<SearchHistory>, 'read' | 'update'>;
  changed: (history: SearchHistory) => void;
  now: () => number;
};

export function createHistory({ store, changed, now }: HistoryPorts) {
  return {
    read: store.read,
    change: async (wanted: HistoryChange): Promise<SearchHistory> => {
      const history = await store.update((before) => historyAfter(before, wanted, now()));
      changed(history);
      return history;
    },
  };
}

function historyAfter(history: SearchHistory, change: HistoryChange, at: number): SearchHistory {
  switch (change.change) {
    case 'add':
      return withSearch(history, { q: change.q, at });
    case 'remove':
      return withoutSearch(history, change.q);
    case 'clear':
      return { ...history, searches: [] };
    case 'restore':
      return withSearches({ ...history, remembers: true }, change.searches);
    case 'remember':
      return change.remembers
        ? { ...history, remembers: true }
        : { ...noHistory, remembers: false };
  }
}

/** Adds a search. Queries that differ only in case or spaces count as the same. */
export function withSearch(history: SearchHistory, search: KeptSearch): SearchHistory {
  const q = tidied(search.q);
  if (!history.remembers || q === '' || q.length > serviceLimits.queryLength) return history;
  return withSearches(history, [{ q, at: search.at }]);
}

/** Adds searches. Of duplicates, the newer one stays. */
export function withSearches(history: SearchHistory, back: readonly KeptSearch[]): SearchHistory {
  const newestFirst = [...back, ...history.searches].sort((a, b) => b.at - a.at);
  const known = new Set<string>();
  const searches = newestFirst.filter(({ q }) => {
    const same = sameness(q);
    return !known.has(same) && known.add(same);
  });
  return { ...history, searches: searches.slice(0, mostSearches) };
}

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
