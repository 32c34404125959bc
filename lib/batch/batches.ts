/** Saves many tabs or bookmarks as one batch, which is stored completely before any page is saved. */
import {
  type Batch,
  type BatchEntry,
  type BatchView,
  isEnded,
  listedRefusals,
  progressOf,
  reasonsOf,
  runningOf,
} from './model.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { settled, createRunner } from './runner.ts';
import { everySite, originsOfUrls, originsReadAt } from '../url/origins.ts';
import { batchGone, notOver, type BatchPorts, folderGone } from './ports.ts';
import { storageFailed } from '../outbox/model.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { addressesIn, type Chosen, newEntries } from './choices.ts';
import { activeConnection, destinationOf } from '../connections/model.ts';

const announceEveryMs = 250;

export function createBatches(ports: BatchPorts) {
  const { store, outbox } = ports;
  const announcing = new Set<string>();
  const { run, settle, giveBack, change, isStarved } = createRunner({ ...ports, announce });

  /** Serializes commands, so that they don't interleave. */
  const enqueue = serialQueue();

  function announce(id: string): void {
    if (announcing.has(id)) return;
    announcing.add(id);
    ports
      .sleep(announceEveryMs)
      .then(() => tellNow(id))
      .catch(ports.report);
  }

  async function tellNow(id: string): Promise<void> {
    announcing.delete(id);
    const view = await viewOf(id);
    if (view.ok) ports.changed(view.value);
  }

  async function viewOf(id: string): AsyncResult<BatchView> {
    const all = await store.list();
    const batch = all.find((one) => one.id === id);
    return batch === undefined ? err(batchGone) : ok(await viewBatch(batch, all, ports));
  }

  function changing(id: string, work: (batch: Batch) => Promise<void>): AsyncResult<BatchView> {
    return enqueue(async () => {
      const batch = await store.get(id);
      if (batch === null) return err(batchGone);
      await work(batch);
      await run();
      announceOthers(id).catch(ports.report);
      return viewOf(id);
    });
  }

  /** Announces the other active batches, because a different batch might be running now. */
  async function announceOthers(id: string): Promise<void> {
    for (const one of await store.list()) if (one.id !== id && !isEnded(one)) announce(one.id);
  }

  async function begin(order: MessageInput<'batches.start'>): AsyncResult<BatchView> {
    const made = await newBatch(order, ports);
    if (!made.ok) return made;
    const { batch, entries } = made.value;
    // Watch first, so that the batch continues even if the background stops before `run`.
    await ports.watch(true);
    if (!(await store.create(batch, entries)).ok) return err(storageFailed);
    await ports.releaseAccess(batch.kind).catch(ports.report);
    await run();
    return viewOf(batch.id);
  }

  async function retryPaused(id: string, connectionId: string): Promise<void> {
    const held: BatchEntry[] = [];
    for (const entry of await store.entries(id, 'handed')) {
      if ((await outbox.get(entry.id))?.state.status === 'paused') held.push(entry);
    }
    if (held.length > 0) await ports.tryAgain(connectionId);
    for (const entry of held) await outbox.retry(entry.id, entry.tabId);
    outbox.work();
  }

  async function reopen(batch: Batch, borrowed: readonly string[]): Promise<void> {
    await store.update(batch.id, (before) => ({
      ...before,
      status: isEnded(before) ? 'running' : before.status,
      origins: before.origins.includes(everySite)
        ? before.origins
        : [...new Set([...before.origins, ...borrowed])],
      borrowed: [...new Set([...before.borrowed, ...borrowed])],
    }));
    announce(batch.id);
  }

  let isRevised = false;
  /** Updates entries whose failed indexing an earlier background missed. Runs once per background. */
  async function revise(): Promise<void> {
    if (isRevised) return;
    isRevised = true;
    for (const id of await outbox.unlearned()) await settle(id);
  }

  const noted = new Set<string>();

  async function takeNoted(): Promise<void> {
    const ids = [...noted];
    noted.clear();
    let isOurs = false;
    for (const id of ids) if (await settle(id)) isOurs = true;
    if (isOurs || isStarved()) await run();
  }

  return {
    start: (order: MessageInput<'batches.start'>): AsyncResult<BatchView> =>
      enqueue(async () => {
        if ((await store.get(order.id)) !== null) return viewOf(order.id);
        const begun = await begin(order);
        // Release the permissions here, because nothing else does for a batch that didn't start.
        if (!begun.ok) await giveBack({ id: order.id, borrowed: order.from.borrowed });
        return begun;
      }),
    async list(): Promise<BatchView[]> {
      const all = await store.list();
      return Promise.all(all.map((batch) => viewBatch(batch, all, ports)));
    },
    pause: (id: string) =>
      changing(id, async ({ status }) => {
        if (status === 'running') await change(id, { status: 'paused', trouble: null });
      }),
    /** Also retries items that paused in the outbox. */
    resume: (id: string) =>
      changing(id, async ({ status, connectionId }) => {
        if (status !== 'paused') return;
        await retryPaused(id, connectionId);
        await change(id, { status: 'running', trouble: null });
      }),
    again: ({ id, entryIds, borrowed }: MessageInput<'batches.again'>) =>
      changing(id, async (batch) => {
        await reopen(batch, borrowed);
        for (const entryId of entryIds) {
          const entry = await store.entry(entryId);
          if (entry?.batchId !== id || entry.status !== 'refused') continue;
          const row = (await outbox.get(entryId)) && (await outbox.retry(entryId, entry.tabId));
          await store.change(entryId, (before) =>
            row === null
              ? { ...before, status: 'waiting', error: null }
              : settled(before, row, batch),
          );
        }
        outbox.work();
      }),
    link: ({ id, entries, borrowed }: MessageInput<'batches.link'>) =>
      changing(id, async (batch) => {
        await reopen(batch, borrowed);
        for (const { id: entryId, newId } of entries) {
          const entry = await store.entry(entryId);
          if (entry?.batchId !== id || entry.status !== 'refused') continue;
          const next = { id: newId, tabId: null, status: 'waiting', error: null } as const;
          await store.replace(entryId, (before) => ({ ...before, ...next }));
          if ((await outbox.get(entryId)) !== null) await outbox.discard(entryId);
        }
      }),
    cancel: (id: string) =>
      changing(id, async (batch) => {
        if (!isEnded(batch)) await change(id, { status: 'canceled', trouble: null });
      }),
    /** Cancels all batches before everything is deleted. Storage errors are only reported. */
    abandonAll: async (): Promise<void> => {
      await enqueue(async () => {
        const all = await store.list();
        for (const { id } of all) {
          await store.update(id, (batch) => ({ ...batch, status: 'canceled', trouble: null }));
          await store.cancelWaiting(id);
        }
        for (const batch of all) await giveBack(batch);
      }).catch(ports.report);
    },
    dismiss: (id: string): AsyncResult<Record<string, never>> =>
      enqueue(async () => {
        const batch = await store.get(id);
        if (batch === null) return ok({});
        if (!isEnded(batch)) return err(notOver);
        await giveBack(batch);
        await store.remove(id);
        return ok({});
      }),
    work: () =>
      enqueue(async () => {
        await revise();
        await run();
      }),
    /** Continues batches that paused because of an error, but not those the person paused. */
    continueWith: (connectionId: string): Promise<void> =>
      enqueue(async () => {
        for (const batch of await store.list()) {
          const isHeld = batch.status === 'paused' && batch.trouble !== null;
          if (!isHeld || batch.connectionId !== connectionId) continue;
          await change(batch.id, { status: 'running', trouble: null });
        }
        await run();
      }),
    /** Called by the outbox, which must not wait for the batch, so this returns at once. */
    noteItem(id: string): void {
      noted.add(id);
      if (noted.size === 1) enqueue(takeNoted).catch(ports.report);
    },
  };
}

type MakingPorts = Pick<BatchPorts, 'readConnections' | 'bookmarksIn' | 'newId' | 'now'>;

async function newBatch(
  { id, memoryId, from }: MessageInput<'batches.start'>,
  ports: MakingPorts,
): AsyncResult<{ batch: Batch; entries: BatchEntry[] }> {
  const stored = await ports.readConnections();
  const place = destinationOf(stored, memoryId);
  if (!place.ok) return place;
  const source = await sourceOf(from, ports);
  if (source === null) return err(folderGone);
  const { entries, folded } = newEntries(source.chosen, { batchId: id, newId: ports.newId });
  const read = entries.filter(({ tabId }) => tabId !== null).map(({ url }) => url);
  const addresses = entries.filter(({ tabId }) => tabId === null).map(({ url }) => url);
  const readsHere = activeConnection(stored)?.connection.kind === 'device';
  const batch: Batch = {
    id,
    kind: from.kind,
    name: source.name,
    ...place.value,
    status: 'running',
    trouble: null,
    folded,
    origins: readsHere ? originsHere(from.kind, { read, addresses }) : originsOfUrls(read),
    readsHere,
    borrowed: from.borrowed,
    createdAt: ports.now(),
  };
  return ok({ batch, entries });
}

async function sourceOf(
  from: MessageInput<'batches.start'>['from'],
  { bookmarksIn }: MakingPorts,
): Promise<{ name: string; chosen: Iterable<Chosen> } | null> {
  if (from.kind === 'tabs') return { name: '', chosen: from.tabs };
  const folder = await bookmarksIn(from.folderId);
  if (folder === null) return null;
  const chosen = addressesIn(folder).map((address) => ({ ...address, tabId: null }));
  return { name: folder.title, chosen };
}

/** Returns the origins this device reads. A folder can contain thousands of sites, so it needs access to every site. */
function originsHere(
  kind: Batch['kind'],
  { read, addresses }: { read: readonly string[]; addresses: readonly string[] },
): string[] {
  if (kind === 'bookmarks') return [everySite];
  return [...new Set([...originsOfUrls(read), ...originsReadAt(addresses)])];
}

async function viewBatch(
  batch: Batch,
  all: readonly Batch[],
  { store }: Pick<BatchPorts, 'store'>,
): Promise<BatchView> {
  const [counts, refused] = await Promise.all([
    store.counts(batch.id),
    store.entries(batch.id, 'refused'),
  ]);
  return {
    ...batch,
    progress: progressOf(counts),
    isQueued: batch.status === 'running' && runningOf(all)?.id !== batch.id,
    reasons: reasonsOf(refused),
    refusals: refused
      .slice(0, listedRefusals)
      .flatMap(({ id, url, title, tabId, error }) =>
        error === null ? [] : [{ id, url, title, isTab: tabId !== null, error }],
      ),
  };
}
