import { useCallback, useState } from 'react';
import type { HistoryChange, KeptSearch, SearchHistory } from '../../lib/search/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { type QueryState, type Reaction, useQuery } from '../app/use-query.ts';

export type TakenSearches = {
  searches: readonly KeptSearch[];
  /** The whole history. */
  isAll: boolean;
};

export type SearchHistoryHook = {
  state: QueryState<SearchHistory>;
  /** What was removed last and can still be restored; null if nothing. */
  taken: TakenSearches | null;
  /** Adds a finished search. */
  keep: (q: string) => void;
  remove: (q: string) => void;
  clear: () => void;
  undo: () => void;
  setRemembers: (remembers: boolean) => void;
};

/** The search history stored on this device, shared by all surfaces. */
export function useSearchHistory(): SearchHistoryHook {
  const { ask } = useBridge();
  const { state, set } = useQuery(readHistory, { onEvent: onHistoryEvent });
  /** The last one is restored first. */
  const [taken, setTaken] = useState<readonly TakenSearches[]>([]);

  const change = useCallback(
    async (wish: HistoryChange) => {
      const changed = await ask('history.change', wish);
      if (changed.ok) set(changed.value);
      return changed.ok;
    },
    [ask, set],
  );

  const searches = state.status === 'ready' ? state.value.searches : noSearches;

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

function readHistory({ ask }: Bridge) {
  return ask('history.read', {});
}

function onHistoryEvent(event: AppEvent): Reaction<SearchHistory> {
  return event.event === 'history.changed' ? { value: event.history } : null;
}
