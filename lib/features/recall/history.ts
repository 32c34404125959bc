/** The searches a person finished, for them to use again; what is asked of it twice is done once. */
import { type KeptSearch, noHistory, type SearchHistory } from '../../contracts/recall-history.ts';
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
    add: (q: string) => store.update((history) => withSearch(history, { q, at: now() })),
    remove: (q: string) => store.update((history) => withoutSearch(history, q)),
    clear: () => store.update((history) => ({ ...history, searches: [] })),
    restore: (searches: readonly KeptSearch[]) =>
      store.update((history) => withSearches({ ...history, remembers: true }, searches)),
    remember: (remembers: boolean) =>
      store.update((history) =>
        remembers ? { ...history, remembers } : { ...noHistory, remembers },
      ),
  };
}
