import { useState } from 'react';
import { type BatchView, type Refusal, isEnded, isFetchedHere } from '../../lib/batch/model.ts';
import { type AppError, appError } from '../../lib/contract/errors.ts';
import type { AppEvent, MessageInput } from '../../lib/messaging/messages.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { everySite, originsOfUrls, originsReadAt } from '../../lib/url/origins.ts';
import { useBridge } from '../app/bridge.ts';
import {
  lastValue,
  type QueryState,
  type Reaction,
  type Read,
  usePolling,
  useQuery,
} from '../app/use-query.ts';

type Batches = readonly BatchView[];

/** `entryIds` is empty if the command was for the whole batch. */
type BatchFailure = { error: AppError; entryIds: readonly string[] };

export type BatchStart = MessageInput<'batches.start'>['from'];

export type BatchesHook = ReturnType<typeof useBatches>;

/** `list` is null until it is known. `error` is null as long as there is a list to show, even an outdated one. */
export function useBatches() {
  const { ask, newId, requestOrigins, borrowOrigins } = useBridge();
  const { state, reload, set } = useQuery(readBatches, { onEvent });
  const [failures, setFailures] = useState<ReadonlyMap<string, BatchFailure>>(new Map());
  const list = lastValue(state);
  usePolling(list?.some(isUnderWay) === true, reload);

  function hear(batch: BatchView): void {
    set((batches) => withBatch(batches, batch));
  }

  function taken(
    id: string,
    answer: Result<BatchView, AppError>,
    entryIds: readonly string[] = [],
  ): void {
    if (answer.ok) hear(answer.value);
    setFailures((before) => {
      const others = [...before].filter(([one]) => one !== id);
      return new Map(answer.ok ? others : [...others, [id, { error: answer.error, entryIds }]]);
    });
  }

  /** Call only from a click: it may request a permission. */
  async function act(
    name: 'batches.pause' | 'batches.resume' | 'batches.cancel',
    batch: BatchView,
  ): Promise<void> {
    const isHeld = name === 'batches.resume' && batch.trouble?.code === 'link.not-permitted';
    if (isHeld) await requestOrigins(batch.origins).catch(() => false);
    taken(batch.id, await ask(name, { id: batch.id }));
  }

  async function dismiss(id: string): Promise<void> {
    const dismissed = await ask('batches.dismiss', { id });
    if (!dismissed.ok) return taken(id, dismissed);
    return set((batches) => batches.filter((batch) => batch.id !== id));
  }

  /** Call only from a click: it may request a permission. */
  async function again(batch: BatchView, entryIds: readonly string[]): Promise<void> {
    const chosen = batch.refusals.filter(({ id }) => entryIds.includes(id));
    const origins = batch.origins.includes(everySite)
      ? [everySite]
      : originsToRead(chosen, isFetchedHere(batch));
    const asked = origins.length > 0 ? borrowOrigins(origins).catch(() => null) : null;
    const order = { id: batch.id, entryIds: [...entryIds], borrowed: (await asked) ?? [] };
    taken(batch.id, await ask('batches.again', order), entryIds);
  }

  /** Saves the addresses instead. If this device fetches them, requests access to their sites first. */
  async function link(batch: BatchView, entryIds: readonly string[]): Promise<void> {
    const { id, refusals } = batch;
    const urls = refusals.filter((one) => entryIds.includes(one.id)).map(({ url }) => url);
    const asked = isFetchedHere(batch) ? borrowOrigins(originsReadAt(urls)) : Promise.resolve([]);
    const borrowed = await asked.catch(() => null);
    if (borrowed === null) return taken(id, err(notPermitted), entryIds);
    const entries = entryIds.map((entryId) => ({ id: entryId, newId: newId() }));
    return taken(id, await ask('batches.link', { id, entries, borrowed }), entryIds);
  }

  async function start(memoryId: string, from: BatchStart): Promise<Result<BatchView, AppError>> {
    const started = await ask('batches.start', { id: newId(), memoryId, from });
    if (started.ok) hear(started.value);
    return started;
  }

  const error = state.status === 'failed' && list === null ? state.error : null;
  return { list, error, reload, failures, act, dismiss, again, link, start };
}

const readBatches: Read<Batches> = async ({ ask }) => {
  const listed = await ask('batches.list', {});
  return listed.ok ? ok(listed.value.batches) : listed;
};

function onEvent(event: AppEvent, state: QueryState<Batches>): Reaction<Batches> {
  if (event.event === 'everything.forgotten') return { value: [] };
  const list = lastValue(state);
  if (event.event !== 'batches.changed' || list === null) return null;
  return { value: withBatch(list, event.batch) };
}

function originsToRead(chosen: readonly Refusal[], isReadHere: boolean): string[] {
  const urlsOf = (isTab: boolean) =>
    chosen.filter((one) => one.isTab === isTab).map(({ url }) => url);
  return [...originsOfUrls(urlsOf(true)), ...(isReadHere ? originsReadAt(urlsOf(false)) : [])];
}

const notPermitted = appError('link.not-permitted', 'Keepsake doesn’t have access to these sites.');

export function isUnderWay(batch: BatchView): boolean {
  return batch.status === 'running' || (isEnded(batch) && batch.progress.underWay > 0);
}

function withBatch(batches: Batches, batch: BatchView): Batches {
  const known = batches.findIndex(({ id }) => id === batch.id);
  return known === -1 ? [batch, ...batches] : batches.with(known, batch);
}
