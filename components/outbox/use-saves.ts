import { useCallback, useState, useEffect, useReducer, useRef } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import { type Result, err } from '../../lib/contract/result.ts';
import { useBridge } from '../app/bridge.ts';
import { inLanes } from '../app/in-lanes.ts';
import { type SavesState, isUnfinished, savesAtFirst, savesReducer, type SavesAction } from './saves-model.ts';
import { type Tries, withTry } from '../app/tries.ts';
import { type RowCommands, useRowCommands } from '../app/use-command.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { usePolling } from '../app/use-query.ts';
import { type DeletionSteps, deletionSteps } from '../app/deletion-steps.ts';
import { pageLeft } from '../../lib/save/model.ts';
import { askToRead } from '../app/ask-to-read.ts';

export type SavesHook = OtherWays &
  SavesDiscarding &
  SavesDeletion &
  Pick<RowCommands, 'running' | 'errors'> & {
    state: SavesState;
    reload: () => void;
    /** How often each was tried again since the list is shown. */
    tries: Tries;
    retry: (items: readonly OutboxView[]) => Promise<void>;
    /** Has the connection on this device learn anew what it failed to learn. */
    updateNow: (item: OutboxView) => Promise<void>;
    readText: (id: string) => Promise<Result<Editable | null, AppError>>;
    edit: (change: Editable & { id: string; memoryId: string }) => Promise<AppError | null>;
  };

/** What was saved and what became of it, and what the person may do about it. */
export function useSaves(): SavesHook {
  const bridge = useBridge();
  const { ask } = bridge;
  const list = useSavesList();
  const { state, dispatch, renew, hear } = list;
  const { running, errors, run } = useRowCommands();
  const [tries, setTries] = useState<Tries>(new Map());
  const discarding = useSavesDiscarding(list, run);
  const deletion = useSavesDeletion(list);

  const retry = useCallback(
    async (items: readonly OutboxView[]) => {
      const open = items.some(isUnread) ? await openPage(bridge) : null;
      // A paused save would only be refused again unasked; the person's word lets the service be asked once more.
      for (const connectionId of new Set(items.filter(isHeldBack).map((item) => item.connectionId)))
        await ask('connections.try-again', { connectionId });
      await inLanes(items, ({ id, source }) =>
        run(id, async () => {
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
    [bridge, ask, run, hear],
  );

  const otherWays = useOtherWays({ during: run, hear, retry, dispatch });

  const updateNow = useCallback(
    async ({ id }: OutboxView) => {
      await run(id, async () => {
        const begun = await ask('outbox.update-now', { id });
        if (begun.ok) hear(begun.value);
        return begun;
      });
    },
    [ask, run, hear],
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
    running,
    tries,
    errors,
    retry,
    ...otherWays,
    ...discarding,
    ...deletion,
    updateNow,
    readText,
    edit,
  };
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

type SavesList = {
  state: SavesState;
  dispatch: (action: SavesAction) => void;
  /** Asks for the list again. */
  renew: () => Promise<void>;
  /** Takes in what became of one, as an answer told it. */
  hear: (item: OutboxView) => void;
  /** Takes in at once what was told and is still being gathered. */
  takeTold: () => void;
};

const gatherMs = 50;

const concernsSaves: ReadonlySet<AppEvent['event']> = new Set([
  'outbox.changed',
  'outbox.removed',
  'connection.status-changed',
]);

/** The list of what was saved, kept true while it is shown. */
function useSavesList(): SavesList {
  const { ask, onEvent } = useBridge();
  const [state, dispatch] = useReducer(savesReducer, savesAtFirst);

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
      if (!concernsSaves.has(event.event)) return;
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
  usePolling(isMoving, renew);

  const hear = useCallback((item: OutboxView) => {
    dispatch({ type: 'heard', events: [{ event: 'outbox.changed', item }] });
  }, []);

  return { state, dispatch, renew, hear, takeTold };
}

type SavesDiscarding = {
  /** Out of sight at once; `restore` has them back together. */
  discard: (items: readonly OutboxView[]) => Promise<void>;
  /** Says why they could not all be had back. */
  restore: (key: string) => Promise<AppError | null>;
  /** Ends the way back. */
  forgetDiscarded: (key: string) => void;
};

/** What the person does not want, and the way back to it. */
function useSavesDiscarding(
  { state, dispatch, renew, hear, takeTold }: SavesList,
  run: RowCommands['run'],
): SavesDiscarding {
  const { ask, newId } = useBridge();

  const discard = useCallback(
    async (items: readonly OutboxView[]) => {
      dispatch({ type: 'discarded', key: newId(), ids: items.map(({ id }) => id) });
      await inLanes(items, ({ id }) =>
        run(id, async () => {
          const discarded = await ask('outbox.discard', { id });
          if (!discarded.ok) dispatch({ type: 'undiscarded', ids: [id] });
          return discarded;
        }),
      );
      void renew();
    },
    [ask, newId, run, renew, dispatch],
  );

  const restore = useCallback(
    async (key: string) => {
      const items = itemsUnder(state, key);
      let trouble: AppError | null = null;
      const back: OutboxView[] = [];
      await inLanes(items, async ({ id }) => {
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
    [ask, state, hear, renew, takeTold, dispatch],
  );

  const forgetDiscarded = useCallback(
    (key: string) => dispatch({ type: 'forgotten', key }),
    [dispatch],
  );

  return { discard, restore, forgetDiscarded };
}

function itemsUnder(state: SavesState, key: string): readonly OutboxView[] {
  if (state.status !== 'ready') return [];
  return state.discarded.find((one) => one.key === key)?.items ?? [];
}

type SavesDeletion = {
  /** The steps of deleting one from its memory. */
  deletionOf: (id: string) => DeletionSteps;
};

/** Deletes what was saved from its memory, by the memory's own question. */
function useSavesDeletion({
  dispatch,
  renew,
}: Pick<SavesList, 'dispatch' | 'renew'>): SavesDeletion {
  const { ask } = useBridge();
  const deletionOf = useCallback(
    (id: string) =>
      deletionSteps(
        (confirm) => ask('saved.delete', { id, confirm }),
        (confirmed) => {
          dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
          if (confirmed) void renew();
        },
      ),
    [ask, renew, dispatch],
  );
  return { deletionOf };
}

type OtherWays = {
  /** Saves the address of a page that could not be read, in its place; asks for its site first where this device reads it. */
  saveAddress: (item: OutboxView, isReadHere: boolean) => Promise<void>;
  /** Asks for the site an address waits for, and goes on with it; only in a click. */
  allowSite: (item: OutboxView) => Promise<void>;
  /** Saves the page as it is now where it is still open, beside what was saved of it. */
  saveAgain: (item: OutboxView) => Promise<void>;
};

type OtherWaysOptions = {
  /** Marks a save as worked on until the question is answered. */
  during: (id: string, question: () => Promise<Result<unknown, AppError>>) => Promise<void>;
  hear: (item: OutboxView) => void;
  retry: (items: readonly OutboxView[]) => Promise<void>;
  dispatch: (action: SavesAction) => void;
};

/** What leads on where trying the same again would not. */
function useOtherWays({ during, hear, retry, dispatch }: OtherWaysOptions): OtherWays {
  const bridge = useBridge();
  const { ask, newId } = bridge;

  const discardQuietly = useCallback(
    async (id: string) => {
      const discarded = await ask('outbox.discard', { id });
      if (discarded.ok) dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      return discarded;
    },
    [ask, dispatch],
  );

  const saveAddress = useCallback(
    async ({ id, source, container }: OutboxView, isReadHere: boolean) => {
      const asked = isReadHere ? askToRead(bridge, source.url) : null;
      await during(id, async () => {
        const { url, title, tabId } = source;
        const order = { id: newId(), url, title, memoryId: container.id, tabId };
        const saved = await ask('link.save', order);
        if (!saved.ok) return saved;
        hear(saved.value);
        return discardQuietly(id);
      });
      await asked;
    },
    [bridge, ask, newId, during, hear, discardQuietly],
  );

  const allowSite = useCallback(
    async (item: OutboxView) => {
      if (await askToRead(bridge, item.source.url)) await retry([item]);
    },
    [bridge, retry],
  );

  const saveAgain = useCallback(
    async ({ id, source, container }: OutboxView) => {
      await during(id, async () => {
        const { url, tabId } = source;
        const described = tabId === null ? null : await ask('page.describe', { tabId });
        if (tabId === null || described?.ok !== true || described.value.tab.url !== url) {
          return err(pageLeft);
        }
        const order = { previewId: null, title: null, asVersion: true } as const;
        const memoryId = container.id;
        const saved = await ask('page.save', { id: newId(), tabId, memoryId, ...order });
        if (saved.ok) hear(saved.value);
        return saved;
      });
    },
    [ask, newId, during, hear],
  );

  return { saveAddress, allowSite, saveAgain };
}
