import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { Editable, OutboxView } from '../../lib/contracts/outbox.ts';
import { err, ok, type Result } from '../../lib/contracts/result.ts';
import { useBridge } from './bridge.ts';
import { type OtherWays, useOtherWays } from './use-other-ways.ts';
import { type Tries, withTry } from './tries.ts';
import { isUnfinished, savesAtFirst, savesReducer, type SavesState } from './saves-state.ts';

export type SavesHook = OtherWays & {
  state: SavesState;
  reload: () => void;
  /** Those of which something was asked that is not answered yet. */
  working: ReadonlySet<string>;
  /** How often each was tried again since the list is shown. */
  tries: Tries;
  /** Why the last thing asked of a save could not even be asked. */
  troubles: ReadonlyMap<string, AppError>;
  retry: (items: readonly OutboxView[]) => Promise<void>;
  /** Has the home on this device learn anew what it failed to learn. */
  updateNow: (item: OutboxView) => Promise<void>;
  /** Out of sight at once; `restore` has them back together. */
  discard: (items: readonly OutboxView[]) => Promise<void>;
  /** Says why they could not all be had back. */
  restore: (key: string) => Promise<AppError | null>;
  /** Ends the way back. */
  forgetDiscarded: (key: string) => void;
  /** Deletes nothing: gives the memory's own question, or null where it is gone already. */
  askToDelete: (id: string) => Promise<Result<string | null, AppError>>;
  /** Says whether it had been gone before. */
  deleteForGood: (id: string) => Promise<Result<{ wasGone: boolean }, AppError>>;
  readText: (id: string) => Promise<Result<Editable | null, AppError>>;
  edit: (change: Editable & { id: string; memoryId: string }) => Promise<AppError | null>;
};

/** It was confirmed, and the memory has another question all the same. */
const askedAgain: AppError = {
  code: 'memory.conflict',
  message: 'The memory asked again.',
  retryable: true,
};

const renewEveryMs = 5_000;
const gatherMs = 50;
/** Asked at the same time; the background works on few at once anyway. */
const lanes = 8;

/** What was saved and what became of it, and what the person may do about it. */
export function useSaves(): SavesHook {
  const bridge = useBridge();
  const { ask, onEvent, newId } = bridge;
  const [state, dispatch] = useReducer(savesReducer, savesAtFirst);
  const { working, troubles, during } = useAsked();
  const [tries, setTries] = useState<Tries>(new Map());

  const renew = useCallback(async () => {
    dispatch({ type: 'asked' });
    const listed = await ask('outbox.list', {});
    dispatch(
      listed.ok ? { type: 'listed', list: listed.value } : { type: 'failed', error: listed.error },
    );
  }, [ask]);

  const toldRef = useRef<readonly AppEvent[]>([]);
  const takeTold = useCallback(() => {
    if (toldRef.current.length === 0) return;
    dispatch({ type: 'heard', events: toldRef.current });
    toldRef.current = [];
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (event.event !== 'outbox.changed' && event.event !== 'outbox.removed') return;
      // With many on their way much is told; it is enough to draw it some times a second.
      if (toldRef.current.length === 0) timer = setTimeout(takeTold, gatherMs);
      toldRef.current = [...toldRef.current, event];
    });
    void renew();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onEvent, renew, takeTold]);

  const isMoving = state.status === 'ready' && state.items.some(isUnfinished);
  useEffect(() => {
    if (!isMoving) return undefined;
    // A background that ended over its work tells nothing more; being asked brings the next one to go on with it.
    const timer = setInterval(() => {
      if (!document.hidden) void renew();
    }, renewEveryMs);
    return () => clearInterval(timer);
  }, [isMoving, renew]);

  const hear = useCallback((item: OutboxView) => {
    dispatch({ type: 'heard', events: [{ event: 'outbox.changed', item }] });
  }, []);

  const retry = useCallback(
    async (items: readonly OutboxView[]) => {
      const open = items.some(isUnread) ? await openPage(bridge) : null;
      // A paused save would only be refused again unasked; the person's word lets the service be asked once more.
      for (const connectionId of new Set(items.filter(isHeldBack).map((item) => item.connectionId)))
        await ask('connections.try-again', { connectionId });
      await eachInLanes(items, ({ id, source }) =>
        during(id, async () => {
          const tabId = open !== null && open.url === source.url ? open.id : null;
          const retried = await ask('outbox.retry', { id, tabId });
          if (retried.ok) {
            setTries((before) => withTry(before, id));
            hear(retried.value);
          }
          return retried;
        }),
      );
    },
    [bridge, ask, during, hear],
  );

  const otherWays = useOtherWays({ during, hear, retry, dispatch });

  const updateNow = useCallback(
    async ({ id }: OutboxView) => {
      await during(id, async () => {
        const begun = await ask('outbox.update-now', { id });
        if (begun.ok) hear(begun.value);
        return begun;
      });
    },
    [ask, during, hear],
  );

  const discard = useCallback(
    async (items: readonly OutboxView[]) => {
      dispatch({ type: 'discarded', key: newId(), ids: items.map(({ id }) => id) });
      await eachInLanes(items, ({ id }) =>
        during(id, async () => {
          const discarded = await ask('outbox.discard', { id });
          if (!discarded.ok) dispatch({ type: 'undiscarded', ids: [id] });
          return discarded;
        }),
      );
      void renew();
    },
    [ask, newId, during, renew],
  );

  const restore = useCallback(
    async (key: string) => {
      const items = itemsUnder(state, key);
      let trouble: AppError | null = null;
      const back: OutboxView[] = [];
      await eachInLanes(items, async ({ id }) => {
        const restored = await ask('outbox.restore', { id });
        if (restored.ok) back.push(restored.value);
        else trouble = restored.error;
      });
      // What was told before this answer is older than it.
      takeTold();
      dispatch({ type: 'undiscarded', ids: back.map(({ id }) => id) });
      for (const item of back) hear(item);
      void renew();
      return trouble;
    },
    [ask, state, hear, renew, takeTold],
  );

  const forgetDiscarded = useCallback((key: string) => dispatch({ type: 'forgotten', key }), []);

  const askToDelete = useCallback(
    async (id: string): Promise<Result<string | null, AppError>> => {
      const asked = await ask('saved.delete', { id, confirm: false });
      if (!asked.ok) return asked;
      if (asked.value.outcome === 'confirmation-required') return ok(asked.value.sentence);
      dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      return ok(null);
    },
    [ask],
  );

  const deleteForGood = useCallback(
    async (id: string): Promise<Result<{ wasGone: boolean }, AppError>> => {
      const deleted = await ask('saved.delete', { id, confirm: true });
      if (!deleted.ok) return deleted;
      if (deleted.value.outcome !== 'deleted') return err(askedAgain);
      dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      void renew();
      return ok({ wasGone: deleted.value.wasGone });
    },
    [ask, renew],
  );

  const readText = useCallback((id: string) => ask('outbox.editable', { id }), [ask]);

  const edit = useCallback<SavesHook['edit']>(
    async (change) => {
      const edited = await ask('outbox.edit', change);
      if (!edited.ok) return edited.error;
      hear(edited.value);
      return null;
    },
    [ask, hear],
  );

  const reload = useCallback(() => void renew(), [renew]);

  return {
    state,
    reload,
    working,
    tries,
    troubles,
    retry,
    ...otherWays,
    updateNow,
    discard,
    restore,
    forgetDiscarded,
    askToDelete,
    deleteForGood,
    readText,
    edit,
  };
}

/** Which saves something is being asked of, and which of these questions failed. */
function useAsked() {
  const [working, setWorking] = useState<ReadonlySet<string>>(new Set());
  const [troubles, setTroubles] = useState<ReadonlyMap<string, AppError>>(new Map());
  const during = useCallback(
    async (id: string, question: () => Promise<Result<unknown, AppError>>) => {
      setWorking((before) => new Set([...before, id]));
      const answer = await question();
      setWorking((before) => new Set([...before].filter((one) => one !== id)));
      setTroubles((before) => {
        const others = [...before].filter(([one]) => one !== id);
        return new Map(answer.ok ? others : [...others, [id, answer.error]]);
      });
    },
    [],
  );
  return { working, troubles, during };
}

function isHeldBack({ state }: OutboxView): boolean {
  return state.status === 'paused';
}

function isUnread({ customId }: OutboxView): boolean {
  return customId === null;
}

/** The page in front, where the browser lets its address be seen: one that was not read yet is read there. */
async function openPage({ ask, activeTab }: ReturnType<typeof useBridge>) {
  const tab = await activeTab();
  if (tab === null) return null;
  const described = await ask('page.describe', { tabId: tab.id });
  return described.ok ? described.value.tab : null;
}

function itemsUnder(state: SavesState, key: string): readonly OutboxView[] {
  if (state.status !== 'ready') return [];
  return state.discarded.find((one) => one.key === key)?.items ?? [];
}

async function eachInLanes<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    }),
  );
}
