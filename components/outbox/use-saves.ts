import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import { err } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { pageLeft } from '../../lib/save/model.ts';
import { askToRead } from '../app/ask-to-read.ts';
import { useBridge } from '../app/bridge.ts';
import { deletionSteps } from '../app/deletion-steps.ts';
import { inLanes } from '../app/in-lanes.ts';
import { type Tries, withTry } from '../app/tries.ts';
import { useRowCommands } from '../app/use-command.ts';
import { usePolling } from '../app/use-query.ts';
import { isInProgress, savesAtFirst, savesReducer } from './saves-state.ts';

export type SavesHook = ReturnType<typeof useSaves>;

export function useSaves() {
  const bridge = useBridge();
  const { ask, newId, activeTab } = bridge;
  const { state, dispatch, renew, hear, flush } = useSavesList();
  const { running, errors, run } = useRowCommands();
  /** Retries per save since the list was opened. */
  const [tries, setTries] = useState<Tries>(new Map());

  const retry = useCallback(
    async (items: readonly OutboxView[]) => {
      const open = items.some(({ customId }) => customId === null) ? await openPage() : null;
      // Without this, a paused save would be refused again without asking the service.
      const paused = items.filter((item) => item.state.status === 'paused');
      for (const connectionId of new Set(paused.map((item) => item.connectionId)))
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

      /** An unread page is read in the active tab if the browser reveals its address. */
      async function openPage() {
        const tab = await activeTab();
        const described = tab === null ? null : await ask('page.describe', { tabId: tab.id });
        return described?.ok === true ? described.value.tab : null;
      }
    },
    [ask, activeTab, run, hear],
  );

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
    async (key: string): Promise<AppError | null> => {
      const group = state.status === 'ready' && state.discarded.find((one) => one.key === key);
      let error: AppError | null = null;
      const back: OutboxView[] = [];
      await inLanes(group ? group.items : [], async ({ id }) => {
        const restored = await ask('outbox.restore', { id });
        if (restored.ok) back.push(restored.value);
        else ({ error } = restored);
      });
      // Events that arrived before this answer are older than the answer.
      flush();
      dispatch({ type: 'undiscarded', ids: back.map(({ id }) => id) });
      for (const item of back) hear(item);
      void renew();
      return error;
    },
    [ask, state, hear, renew, flush, dispatch],
  );

  const forgetDiscarded = useCallback(
    (key: string) => dispatch({ type: 'forgotten', key }),
    [dispatch],
  );

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

  /** Requests access to the site first if this device fetches the address. */
  const saveAddress = useCallback(
    async ({ id, source, container }: OutboxView, isReadHere: boolean) => {
      const asked = isReadHere ? askToRead(bridge, source.url) : null;
      await run(id, async () => {
        const { url, title, tabId } = source;
        const order = { id: newId(), url, title, memoryId: container.id, tabId };
        const saved = await ask('link.save', order);
        if (!saved.ok) return saved;
        hear(saved.value);
        const discarded = await ask('outbox.discard', { id });
        if (discarded.ok) dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
        return discarded;
      });
      await asked;
    },
    [bridge, ask, newId, run, hear, dispatch],
  );

  /** Call only from a click: it requests a permission. */
  const allowSite = useCallback(
    async (item: OutboxView) => {
      if (await askToRead(bridge, item.source.url)) await retry([item]);
    },
    [bridge, retry],
  );

  const saveAgain = useCallback(
    ({ id, source: { url, tabId }, container }: OutboxView) =>
      run(id, async () => {
        const described = tabId === null ? null : await ask('page.describe', { tabId });
        if (tabId === null || described?.ok !== true || described.value.tab.url !== url) {
          return err(pageLeft);
        }
        const order = { memoryId: container.id, previewId: null, title: null, asVersion: true };
        const saved = await ask('page.save', { id: newId(), tabId, ...order });
        if (saved.ok) hear(saved.value);
        return saved;
      }),
    [ask, newId, run, hear],
  );

  const updateNow = useCallback(
    ({ id }: OutboxView) =>
      run(id, async () => {
        const begun = await ask('outbox.update-now', { id });
        if (begun.ok) hear(begun.value);
        return begun;
      }),
    [ask, run, hear],
  );

  const readText = useCallback((id: string) => ask('outbox.editable', { id }), [ask]);

  const edit = useCallback(
    async (change: Editable & { id: string; memoryId: string }): Promise<AppError | null> => {
      const edited = await ask('outbox.edit', change);
      if (!edited.ok) return edited.error;
      hear(edited.value);
      return null;
    },
    [ask, hear],
  );

  return {
    state,
    reload: () => void renew(),
    running,
    tries,
    errors,
    retry,
    discard,
    restore,
    forgetDiscarded,
    deletionOf,
    saveAddress,
    allowSite,
    saveAgain,
    updateNow,
    readText,
    edit,
  };
}

const gatherMs = 50;

const relevantEvents: ReadonlySet<AppEvent['event']> = new Set([
  'outbox.changed',
  'outbox.removed',
  'connection.status-changed',
]);

function useSavesList() {
  const { ask, onEvent } = useBridge();
  const [state, dispatch] = useReducer(savesReducer, savesAtFirst);

  const renew = useCallback(async () => {
    dispatch({ type: 'asked' });
    const listed = await ask('outbox.list', {});
    dispatch(
      listed.ok ? { type: 'listed', list: listed.value } : { type: 'failed', error: listed.error },
    );
  }, [ask]);

  const gatheredRef = useRef<readonly AppEvent[]>([]);
  const flush = useCallback(() => {
    if (gatheredRef.current.length === 0) return;
    dispatch({ type: 'heard', events: gatheredRef.current });
    gatheredRef.current = [];
  }, []);

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = onEvent((event) => {
      if (!relevantEvents.has(event.event)) return;
      // Sending many saves causes many events; a few renders a second are enough.
      if (gatheredRef.current.length === 0) timer = setTimeout(flush, gatherMs);
      gatheredRef.current = [...gatheredRef.current, event];
    });
    void renew();
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [onEvent, renew, flush]);

  const isMoving = state.status === 'ready' && state.items.some(isInProgress);
  usePolling(isMoving, renew);

  const hear = useCallback((item: OutboxView) => {
    dispatch({ type: 'heard', events: [{ event: 'outbox.changed', item }] });
  }, []);

  return { state, dispatch, renew, hear, flush };
}
