/**
 * Feeds the outbox a few entries of a batch at a time, and writes down what became of each. What it does is told by
 * what is stored alone, so whoever dies, the next background goes on.
 */
import {
  type Batch,
  type BatchEntry,
  isEnded,
  isFetchedHere,
  runningOf,
  widthOf,
  type EntryStatus,
} from './model.ts';
import type { AppError } from '../contract/errors.ts';
import { findConnection } from '../connections/model.ts';
import { connectionGone, onlyReads, type BatchPorts, tabGone, tabLeft } from './ports.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { customIdOf } from '../custom-id/custom-id.ts';
import { linkMaterial, type LiveItem, type OutboxItem, liveStateOf } from '../outbox/model.ts';
import { everySite, originPattern } from '../url/origins.ts';

type RunnerPorts = BatchPorts & {
  /** Told of a batch of which something changed. */
  tell: (id: string) => void;
};

export function createRunner(ports: RunnerPorts) {
  const { store, outbox, tell } = ports;
  /** Nothing of the batch can go on before the outbox has room: any change of the outbox may have made some. */
  let isStarved = false;
  let hasHanded = false;

  /** Goes on with the first batch that can, and tidies up after those that are over. */
  async function run(): Promise<void> {
    isStarved = false;
    hasHanded = false;
    let batch = await first();
    while (batch !== null && (await advance(batch))) batch = await first();
    await ports.watch(batch !== null);
    for (const one of await store.list()) if (one.status === 'paused') await endIfOver(one);
    for (const one of await store.list()) if (isEnded(one)) await tidyUp(one);
    if (hasHanded) outbox.work();
  }

  async function first(): Promise<Batch | null> {
    return runningOf(await store.list());
  }

  /** Says whether the batch runs no longer, so that another may. */
  async function advance(batch: Batch): Promise<boolean> {
    const obstacle = await connectionObstacle(batch);
    if (obstacle !== null) return rest(batch, { status: 'paused', trouble: obstacle });
    const { underWay, withdrawn } = await settleHanded(batch);
    if (withdrawn !== null) return rest(batch, { status: 'paused', trouble: withdrawn });
    const stuck = await feed(batch, widthOf(batch) - underWay);
    if (await isOver(batch)) return rest(batch, { status: 'done', trouble: null });
    isStarved = stuck !== null;
    if (stuck?.code !== batch.trouble?.code) await change(batch.id, { trouble: stuck });
    return false;
  }

  /** A paused one may end by what was under way already. */
  async function endIfOver(batch: Batch): Promise<void> {
    await settleHanded(batch);
    if (await isOver(batch)) await change(batch.id, { status: 'done', trouble: null });
  }

  async function isOver({ id }: Batch): Promise<boolean> {
    const { waiting, handed } = await store.counts(id);
    return waiting === 0 && handed === 0;
  }

  /** Gives what the outbox said where it takes nothing in just now. */
  async function feed(batch: Batch, room: number): Promise<AppError | null> {
    let left = room;
    while (left > 0) {
      const [entry] = await store.entries(batch.id, 'waiting', 1);
      if (entry === undefined) return null;
      const handed = await handOver(entry, batch, ports);
      if (!handed.ok) return handed.error;
      if (handed.value) {
        hasHanded = true;
        left -= 1;
      }
      tell(batch.id);
    }
    return null;
  }

  /** Looks after what was handed over, also by a background that ended since. */
  async function settleHanded(
    batch: Batch,
  ): Promise<{ underWay: number; withdrawn: AppError | null }> {
    let underWay = 0;
    let withdrawn: AppError | null = null;
    for (const entry of await store.entries(batch.id, 'handed')) {
      const row = await outbox.get(entry.id);
      const after = (before: BatchEntry) => settled(before, row, batch);
      if (after(entry) === entry) underWay += 1;
      else if (await store.change(entry.id, after)) tell(batch.id);
      if (row?.state.status === 'paused') withdrawn = row.state.error;
    }
    return { underWay, withdrawn };
  }

  /** Takes up what an outbox row has become; says whether it belongs to a batch. */
  async function settle(rowId: string): Promise<boolean> {
    const entry = await store.entry(rowId);
    const batch = entry === null ? null : await store.get(entry.batchId);
    if (batch === null) return false;
    const row = await outbox.get(rowId);
    if (await store.change(rowId, (before) => settled(before, row, batch))) tell(batch.id);
    return true;
  }

  async function connectionObstacle({ connectionId }: Batch): Promise<AppError | null> {
    const connection = findConnection(await ports.readConnections(), connectionId);
    if (connection === null) return connectionGone;
    return connection.connection.kind === 'read-only' ? onlyReads : null;
  }

  async function rest(batch: Batch, changes: Partial<Batch>): Promise<true> {
    await change(batch.id, changes);
    return true;
  }

  async function change(id: string, changes: Partial<Batch>): Promise<void> {
    await store.update(id, (batch) => ({ ...batch, ...changes }));
    tell(id);
  }

  /** After a batch that is over: nothing of it waits, and what was allowed for it is given back. */
  async function tidyUp(batch: Batch): Promise<void> {
    const { waiting, handed } = await store.counts(batch.id);
    if (waiting > 0) {
      await store.cancelWaiting(batch.id);
      tell(batch.id);
    }
    // One that is canceled still has some under way, of which an earlier background may have been told as it ended.
    if (handed > 0) await settleHanded(batch);
    if (batch.borrowed.length === 0) return;
    for (const entry of await store.entries(batch.id, 'handed')) {
      if (isToBeRead(entry, await outbox.get(entry.id), batch)) return;
    }
    await giveBack(batch);
  }

  /** Gives back what was allowed for the batch alone, or hands it on to a batch that needs it too. */
  async function giveBack({ id, borrowed }: Pick<Batch, 'id' | 'borrowed'>): Promise<void> {
    const others = (await store.list()).filter((batch) => batch.id !== id);
    const { released, inherited } = handOn(borrowed, others);
    for (const [heir, origins] of inherited) {
      await store.update(heir, (batch) => ({
        ...batch,
        borrowed: [...new Set([...batch.borrowed, ...origins])],
      }));
    }
    for (const origin of released) {
      if (await ports.isOriginKept(origin)) continue;
      await ports.releaseOrigin(origin).catch(ports.report);
    }
    await store.update(id, (batch) => ({ ...batch, borrowed: [] }));
  }

  return { run, settle, giveBack, change, isStarved: () => isStarved };
}

type HandOverPorts = Pick<BatchPorts, 'store' | 'outbox' | 'getTab' | 'now'>;

/** Says whether it is under way now. Fails where the outbox takes nothing in just now; the entry waits on then. */
async function handOver(
  entry: BatchEntry,
  batch: Batch,
  ports: HandOverPorts,
): Promise<Result<boolean, AppError>> {
  const { store, outbox } = ports;
  let row = await outbox.get(entry.id);
  if (row === null) {
    const made = await itemOf(entry, batch, ports);
    if (!made.ok) {
      await store.change(entry.id, (before) => ({
        ...before,
        status: 'refused',
        error: made.error,
      }));
      return ok(false);
    }
    const requested = await outbox.request(made.value);
    if (!requested.ok) return requested;
    row = requested.value;
  }
  const after = settled(entry, row, batch);
  await store.change(entry.id, (before) => settled(before, row, batch));
  return ok(after.status === 'handed');
}

async function itemOf(
  { id, url, title, tabId }: BatchEntry,
  { connectionId, container }: Batch,
  { getTab, now }: HandOverPorts,
): Promise<Result<LiveItem, AppError>> {
  const common = {
    id,
    connectionId,
    container,
    source: { url, title, tabId, frameId: null },
    pageKey: customIdOf({ url, canonicalLink: null }),
    createdAt: now(),
    updatedAt: now(),
  };
  if (tabId === null) {
    const material = linkMaterial({ url, title, now: now() });
    if (!material.ok) return material;
    return ok({
      ...common,
      kind: 'link',
      customId: material.value.customId,
      material: material.value,
      state: { status: 'captured' },
    });
  }
  const tab = await getTab(tabId);
  if (tab === null) return err(tabGone);
  // An address that is not to be seen is no other one: reading the page will tell.
  const hasLeft =
    tab.url !== '' && customIdOf({ url: tab.url, canonicalLink: null }) !== common.pageKey;
  if (hasLeft) return err(tabLeft);
  return ok({
    ...common,
    kind: 'page',
    isUnseen: true,
    customId: null,
    material: null,
    state: { status: 'requested' },
  });
}

type Row = Pick<OutboxItem, 'state'>;
type Fetching = Pick<Batch, 'origins' | 'readsHere'>;

/** Gives the entry as its row has it, or the same entry where nothing changed; `row` is null where there is none. */
export function settled(entry: BatchEntry, row: Row | null, batch: Fetching): BatchEntry {
  const { status, error } = row === null ? withoutRow(entry) : byRow(entry, row, batch);
  const isSame = status === entry.status && error?.code === entry.error?.code;
  return isSame ? entry : { ...entry, status, error };
}

/** Whether the page of an entry that was handed over is still to be read: in its tab, or where this device fetches it. */
export function isToBeRead({ tabId }: BatchEntry, row: Row | null, batch: Fetching): boolean {
  return tabId === null ? isFetchedHere(batch) : row?.state.status === 'requested';
}

type Outcome = { status: EntryStatus; error: AppError | null };

/** One that was handed over and has no row was taken out by the person. */
function withoutRow({ status, error }: BatchEntry): Outcome {
  return status === 'handed' ? { status: 'canceled', error: null } : { status, error };
}

function byRow(entry: BatchEntry, row: Row, batch: Fetching): Outcome {
  const state = liveStateOf(row);
  if (state.status === 'failed') return unlearned(state.reason ?? '');
  if (state.status === 'canceled') return unlearned('');
  // What the service took stays taken, whatever else becomes of its row later.
  if (entry.status === 'kept' || entry.status === 'existed') return entry;
  switch (state.status) {
    case 'accepted':
    case 'learning':
      if (entry.tabId === null && isFetchedHere(batch)) return { status: 'handed', error: null };
      return { status: state.existed ? 'existed' : 'kept', error: null };
    case 'learned':
      return { status: state.existed ? 'existed' : 'kept', error: null };
    case 'unlearned':
      return { status: 'kept', error: null };
    case 'refused':
      return { status: 'refused', error: state.error };
    default:
      return { status: row.state.status === 'discarded' ? 'canceled' : 'handed', error: null };
  }
}

/** Taken by the service, which then could not fetch it or make it findable; `reason` is in its words. */
function unlearned(reason: string): Outcome {
  const error: AppError = { code: 'save.unlearned', message: reason, retryable: false };
  return { status: 'refused', error };
}

/**
 * Parts what a batch had borrowed: what another that is not over reads at goes over to that one, the rest back to the
 * browser.
 */
export function handOn(
  borrowed: readonly string[],
  others: readonly Batch[],
): { released: string[]; inherited: Map<string, string[]> } {
  const released: string[] = [];
  const inherited = new Map<string, string[]>();
  for (const origin of borrowed) {
    const heir = others.find(
      (batch) => !isEnded(batch) && batch.origins.some((one) => covers(origin, one)),
    );
    if (heir === undefined) released.push(origin);
    else inherited.set(heir.id, [...(inherited.get(heir.id) ?? []), origin]);
  }
  return { released, inherited };
}

function covers(allowed: string, needed: string): boolean {
  if (allowed === everySite) return needed.startsWith('https:');
  return originPattern(allowed) === originPattern(needed);
}
