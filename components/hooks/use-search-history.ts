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

export type TakenSearches = {
  searches: readonly KeptSearch[];
  /** They were all there was. */
  isAll: boolean;
};

export type SearchHistoryHook = {
  state: SearchHistoryState;
  /** What was taken off the list here last and can still be had back; null for nothing. */
  taken: TakenSearches | null;
  /** Keeps a search the person finished. */
  keep: (q: string) => void;
  remove: (q: string) => void;
  clear: () => void;
  undo: () => void;
  setRemembers: (remembers: boolean) => void;
};

/** The searches kept on this device, as any surface left them. */
export function useSearchHistory(): SearchHistoryHook {
  const { ask, onEvent } = useBridge();
  const [state, setState] = useState<SearchHistoryState>({ status: 'loading' });
  /** The last one is had back first. */
  const [taken, setTaken] = useState<readonly TakenSearches[]>([]);

  // Where everything was forgotten the page begins anew, and asks again.
  useEffect(() => {
    let isWanted = true;
    const stop = onEvent((event) => {
      if (event.event === 'history.changed') setState({ status: 'ready', history: event.history });
    });
    const read = async () => {
      const kept = await ask('history.read', {});
      if (!isWanted) return;
      setState(kept.ok ? { status: 'ready', history: kept.value } : { status: 'unknown' });
    };
    void read();
    return () => {
      isWanted = false;
      stop();
    };
  }, [ask, onEvent]);

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
  const take = useCallback(
    async (wish: HistoryChange, gone: TakenSearches) => {
      if (await change(wish)) setTaken((before) => [...before, gone]);
    },
    [change],
  );
  const remove = useCallback(
    (q: string) => {
      const gone = searches.filter((kept) => kept.q === q);
      void take({ change: 'remove', q }, { searches: gone, isAll: false });
    },
    [take, searches],
  );
  const clear = useCallback(
    () => void take({ change: 'clear' }, { searches, isAll: true }),
    [take, searches],
  );
  const last = taken.at(-1) ?? null;
  const undo = useCallback(async () => {
    if (last === null) return;
    const isBack = await change({ change: 'restore', searches: [...last.searches] });
    if (isBack) setTaken((before) => before.filter((one) => one !== last));
  }, [change, last]);
  const setRemembers = useCallback(
    async (remembers: boolean) => {
      const isTurned = await change({ change: 'remember', remembers });
      const isLost = !remembers && searches.length > 0;
      if (isTurned) setTaken(isLost ? [{ searches, isAll: true }] : []);
    },
    [change, searches],
  );

  return {
    state,
    taken: last,
    keep,
    remove,
    clear,
    undo: () => void undo(),
    setRemembers: (remembers) => void setRemembers(remembers),
  };
}

const noSearches: readonly KeptSearch[] = [];
