import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { Editable, OutboxView } from '../../lib/outbox/model.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import { pageLeft } from '../../lib/save/model.ts';
import { askToRead } from '../app/ask-to-read.ts';
import { useBridge } from '../app/bridge.ts';
import { type DeletionSteps, deletionSteps } from '../app/deletion-steps.ts';
import { inLanes } from '../app/in-lanes.ts';
import { type Tries, withTry } from '../app/tries.ts';
import { useRowCommands } from '../app/use-command.ts';
import { usePolling } from '../app/use-query.ts';
import { savesAtFirst, savesReducer, savesSummary } from './saves-state.ts';

export type SavesHook = ReturnType<typeof useSaves>;

export function useSaves() {
  const bridge = useBridge();
  const { ask, newId, activeTab } = bridge;
  const { state, dispatch, renew, hear, flush } = useSavesList();
  const { running, errors, run } = useRowCommands();
  /** Retries per save since the list was opened. */
  const [tries, setTries] = useState<Tries>(new Map());

  async function retry(items: readonly OutboxView[]): Promise<void> {
    const open = items.some(({ customId }) => customId === null) ? await openPage() : null;
    // Otherwise the paused saves would be refused again without asking the service.
    const paused = items.filter((item) => item.state.status === 'paused');
    for (const connectionId of new Set(paused.map((item) => item.connectionId)))
      await ask('connections.try-again', { connectionId });
    await inLanes(items, ({ id, source }) =>
      run(id, async () => {
        const tabId = open !== null && open.url === source.url ? open.id : null;
        const retried = heard(await ask('outbox.retry', { id, tabId }));
        if (retried.ok) setTries((before) => withTry(before, id));
        return retried;
      }),
    );
  }

  /** Returns the active tab, from which a page can still be read; null if the browser doesn't reveal its address. */
  async function openPage() {
    const tab = await activeTab();
    const described = tab === null ? null : await ask('page.describe', { tabId: tab.id });
    return described?.ok === true ? described.value.tab : null;
  }

  async function discard(items: readonly OutboxView[]): Promise<void> {
    dispatch({ type: 'discarded', key: newId(), ids: items.map(({ id }) => id) });
    await inLanes(items, ({ id }) =>
      run(id, async () => {
        const discarded = await ask('outbox.discard', { id });
        if (!discarded.ok) dispatch({ type: 'undiscarded', ids: [id] });
        return discarded;
      }),
    );
    void renew();
  }

  async function restore(key: string): Promise<Result<null, AppError>> {
    const group = state.status === 'ready' && state.discarded.find((one) => one.key === key);
    let result: Result<null, AppError> = ok(null);
    const back: OutboxView[] = [];
    await inLanes(group ? group.items : [], async ({ id }) => {
      const restored = await ask('outbox.restore', { id });
      if (restored.ok) back.push(restored.value);
      else result = restored;
    });
    // Events that arrived before this response are older, so they are applied first.
    flush();
    dispatch({ type: 'undiscarded', ids: back.map(({ id }) => id) });
    for (const item of back) hear(item);
    void renew();
    return result;
  }

  const forgetDiscarded = useCallback(
    (key: string) => dispatch({ type: 'forgotten', key }),
    [dispatch],
  );

  function deletionOf(id: string): DeletionSteps {
    return deletionSteps(
      (confirm) => ask('saved.delete', { id, confirm }),
      (confirmed) => {
        forget(id);
        if (confirmed) void renew();
      },
    );
  }

  /** Saves the address instead. If this device fetches it, requests access to the site first. */
  async function saveAddress(
    { id, source, container }: OutboxView,
    isReadHere: boolean,
  ): Promise<void> {
    const asked = isReadHere ? askToRead(bridge, source.url) : null;
    await run(id, async () => {
      const { url, title, tabId } = source;
      const order = { id: newId(), url, title, memoryId: container.id, tabId };
      const saved = heard(await ask('link.save', order));
      if (!saved.ok) return saved;
      const discarded = await ask('outbox.discard', { id });
      if (discarded.ok) forget(id);
      return discarded;
    });
    await asked;
  }

  /** Call only from a click: it requests a permission. */
  async function allowSite(item: OutboxView): Promise<void> {
    if (await askToRead(bridge, item.source.url)) await retry([item]);
  }

  function saveAgain({ id, source: { url, tabId }, container }: OutboxView): Promise<void> {
    return run(id, async () => {
      const described = tabId === null ? null : await ask('page.describe', { tabId });
      if (tabId === null || described?.ok !== true || described.value.tab.url !== url) {
        return err(pageLeft);
      }
      const { part } = described.value;
      const order = { memoryId: container.id, previewId: null, part, title: null, asVersion: true };
      return heard(await ask('page.save', { id: newId(), tabId, ...order }));
    });
  }

  function updateNow({ id }: OutboxView): Promise<void> {
    return run(id, async () => heard(await ask('outbox.update-now', { id })));
  }

  async function edit(change: Editable & { id: string; memoryId: string }) {
    return heard(await ask('outbox.edit', change));
  }

  /** Shows the save in a response before its event arrives. */
  function heard<T extends Result<OutboxView, AppError>>(result: T): T {
    if (result.ok) hear(result.value);
    return result;
  }

  function forget(id: string): void {
    dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
  }

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

  usePolling(savesSummary(state).isMoving, renew);

  function hear(item: OutboxView): void {
    dispatch({ type: 'heard', events: [{ event: 'outbox.changed', item }] });
  }

  return { state, dispatch, renew, hear, flush };
}
