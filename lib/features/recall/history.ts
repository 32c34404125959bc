/** The searches a person finished, for them to use again; what is asked of it twice is done once. */
import {
  type HistoryChange,
  noHistory,
  type SearchHistory,
} from '../../contracts/recall-history.ts';
import { withoutSearch, withSearch, withSearches } from '../../core/search-history.ts';

export type HistoryPorts = {
  store: {
    read: () => Promise<SearchHistory>;
    update: (change: (history: SearchHistory) => SearchHistory) => Promise<SearchHistory>;
  };
  now: () => number;
};

export function createHistory({ store, now }: HistoryPorts) {
  return {
    read: store.read,
    change: (wish: HistoryChange) => store.update((history) => historyAfter(history, wish, now())),
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
