import { useCallback, useEffect, useState } from 'react';
import { type BatchView, type Refusal, isEnded, isFetchedHere } from '../../lib/batch/model.ts';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import type { MessageInput } from '../../lib/messaging/messages.ts';
import { err, type Result } from '../../lib/contract/result.ts';
import { everySite, originsOfUrls, originsReadAt } from '../../lib/url/origins.ts';
import { useBridge } from '../app/bridge.ts';
import { usePolling } from '../app/use-query.ts';

export type BatchesState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  | { status: 'ready'; batches: readonly BatchView[] };

/** `ids` is empty if the command was for the whole batch. */
export type BatchFailure = { error: AppError; entryIds: readonly string[] };

export type BatchStart = MessageInput<'batches.start'>['from'];

export type BatchesHook = {
  state: BatchesState;
  reload: () => void;
  failures: ReadonlyMap<string, BatchFailure>;
  /** Call only from a click: it can request a permission. */
  act: (
    name: 'batches.pause' | 'batches.resume' | 'batches.cancel',
    batch: BatchView,
  ) => Promise<void>;
  dismiss: (id: string) => Promise<void>;
  /** Call only from a click: it can request a permission. */
  again: (batch: BatchView, entryIds: readonly string[]) => Promise<void>;
  /** Requests access to the sites first if this device fetches the addresses. */
  link: (batch: BatchView, entryIds: readonly string[]) => Promise<void>;
  start: (memoryId: string, from: BatchStart) => Promise<Result<BatchView, AppError>>;
};

export function useBatches(): BatchesHook {
  const { ask, onEvent, newId, requestOrigins, borrowOrigins } = useBridge();
  const [state, setState] = useState<BatchesState>({ status: 'loading' });
  const [failures, setFailures] = useState<ReadonlyMap<string, BatchFailure>>(new Map());

  const renew = useCallback(
    () =>
      ask('batches.list', {}).then((listed) =>
        setState((before) => {
          if (listed.ok) return { status: 'ready', batches: listed.value.batches };
          // An outdated list is better than none.
          return before.status === 'ready' ? before : { status: 'failed', error: listed.error };
        }),
      ),
    [ask],
  );

  const hear = useCallback((batch: BatchView) => {
    setState((before) =>
      before.status === 'ready'
        ? { status: 'ready', batches: withBatch(before.batches, batch) }
        : before,
    );
  }, []);

  useEffect(() => {
    const stop = onEvent((event) => {
      if (event.event === 'batches.changed') hear(event.batch);
      if (event.event === 'everything.forgotten') setState({ status: 'ready', batches: [] });
    });
    void renew();
    return stop;
  }, [onEvent, hear, renew]);

  const isMoving = state.status === 'ready' && state.batches.some(isUnderWay);
  usePolling(isMoving, renew);

  const taken = useCallback(
    (id: string, answer: Result<BatchView, AppError>, entryIds: readonly string[] = []) => {
      if (answer.ok) hear(answer.value);
      setFailures((before) => {
        const others = [...before].filter(([one]) => one !== id);
        const failure = answer.ok ? [] : [[id, { error: answer.error, entryIds }] as const];
        return new Map([...others, ...failure]);
      });
    },
    [hear],
  );

  const act = useCallback<BatchesHook['act']>(
    async (name, batch) => {
      const isHeld = name === 'batches.resume' && batch.trouble?.code === 'link.not-permitted';
      if (isHeld) await requestOrigins(batch.origins).catch(() => false);
      taken(batch.id, await ask(name, { id: batch.id }));
    },
    [ask, taken, requestOrigins],
  );

  const dismiss = useCallback(
    async (id: string) => {
      const dismissed = await ask('batches.dismiss', { id });
      if (!dismissed.ok) return taken(id, dismissed);
      return setState((before) =>
        before.status === 'ready'
          ? { status: 'ready', batches: before.batches.filter((batch) => batch.id !== id) }
          : before,
      );
    },
    [ask, taken],
  );

  const again = useCallback<BatchesHook['again']>(
    async (batch, entryIds) => {
      const { id, refusals } = batch;
      const wanted = new Set(entryIds);
      const chosen = refusals.filter((one) => wanted.has(one.id));
      const origins = batch.origins.includes(everySite)
        ? [everySite]
        : originsToRead(chosen, isFetchedHere(batch));
      const isAsked = origins.length > 0;
      const borrowed = isAsked ? await borrowOrigins(origins).catch(() => null) : null;
      taken(
        id,
        await ask('batches.again', { id, entryIds: [...entryIds], borrowed: borrowed ?? [] }),
        entryIds,
      );
    },
    [ask, taken, borrowOrigins],
  );

  const link = useCallback<BatchesHook['link']>(
    async (batch, entryIds) => {
      const { id, refusals } = batch;
      const wanted = new Set(entryIds);
      const urls = refusals.filter((one) => wanted.has(one.id)).map(({ url }) => url);
      const asked = isFetchedHere(batch) ? borrowOrigins(originsReadAt(urls)) : Promise.resolve([]);
      const borrowed = await asked.catch(() => null);
      if (borrowed === null) return taken(id, err(notPermitted), entryIds);
      const entries = entryIds.map((entryId) => ({ id: entryId, newId: newId() }));
      return taken(id, await ask('batches.link', { id, entries, borrowed }), entryIds);
    },
    [ask, newId, taken, borrowOrigins],
  );

  const start = useCallback<BatchesHook['start']>(
    async (memoryId, from) => {
      const started = await ask('batches.start', { id: newId(), memoryId, from });
      if (started.ok) hear(started.value);
      return started;
    },
    [ask, newId, hear],
  );

  const reload = useCallback(() => void renew(), [renew]);
  return { state, reload, failures, act, dismiss, again, link, start };
}

function originsToRead(chosen: readonly Refusal[], isReadHere: boolean): string[] {
  const urlsOf = (isTab: boolean) =>
    chosen.filter((one) => one.isTab === isTab).map(({ url }) => url);
  return [...originsOfUrls(urlsOf(true)), ...(isReadHere ? originsReadAt(urlsOf(false)) : [])];
}

const notPermitted = appError(
  'link.not-permitted',
  'The browser does not let Keepsake read these sites yet.',
);

export function isUnderWay(batch: BatchView): boolean {
  return batch.status === 'running' || (isEnded(batch) && batch.progress.underWay > 0);
}

function withBatch(batches: readonly BatchView[], batch: BatchView): readonly BatchView[] {
  const known = batches.findIndex(({ id }) => id === batch.id);
  return known === -1 ? [batch, ...batches] : batches.with(known, batch);
}
