import { useCallback, useEffect, useState } from 'react';
import type { BatchView, Refusal } from '../../lib/contracts/batches.ts';
import type { AppError } from '../../lib/contracts/errors.ts';
import type { MessageInput } from '../../lib/contracts/messages.ts';
import { err, type Result } from '../../lib/contracts/result.ts';
import { isFetchedHere, originsOfUrls, originsReadAt } from '../../lib/core/batch/origins.ts';
import { isEnded } from '../../lib/core/batch/progress.ts';
import { everySite } from '../../lib/core/connections/origins.ts';
import { useBridge } from './bridge.ts';
import { useRenewing } from './use-renewing.ts';

export type BatchesState =
  | { status: 'loading' }
  | { status: 'failed'; error: AppError }
  /** Newest first. */
  | { status: 'ready'; batches: readonly BatchView[] };

/** Why something could not be done, and of which entries it was asked; of none where it was the batch as a whole. */
export type BatchFailure = { error: AppError; entryIds: readonly string[] };

export type BatchStart = MessageInput<'batches.start'>['from'];

export type BatchesHook = {
  state: BatchesState;
  reload: () => void;
  /** Why the last thing asked of a batch could not be done. */
  troubles: ReadonlyMap<string, BatchFailure>;
  /** Asks for the sites first where going on waits for those, so only in a click. */
  act: (
    name: 'batches.pause' | 'batches.resume' | 'batches.cancel',
    batch: BatchView,
  ) => Promise<void>;
  dismiss: (id: string) => Promise<void>;
  /** Tries these once more; asks for their sites first where they are tabs, so only in a click. */
  again: (batch: BatchView, entryIds: readonly string[]) => Promise<void>;
  /** Saves the addresses of these in their place; asks for their sites first where this device reads them. */
  link: (batch: BatchView, entryIds: readonly string[]) => Promise<void>;
  start: (memoryId: string, from: BatchStart) => Promise<Result<BatchView, AppError>>;
};

/** What was begun together, how far it is, and what the person may do about it. */
export function useBatches(): BatchesHook {
  const { ask, onEvent, newId, requestOrigins, borrowOrigins } = useBridge();
  const [state, setState] = useState<BatchesState>({ status: 'loading' });
  const [troubles, setTroubles] = useState<ReadonlyMap<string, BatchFailure>>(new Map());

  const renew = useCallback(
    () =>
      ask('batches.list', {}).then((listed) =>
        setState((before) => {
          if (listed.ok) return { status: 'ready', batches: listed.value.batches };
          // A list that could not be renewed is still the best there is.
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
  useRenewing(isMoving, renew);

  const taken = useCallback(
    (id: string, answer: Result<BatchView, AppError>, entryIds: readonly string[] = []) => {
      if (answer.ok) hear(answer.value);
      setTroubles((before) => {
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
  return { state, reload, troubles, act, dismiss, again, link, start };
}

function originsToRead(chosen: readonly Refusal[], isReadHere: boolean): string[] {
  const urlsOf = (isTab: boolean) =>
    chosen.filter((one) => one.isTab === isTab).map(({ url }) => url);
  return [...originsOfUrls(urlsOf(true)), ...(isReadHere ? originsReadAt(urlsOf(false)) : [])];
}

const notPermitted: AppError = {
  code: 'link.not-permitted',
  message: 'The browser does not let Keepsake read these sites yet.',
  retryable: false,
};

/** Something is still going to happen to it by itself. */
export function isUnderWay(batch: BatchView): boolean {
  return batch.status === 'running' || (isEnded(batch) && batch.progress.underWay > 0);
}

function withBatch(batches: readonly BatchView[], batch: BatchView): readonly BatchView[] {
  const known = batches.findIndex(({ id }) => id === batch.id);
  return known === -1 ? [batch, ...batches] : batches.with(known, batch);
}
