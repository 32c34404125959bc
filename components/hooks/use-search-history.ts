import { useCallback, useEffect, useState } from 'react';
import type {
  HistoryChange,
  KeptSearch,
  SearchHistory,
} from '../../lib/contracts/recall-history.ts';
import { useBridge } from './bridge.ts';

export type SearchHistoryState =
  | { status: 'loading' }
  /** Nothing is lost by it but the list. */
  | { status: 'unknown' }
  | { status: 'ready'; history: SearchHistory };

export type SearchHistoryHook = {
  state: SearchHistoryState;
  /** Cleared here, and can still be had back. */
  cleared: readonly KeptSearch[];
  /** Keeps a search the person finished. */
  keep: (q: string) => void;
  remove: (q: string) => void;
  clear: () => void;
  undo: () => void;
  setRemembers: (remembers: boolean) => void;
};

/** The searches kept on this device. */
export function useSearchHistory(): SearchHistoryHook {
  const { ask } = useBridge();
  const [state, setState] = useState<SearchHistoryState>({ status: 'loading' });
  const [cleared, setCleared] = useState<readonly KeptSearch[]>([]);

  // Where everything was forgotten the page begins anew, and asks again.
  useEffect(() => {
    let isWanted = true;
    const read = async () => {
      const kept = await ask('history.read', {});
      if (!isWanted) return;
      setState(kept.ok ? { status: 'ready', history: kept.value } : { status: 'unknown' });
    };
    void read();
    return () => {
      isWanted = false;
    };
  }, [ask]);

  /** What could not be changed stays as it is, and is shown so. */
  const change = useCallback(
    async (wish: HistoryChange) => {
      const changed = await ask('history.change', wish);
      if (changed.ok) setState({ status: 'ready', history: changed.value });
      return changed.ok;
    },
    [ask],
  );

  const searches = state.status === 'ready' ? state.history.searches : noSearches;

  const keep = useCallback((q: string) => void change({ change: 'add', q }), [change]);
  const remove = useCallback((q: string) => void change({ change: 'remove', q }), [change]);
  const clear = useCallback(async () => {
    if (await change({ change: 'clear' })) setCleared(searches);
  }, [change, searches]);
  const undo = useCallback(async () => {
    if (await change({ change: 'restore', searches: [...cleared] })) setCleared([]);
  }, [change, cleared]);
  const setRemembers = useCallback(
    async (remembers: boolean) => {
      const isTurned = await change({ change: 'remember', remembers });
      if (isTurned) setCleared(remembers ? [] : searches);
    },
    [change, searches],
  );

  return {
    state,
    cleared,
    keep,
    remove,
    clear: () => void clear(),
    undo: () => void undo(),
    setRemembers: (remembers) => void setRemembers(remembers),
  };
}

const noSearches: readonly KeptSearch[] = [];
