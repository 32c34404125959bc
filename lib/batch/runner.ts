/** Hands batches to the outbox. Depends only on stored state, so that the next background can continue. */
import {
  type Batch,
  type BatchEntry,
  isEnded,
  isFetchedHere,
  runningOf,
  widthOf,
  type EntryStatus,
} from './model.ts';
import { type AppError, appError } from '../contract/errors.ts';
import { findConnection, onlyReads } from '../connections/model.ts';
import type { BatchPorts } from './ports.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { pageKeyOf } from '../custom-id/custom-id.ts';
import {
  connectionGone,
  linkMaterial,
  type LiveItem,
  type OutboxItem,
  liveStateOf,
} from '../outbox/model.ts';
import { everySite, originPattern } from '../url/origins.ts';
import { pageLeft, tabGone } from '../save/model.ts';

export function createRunner(ports: BatchPorts & { announce: (id: string) => void }) {
  const { store, outbox, announce } = ports;
  /** Set while the outbox is full; any change to the outbox might free space. */
  let isStarved = false;
  let hasHanded = false;

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

  /** Returns whether the batch stopped, so that another can run. */
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

  /** Ends a paused batch once its entries in progress have finished. */
  async function endIfOver(batch: Batch): Promise<void> {
    await settleHanded(batch);
    if (await isOver(batch)) await change(batch.id, { status: 'done', trouble: null });
  }

  async function isOver({ id }: Batch): Promise<boolean> {
    const { waiting, handed } = await store.counts(id);
    return waiting === 0 && handed === 0;
  }

  /** Hands over up to `space` entries. Returns the error if the outbox is full. */
  async function feed(batch: Batch, space: number): Promise<AppError | null> {
    let left = space;
    while (left > 0) {
      const [entry] = await store.entries(batch.id, 'waiting', 1);
      if (entry === undefined) return null;
      const handed = await handOver(entry, batch, ports);
      if (!handed.ok) return handed.error;
      if (handed.value) {
        hasHanded = true;
        left -= 1;
      }
      announce(batch.id);
    }
    return null;
  }

  /** Updates handed entries from their outbox items, including those that an earlier background handed over. */
  async function settleHanded(
    batch: Batch,
  ): Promise<{ underWay: number; withdrawn: AppError | null }> {
    let underWay = 0;
    let withdrawn: AppError | null = null;
    for (const entry of await store.entries(batch.id, 'handed')) {
      const row = await outbox.get(entry.id);
      const after = (before: BatchEntry) => settled(before, row, batch);
      if (after(entry) === entry) underWay += 1;
      else if (await store.change(entry.id, after)) announce(batch.id);
      if (row?.state.status === 'paused') withdrawn = row.state.error;
    }
    return { underWay, withdrawn };
  }

  /** Updates the entry of an outbox item. Returns whether the item belongs to a batch. */
  async function settle(rowId: string): Promise<boolean> {
    const entry = await store.entry(rowId);
    const batch = entry === null ? null : await store.get(entry.batchId);
    if (batch === null) return false;
    const row = await outbox.get(rowId);
    if (await store.change(rowId, (before) => settled(before, row, batch))) announce(batch.id);
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
    announce(id);
  }

  async function tidyUp(batch: Batch): Promise<void> {
    const { waiting, handed } = await store.counts(batch.id);
    if (waiting > 0) {
      await store.cancelWaiting(batch.id);
      announce(batch.id);
    }
    // A canceled batch may have entries in progress whose outcome was missed.
    if (handed > 0) await settleHanded(batch);
    if (batch.borrowed.length === 0) return;
    for (const entry of await store.entries(batch.id, 'handed')) {
      if (isToBeRead(entry, await outbox.get(entry.id), batch)) return;
    }
    await giveBack(batch);
  }

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

/** Returns whether the entry is in progress. Fails if the outbox is full; the entry then stays waiting. */
async function handOver(
  entry: BatchEntry,
  batch: Batch,
  ports: HandOverPorts,
): AsyncResult<boolean> {
  const { store, outbox } = ports;
  let row = await outbox.get(entry.id);
  if (row === null) {
    const made = await itemOf(entry, batch, ports);
    if (!made.ok) {
      const refused = { status: 'refused', error: made.error } as const;
      await store.change(entry.id, (before) => ({ ...before, ...refused }));
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
): AsyncResult<LiveItem> {
  const common = {
    id,
    connectionId,
    container,
    source: { url, title, tabId, frameId: null },
    pageKey: pageKeyOf(url),
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
  // A hidden URL is checked later, when the page is read.
  const hasLeft = tab.url !== '' && pageKeyOf(tab.url) !== common.pageKey;
  if (hasLeft) return err(pageLeft);
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

/** Returns the same object if nothing changed. */
export function settled(entry: BatchEntry, row: Row | null, batch: Fetching): BatchEntry {
  const { status, error } = row === null ? withoutRow(entry) : byRow(entry, row, batch);
  const isSame = status === entry.status && error?.code === entry.error?.code;
  return isSame ? entry : { ...entry, status, error };
}

export function isToBeRead({ tabId }: BatchEntry, row: Row | null, batch: Fetching): boolean {
  return tabId === null ? isFetchedHere(batch) : row?.state.status === 'requested';
}

type Outcome = { status: EntryStatus; error: AppError | null };

/** An item missing from the outbox was removed by the person. */
function withoutRow({ status, error }: BatchEntry): Outcome {
  return status === 'handed' ? { status: 'canceled', error: null } : { status, error };
}

function byRow(entry: BatchEntry, row: Row, batch: Fetching): Outcome {
  const state = liveStateOf(row);
  if (state.status === 'failed') return unlearned(state.reason ?? '');
  if (state.status === 'canceled') return unlearned('');
  // The document stays in the service even if the item is removed.
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

/** `reason` is the service's own message. */
function unlearned(reason: string): Outcome {
  return { status: 'refused', error: appError('save.unlearned', reason) };
}

/** Splits borrowed permissions into those that another active batch inherits and those to release. */
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
