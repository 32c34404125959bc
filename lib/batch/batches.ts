/** Many saved at once: begun, paused, gone on with, canceled. All of it is written down before anything is begun. */
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
import type { AppError } from '../contract/errors.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { settled, createRunner } from './runner.ts';
import { everySite, originsOfUrls, originsReadAt } from '../url/origins.ts';
import {
  batchGone,
  notOver,
  unwritten,
  type BatchPorts,
  folderGone,
  noConnection,
  noMemory,
  onlyReads,
} from './ports.ts';
import { serialQueue } from '../async/serial-queue.ts';
import { addressesIn, type Chosen, newEntries } from './choices.ts';
import { activeConnection } from '../connections/model.ts';

/** How long changes are gathered before the surfaces are told of a batch. */
const tellEveryMs = 250;

type Viewed = Promise<Result<BatchView, AppError>>;

/** Makes the use cases; a background makes them once, and calls `work` when it starts and when it is woken. */
export function createBatches(ports: BatchPorts) {
  const { store, outbox } = ports;
  const told = new Set<string>();
  const { run, settle, giveBack, change, isStarved } = createRunner({ ...ports, tell });

  /** One after another: what one reads, no other changes meanwhile. */
  const enqueue = serialQueue();

  function tell(id: string): void {
    if (told.has(id)) return;
    told.add(id);
    ports
      .sleep(tellEveryMs)
      .then(() => tellNow(id))
      .catch(ports.report);
  }

  async function tellNow(id: string): Promise<void> {
    told.delete(id);
    const view = await viewOf(id);
    if (view.ok) ports.changed(view.value);
  }

  async function viewOf(id: string): Viewed {
    const all = await store.list();
    const batch = all.find((one) => one.id === id);
    return batch === undefined ? err(batchGone) : ok(await viewBatch(batch, all, ports));
  }

  /** Has the batch as it is changed by `work`, goes on with whatever can, and gives it as it is then. */
  function changing(id: string, work: (batch: Batch) => Promise<void>): Viewed {
    return enqueue(async () => {
      const batch = await store.get(id);
      if (batch === null) return err(batchGone);
      await work(batch);
      await run();
      tellOfOthers(id);
      return viewOf(id);
    });
  }

  /** Which of several runs may be another now. */
  function tellOfOthers(id: string): void {
    store
      .list()
      .then((all) => all.forEach((one) => (one.id === id || isEnded(one) ? null : tell(one.id))))
      .catch(ports.report);
  }

  function start(order: MessageInput<'batches.start'>): Viewed {
    return enqueue(async () => {
      if ((await store.get(order.id)) !== null) return viewOf(order.id);
      const begun = await begin(order);
      // What was allowed for a batch that does not begin would be given back by nobody else.
      if (!begun.ok) {
        await giveBack({ id: order.id, borrowed: order.from.borrowed });
      }
      return begun;
    });
  }

  async function begin(order: MessageInput<'batches.start'>): Viewed {
    const made = await newBatch(order, ports);
    if (!made.ok) return made;
    const { batch, entries } = made.value;
    // The wake comes first: were the background to end between the two, the batch would still be found.
    await ports.watch(true);
    if (!(await store.create(batch, entries)).ok) return err(unwritten);
    await ports.releaseAccess(batch.kind).catch(ports.report);
    await run();
    return viewOf(batch.id);
  }

  const pause = (id: string) =>
    changing(id, async ({ status }) => {
      if (status === 'running') await change(id, { status: 'paused', trouble: null });
    });

  /** The person's word to go on, also with a connection that refused. */
  const resume = (id: string) =>
    changing(id, async ({ status, connectionId }) => {
      if (status !== 'paused') return;
      await retryPaused(id, connectionId);
      await change(id, { status: 'running', trouble: null });
    });

  async function retryPaused(id: string, connectionId: string): Promise<void> {
    const held: BatchEntry[] = [];
    for (const entry of await store.entries(id, 'handed')) {
      if ((await outbox.get(entry.id))?.state.status === 'paused') held.push(entry);
    }
    if (held.length > 0) await ports.tryAgain(connectionId);
    for (const entry of held) await outbox.retry(entry.id, entry.tabId);
    outbox.work();
  }

  /** Tries refused entries once more. */
  const again = ({ id, entryIds, borrowed }: MessageInput<'batches.again'>) =>
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
    });

  /** Has the service read the addresses of refused entries, in their place. */
  const link = ({ id, entries, borrowed }: MessageInput<'batches.link'>) =>
    changing(id, async (batch) => {
      await reopen(batch, borrowed);
      for (const { id: entryId, newId } of entries) {
        const entry = await store.entry(entryId);
        if (entry?.batchId !== id || entry.status !== 'refused') continue;
        const next = { id: newId, tabId: null, status: 'waiting', error: null } as const;
        await store.replace(entryId, (before) => ({ ...before, ...next }));
        if ((await outbox.get(entryId)) !== null) await outbox.discard(entryId);
      }
    });

  async function reopen(batch: Batch, borrowed: readonly string[]): Promise<void> {
    await store.update(batch.id, (before) => ({
      ...before,
      status: isEnded(before) ? 'running' : before.status,
      origins: before.origins.includes(everySite)
        ? before.origins
        : [...new Set([...before.origins, ...borrowed])],
      borrowed: [...new Set([...before.borrowed, ...borrowed])],
    }));
    tell(batch.id);
  }

  /** What was begun is finished; the rest is left. */
  const cancel = (id: string) =>
    changing(id, async (batch) => {
      if (!isEnded(batch)) await change(id, { status: 'canceled', trouble: null });
    });

  /** Ends all of them and gives back what was allowed for them, as far as storage lets it: all is forgotten next. */
  async function abandonAll(): Promise<void> {
    await enqueue(async () => {
      const all = await store.list();
      for (const { id } of all) {
        await store.update(id, (batch) => ({ ...batch, status: 'canceled', trouble: null }));
        await store.cancelWaiting(id);
      }
      for (const batch of all) await giveBack(batch);
    }).catch(ports.report);
  }

  /** Takes an ended batch off the list; what it saved stays. */
  function dismiss(id: string): Promise<Result<Record<string, never>, AppError>> {
    return enqueue(async () => {
      const batch = await store.get(id);
      if (batch === null) return ok({});
      if (!isEnded(batch)) return err(notOver);
      await giveBack(batch);
      await store.remove(id);
      return ok({});
    });
  }

  /** Newest first. */
  async function list(): Promise<BatchView[]> {
    const all = await store.list();
    return Promise.all(all.map((batch) => viewBatch(batch, all, ports)));
  }

  /** Carries on with whatever is stored; safe to call at any time. */
  const work = () =>
    enqueue(async () => {
      await revise();
      await run();
    });

  let isRevised = false;
  /** What failed while an earlier background ended was not told to this one, and may count as saved. */
  async function revise(): Promise<void> {
    if (isRevised) return;
    isRevised = true;
    for (const id of await outbox.unlearned()) await settle(id);
  }

  /** A connection can be used again: what had paused by itself for want of it goes on. */
  function goOn(connectionId: string): Promise<void> {
    return enqueue(async () => {
      for (const batch of await store.list()) {
        const isHeld = batch.status === 'paused' && batch.trouble !== null;
        if (!isHeld || batch.connectionId !== connectionId) continue;
        await change(batch.id, { status: 'running', trouble: null });
      }
      await run();
    });
  }

  const noted = new Set<string>();
  /** A row of the outbox changed or went; nothing is awaited, since it is told from within the outbox's own work. */
  function noteRow(id: string): void {
    noted.add(id);
    if (noted.size === 1) enqueue(takeNoted).catch(ports.report);
  }

  async function takeNoted(): Promise<void> {
    const ids = [...noted];
    noted.clear();
    let isOurs = false;
    for (const id of ids) if (await settle(id)) isOurs = true;
    if (isOurs || isStarved()) await run();
  }

  return {
    start,
    list,
    pause,
    resume,
    again,
    link,
    cancel,
    abandonAll,
    dismiss,
    work,
    goOn,
    noteRow,
  };
}

type MakingPorts = Pick<BatchPorts, 'readConnections' | 'bookmarksIn' | 'newId' | 'now'>;

/** Gives what is to be written of a batch that the person begins; nothing is written yet. */
async function newBatch(
  { id, memoryId, from }: MessageInput<'batches.start'>,
  ports: MakingPorts,
): Promise<Result<{ batch: Batch; entries: BatchEntry[] }, AppError>> {
  const connection = activeConnection(await ports.readConnections());
  if (connection === null) return err(noConnection);
  if (connection.connection.kind === 'read-only') return err(onlyReads);
  const container = connection.memories.find((memory) => memory.id === memoryId);
  if (container === undefined) return err(noMemory);
  const source = await sourceOf(from, ports);
  if (source === null) return err(folderGone);
  const { entries, folded } = newEntries(source.chosen, { batchId: id, newId: ports.newId });
  const read = entries.filter(({ tabId }) => tabId !== null).map(({ url }) => url);
  const addresses = entries.filter(({ tabId }) => tabId === null).map(({ url }) => url);
  const readsHere = connection.connection.kind === 'device';
  const batch: Batch = {
    id,
    kind: from.kind,
    name: source.name,
    connectionId: connection.connection.id,
    container,
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

/** A folder may name thousands of sites, so all of them stand for it. */
function originsHere(
  kind: Batch['kind'],
  { read, addresses }: { read: readonly string[]; addresses: readonly string[] },
): string[] {
  if (kind === 'bookmarks') return [everySite];
  return [...new Set([...originsOfUrls(read), ...originsReadAt(addresses)])];
}

/** Gives the view of a batch; `all` are those beside which it runs or waits. */
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
