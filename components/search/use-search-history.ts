import { useState } from 'react';
import {
  type HistoryChange,
  isSameSearch,
  isSaved,
  type KeptSearch,
  mostSavedSearches,
  type SearchHistory,
} from '../../lib/search/model.ts';
import { useBridge } from '../app/bridge.ts';
import { type Read, useQuery } from '../app/use-query.ts';

export type TakenSearches = {
  searches: readonly KeptSearch[];
  isAll: boolean;
};

export type SearchHistoryHook = ReturnType<typeof useSearchHistory>;

const readHistory: Read<SearchHistory> = ({ ask }) => ask('history.read', {});

/** Reads and changes the search history, which is stored on this device and shared by all surfaces. */
export function useSearchHistory() {
  const { ask } = useBridge();
  const { state, set } = useQuery(readHistory, {
    onEvent: (event) => (event.event === 'history.changed' ? { value: event.history } : null),
  });
  /** Removed searches that can be restored. The latest is at the end. */
  const [taken, setTaken] = useState<readonly TakenSearches[]>([]);
  const last = taken.at(-1) ?? null;
  const searches = state.status === 'ready' ? state.value.searches : [];
  const saved = searches.filter(isSaved);
  const recent = searches.filter((search) => !isSaved(search));

  const change = async (wanted: HistoryChange) => {
    const changed = await ask('history.change', wanted);
    if (changed.ok) set(changed.value);
    return changed.ok;
  };
  const take = async (wanted: HistoryChange, gone: TakenSearches) => {
    if (await change(wanted)) setTaken((before) => [...before, gone]);
  };
  const undo = async () => {
    if (last === null) return;
    const isBack = await change({ change: 'restore', searches: [...last.searches] });
    if (isBack) setTaken((before) => before.filter((one) => one !== last));
  };
  const setRemembers = async (remembers: boolean) => {
    const isChanged = await change({ change: 'remember', remembers });
    const isLost = !remembers && recent.length > 0;
    if (isChanged) setTaken(isLost ? [{ searches: recent, isAll: true }] : []);
  };
  return {
    state,
    saved,
    recent,
    canSave: saved.length < mostSavedSearches,
    isSavedSearch: (q: string) => saved.some((search) => isSameSearch(search.q, q)),
    /** The removed searches that undo restores next; null if there are none. */
    taken: last,
    add: (q: string) => void change({ change: 'add', q }),
    remove: (q: string) => {
      const gone = searches.filter((kept) => kept.q === q);
      void take({ change: 'remove', q }, { searches: gone, isAll: false });
    },
    clear: () => void take({ change: 'clear' }, { searches: recent, isAll: true }),
    save: (q: string) => void change({ change: 'save', q }),
    unsave: (q: string) => void change({ change: 'unsave', q }),
    undo: () => void undo(),
    setRemembers: (remembers: boolean) => void setRemembers(remembers),
  };
}
