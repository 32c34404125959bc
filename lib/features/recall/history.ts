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
  /** Is told of the history as it is after each change. */
  changed: (history: SearchHistory) => void;
  now: () => number;
};

export function createHistory({ store, changed, now }: HistoryPorts) {
  return {
    read: store.read,
    change: async (wish: HistoryChange): Promise<SearchHistory> => {
      const history = await store.update((before) => historyAfter(before, wish, now()));
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
