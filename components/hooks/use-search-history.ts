import { useCallback, useEffect, useState } from 'react';
import type { KeptSearch, SearchHistory } from '../../lib/contracts/recall-history.ts';
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
  const follow = useCallback(async (changing: ReturnType<typeof ask<'history.read'>>) => {
    const changed = await changing;
    if (changed.ok) setState({ status: 'ready', history: changed.value });
    return changed.ok;
  }, []);

  const searches = state.status === 'ready' ? state.history.searches : noSearches;

  const keep = useCallback((q: string) => void follow(ask('history.add', { q })), [ask, follow]);
  const remove = useCallback(
    (q: string) => void follow(ask('history.remove', { q })),
    [ask, follow],
  );
  const clear = useCallback(async () => {
    if (await follow(ask('history.clear', {}))) setCleared(searches);
  }, [ask, follow, searches]);
  const undo = useCallback(async () => {
    if (await follow(ask('history.restore', { searches: [...cleared] }))) setCleared([]);
  }, [ask, follow, cleared]);
  const setRemembers = useCallback(
    async (remembers: boolean) => {
      const isTurned = await follow(ask('history.remember', { remembers }));
      if (isTurned) setCleared(remembers ? [] : searches);
    },
    [ask, follow, searches],
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
