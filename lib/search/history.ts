import {
  type HistoryChange,
  isSameSearch,
  isSaved,
  type KeptSearch,
  mostSavedSearches,
  mostSearches,
  searchKey,
  type SearchHistory,
  tidyQuery,
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

export function historyAfter(
  history: SearchHistory,
  change: HistoryChange,
  at: number,
): SearchHistory {
  switch (change.change) {
    case 'add':
      return withSearch(history, { q: change.q, at });
    case 'remove':
      return withoutSearch(history, change.q);
    case 'clear':
      return { ...history, searches: history.searches.filter(isSaved) };
    case 'restore': {
      const remembers = history.remembers || !change.searches.every(isSaved);
      return withSearches({ ...history, remembers }, change.searches);
    }
    case 'save':
      return withSaved(history, change.q, at);
    case 'unsave':
      return withoutSaved(history, change.q);
    case 'remember': {
      const { remembers } = change;
      const { searches } = history;
      return { remembers, searches: remembers ? searches : searches.filter(isSaved) };
    }
  }
}

/** Adds a search. Queries that differ only in case or spaces count as the same. */
export function withSearch(history: SearchHistory, search: KeptSearch): SearchHistory {
  const q = tidyQuery(search.q);
  return history.remembers && isStorable(q)
    ? withSearches(history, [{ q, at: search.at }])
    : history;
}

/** Adds searches. Of duplicates, the newer one stays; a saved search stays as it was saved. */
export function withSearches(history: SearchHistory, back: readonly KeptSearch[]): SearchHistory {
  const byKey = new Map<string, KeptSearch>();
  for (const search of [...back, ...history.searches]) {
    const key = searchKey(search.q);
    byKey.set(key, merged(byKey.get(key) ?? search, search));
  }
  const newestFirst = [...byKey.values()].sort((a, b) => (b.savedAt ?? b.at) - (a.savedAt ?? a.at));
  return { ...history, searches: withinLimits(newestFirst) };
}

function merged(one: KeptSearch, other: KeptSearch): KeptSearch {
  const newer = one.at >= other.at ? one : other;
  return { ...([one, other].find(isSaved) ?? newer), at: newer.at };
}

/** Puts saved searches first, and drops the last ones above the limits. */
export function withinLimits(searches: readonly KeptSearch[]): KeptSearch[] {
  return [
    ...searches.filter(isSaved).slice(0, mostSavedSearches),
    ...searches.filter((search) => !isSaved(search)).slice(0, mostSearches),
  ];
}

export function withoutSearch(history: SearchHistory, q: string): SearchHistory {
  return { ...history, searches: history.searches.filter((kept) => !isSameSearch(kept.q, q)) };
}

function withSaved(history: SearchHistory, q: string, at: number): SearchHistory {
  const saved = history.searches.filter(isSaved);
  const isDone = saved.some((kept) => isSameSearch(kept.q, q));
  if (isDone || saved.length >= mostSavedSearches || !isStorable(tidyQuery(q))) return history;
  const known = history.searches.find((kept) => isSameSearch(kept.q, q));
  return withSearches(history, [{ q: tidyQuery(q), at, ...known, savedAt: at }]);
}

function withoutSaved(history: SearchHistory, q: string): SearchHistory {
  if (!history.remembers) return withoutSearch(history, q);
  const searches = history.searches.map((kept) =>
    isSameSearch(kept.q, q) ? { q: kept.q, at: kept.at } : kept,
  );
  return withSearches({ ...history, searches }, []);
}

function isStorable(q: string): boolean {
  return q !== '' && q.length <= serviceLimits.queryLength;
}
