import type { IDBPTransaction } from 'idb';
import {
  type FinishedItem,
  type Highlight,
  type ItemText,
  type LiveItem,
  type LiveStatus,
  type OutboxItem,
  outboxItemSchema,
  type OutboxList,
  type OutboxSummary,
  outboxSummarySchema,
  type OutboxView,
  isLive,
  type LiveSummary,
  summaryOf,
  viewOf,
  type RowKeys,
  isFinished,
  isUnsent,
  liveStateOf,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { noConnections, type StoredConnections, withStoredName } from '../connections/model.ts';
import type { Owned } from './ownership.ts';
import {
  isFull,
  storageFigures,
  type StorageLimits,
  storageLimits,
  type Usage,
  bytesOf,
} from './storage.ts';
import { durable, type KeepsakeDatabase, type KeepsakeSchema } from '../database/database.ts';
import { dueAt, laneOf } from './schedule.ts';

/**
 * Stores items. Summaries and texts are in separate stores, so that lists load no text. Each change is one transaction.
 */
import * as z from 'zod/mini';

/** Statuses with work left that doesn't need the person. */
const activeStatuses = ['requested', 'captured', 'sending', 'waiting', 'learning'] as const;
/** Also includes statuses that need the person. */
const openStatuses = [...activeStatuses, 'refused', 'paused'] as const;
const listedFinished = 200;

type OutboxStoreOptions = {
  limits?: StorageLimits;
  /** Returns the connections, for the current names of Memories. */
  connections?: () => Promise<StoredConnections>;
};

/** `reportCorrupt` gets the number of unreadable rows. */
export function createOutboxStore(
  openDatabase: () => Promise<KeepsakeDatabase>,
  reportCorrupt: (rows: number) => void,
  { limits = storageLimits, connections = async () => noConnections }: OutboxStoreOptions = {},
) {
  let latest = noConnections;

  /** Reads the names before opening a transaction, which would end while waiting for them. */
  async function database(): Promise<KeepsakeDatabase> {
    latest = await connections().catch(() => latest);
    return openDatabase();
  }

  /** Skips and reports rows that can't be parsed. */
  function parseSummaries(rows: unknown[]): OutboxSummary[] {
    const summaries = rows.flatMap((row) => z.safeParse(outboxSummarySchema, row).data ?? []);
    if (summaries.length < rows.length) reportCorrupt(rows.length - summaries.length);
    return summaries.map((summary) => withStoredName(summary, latest));
  }

  /** Returns null if the item is missing or can't be parsed. */
  async function readItem(tx: ItemTransaction, id: string): Promise<OutboxItem | null> {
    const [row, text] = await Promise.all([
      tx.objectStore('outbox').get(id),
      tx.objectStore('outbox-texts').get(id),
    ]);
    if (row === undefined) return null;
    const parsed = z.safeParse(outboxItemSchema, { material: null, ...text, ...row });
    if (parsed.success && (parsed.data.material !== null) === row.hasText) {
      return withStoredName(parsed.data, latest);
    }
    reportCorrupt(1);
    return null;
  }

  async function openSummaries(statuses: readonly LiveStatus[]): Promise<LiveSummary[]> {
    const index = (await database()).transaction('outbox').store.index('by-status');
    const rows = await Promise.all(statuses.map((status) => index.getAll(status)));
    return parseSummaries(rows.flat()).filter(isLive);
  }

  async function latestFinished(): Promise<OutboxView[]> {
    const tx = (await database()).transaction('outbox');
    const rows: unknown[] = [];
    let row = await tx.store.index('by-finished').openCursor(null, 'prev');
    for (; row !== null && rows.length < listedFinished; row = await row.continue()) {
      rows.push(row.value);
    }
    return parseSummaries(rows).filter(isLive).map(viewOf);
  }

  /** Returns saves of a page by the id of its URL or its canonical URL, newest first, including discarded ones. */
  async function rowsOfPage(pageKey: string): Promise<OutboxSummary[]> {
    const tx = (await database()).transaction('outbox');
    const [byAddress, byIdentity] = await Promise.all([
      tx.store.index('by-page').getAll(pageKey),
      tx.store.index('by-custom-id').getAll(pageKey),
    ]);
    const rows = new Map([...byAddress, ...byIdentity].map((row) => [row.id, row]));
    return parseSummaries([...rows.values()]).sort(newestFirst);
  }

  return {
    rowsOfPage,

    /** Like `rowsOfPage`, but without discarded items. */
    ofPage: async (pageKey: string): Promise<LiveSummary[]> =>
      (await rowsOfPage(pageKey)).filter(isLive),

    /**
     * Stores a new item, or returns the existing item with this id. If the outbox is full or can't be written, fails
     * and changes nothing.
     */
    async insert(
      item: OutboxItem,
      highlight: Highlight | null = null,
    ): AsyncResult<OutboxItem, 'full' | 'unwritten'> {
      try {
        const stores = [...itemStores, 'highlights'] as const;
        const tx = (await database()).transaction(stores, 'readwrite', durable);
        const known = await readItem(tx, item.id);
        if (known !== null) return ok(known);
        if (isFull(await usageOf(tx), limits)) return err('full');
        await Promise.all([...addItem(tx, item, highlight), tx.done]);
        return ok(item);
      } catch (cause) {
        // The disk is full, or the profile is read-only.
        if (cause instanceof DOMException) return err('unwritten');
        throw cause;
      }
    },

    /**
     * Adds finished items, such as those of an import, except pages that this connection's Memory is known to have and
     * highlights of known notes. Returns the added items.
     */
    async adopt(finished: readonly FinishedItem[]): Promise<LiveItem[]> {
      if (finished.length === 0) return [];
      const stores = [...itemStores, 'highlights'] as const;
      const tx = (await database()).transaction(stores, 'readwrite', durable);
      const added: LiveItem[] = [];
      for (const { item, highlight } of finished) {
        if (await isKnown(tx, item, highlight)) continue;
        added.push(item);
        await Promise.all(addItem(tx, item, highlight));
      }
      await tx.done;
      return added;
    },

    async get(id: string): Promise<OutboxItem | null> {
      return readItem((await database()).transaction(itemStores), id);
    },

    /** Returns null if the item was removed. `whenFull` is used if the change would exceed the text limit. */
    async update(
      id: string,
      change: (item: OutboxItem) => OutboxItem,
      whenFull: (item: OutboxItem) => OutboxItem = (item) => item,
    ): Promise<OutboxItem | null> {
      const tx = (await database()).transaction(itemStores, 'readwrite', durable);
      const item = await readItem(tx, id);
      if (item === null) return null;
      let changed = change(item);
      const added = unsentBytes(changed) - unsentBytes(item);
      if (added > 0) {
        const { bytes } = await usageOf(tx);
        if (bytes + added > limits.unsentBytes) changed = whenFull(item);
      }
      await Promise.all([...(changed === item ? [] : putItem(tx, changed, item)), tx.done]);
      return changed;
    },

    async remove(id: string): Promise<void> {
      const tx = (await database()).transaction(itemStores, 'readwrite');
      await Promise.all([...deleteItem(tx, id), tx.done]);
    },

    /** Removes the stored item if `mayGo` returns true for it. Returns the removed item or null. */
    async removeIf(id: string, mayGo: (item: OutboxItem) => boolean): Promise<OutboxItem | null> {
      const tx = (await database()).transaction(itemStores, 'readwrite', durable);
      const item = await readItem(tx, id);
      const removed = item !== null && mayGo(item) ? item : null;
      await Promise.all([...(removed === null ? [] : deleteItem(tx, id)), tx.done]);
      return removed;
    },

    /** Removes the oldest finished items beyond the limit and returns their ids. */
    async removeOldestFinished(): Promise<string[]> {
      const tx = (await database()).transaction(itemStores, 'readwrite');
      const index = tx.objectStore('outbox').index('by-finished');
      const surplus = (await index.count()) - limits.finishedItems;
      const ids = surplus > 0 ? await index.getAllKeys(null, surplus) : [];
      await Promise.all([...ids.flatMap((id) => deleteItem(tx, id)), tx.done]);
      return ids;
    },

    async list(): Promise<OutboxList> {
      const [open, finished, used] = await Promise.all([
        openSummaries(openStatuses),
        latestFinished(),
        database().then((db) => usageOf(db.transaction(itemStores))),
      ]);
      const items = [...open.map(viewOf), ...finished].sort(newestFirst);
      return { items, storage: storageFigures(used, limits) };
    },

    /** Returns items with work left, oldest first. */
    async active(): Promise<OutboxView[]> {
      const items = (await openSummaries(activeStatuses)).map(viewOf);
      return items.sort((a, b) => -newestFirst(a, b));
    },

    /** Returns items that are neither finished nor discarded. */
    owned: async (): Promise<Owned[]> =>
      (await openSummaries(openStatuses)).map(({ id, connectionId, state, hasText }) => ({
        id,
        connectionId,
        state,
        hasText,
      })),

    /** Returns ids of items that the service has but couldn't index. */
    async unlearned(): Promise<string[]> {
      const index = (await database()).transaction('outbox').store.index('by-status');
      const ids = await Promise.all([index.getAllKeys('failed'), index.getAllKeys('canceled')]);
      return ids.flat();
    },

    /** Returns due items with their lanes, longest waiting first. */
    async due(now: number): Promise<{ id: string; lane: string }[]> {
      const tx = (await database()).transaction('outbox');
      // In IndexedDB keys, arrays sort after strings, so this includes every lane at `now`.
      const range = IDBKeyRange.upperBound([now, []]);
      const due: { id: string; lane: string }[] = [];
      let entry = await tx.store.index('by-due').openKeyCursor(range);
      for (; entry !== null; entry = await entry.continue()) {
        due.push({ id: entry.primaryKey, lane: entry.key[1] });
      }
      return due;
    },

    /** Returns the next due time, or null if no item is due, ignoring excluded items. */
    async nextDue(isExcluded: (id: string) => boolean): Promise<number | null> {
      const tx = (await database()).transaction('outbox');
      let entry = await tx.store.index('by-due').openKeyCursor();
      while (entry !== null && isExcluded(entry.primaryKey)) entry = await entry.continue();
      return entry === null ? null : entry.key[0];
    },

    /** Counts pages that are expected to become searchable. */
    countLearning: async (connectionId: string): Promise<number> =>
      (await database()).countFromIndex('outbox', 'by-learning', connectionId),

    async countByStatus(): Promise<Record<string, number>> {
      const index = (await database()).transaction('outbox').store.index('by-status');
      const counts: Record<string, number> = {};
      let entry = await index.openKeyCursor(null, 'nextunique');
      for (; entry !== null; entry = await entry.continue()) {
        counts[entry.key] = await index.count(entry.key);
      }
      return counts;
    },

    idsWaiting: async (): Promise<string[]> =>
      (await database()).getAllKeysFromIndex('outbox', 'by-status', 'waiting'),

    /** Includes discarded items, in no particular order. */
    idsOfMemory: async (memoryId: string): Promise<string[]> =>
      (await database()).getAllKeysFromIndex('outbox', 'by-memory', memoryId),
  };
}

const itemStores = ['outbox', 'outbox-texts'] as const;
type Stores = readonly ('outbox' | 'outbox-texts' | 'highlights')[];
type ItemTransaction = IDBPTransaction<KeepsakeSchema, Stores, IDBTransactionMode>;
type ItemWriting = IDBPTransaction<KeepsakeSchema, Stores, 'readwrite'>;

/** `before` is the item as read in this transaction; null for a new item. */
function putItem(tx: ItemWriting, item: OutboxItem, before: OutboxItem | null): Promise<unknown>[] {
  const row = { ...summaryOf(item), keys: rowKeysOf(item) };
  const writes: Promise<unknown>[] = [tx.objectStore('outbox').put(row)];
  const text = textOf(item);
  const earlier = before === null ? null : textOf(before);
  const texts = tx.objectStore('outbox-texts');
  if (text === null) {
    if (earlier !== null) writes.push(texts.delete(item.id));
    // Unchanged text is the same object.
  } else if (text.material !== earlier?.material || text.selectionText !== earlier.selectionText) {
    writes.push(texts.put(text));
  }
  return writes;
}

function addItem(tx: ItemWriting, item: OutboxItem, highlight: Highlight | null) {
  const marks = highlight === null ? [] : [tx.objectStore('highlights').put(highlight)];
  return [...putItem(tx, item, null), ...marks];
}

async function isKnown(
  tx: ItemWriting,
  { id, customId, connectionId, container }: LiveItem,
  highlight: Highlight | null,
): Promise<boolean> {
  const outbox = tx.objectStore('outbox');
  if ((await outbox.getKey(id)) !== undefined) return true;
  if (highlight !== null && highlight.memoryId !== null) {
    const known = await tx.objectStore('highlights').index('by-memory').getKey(highlight.memoryId);
    return known !== undefined;
  }
  const saves = customId === null ? [] : await outbox.index('by-custom-id').getAll(customId);
  return saves.some(
    (save) => save.connectionId === connectionId && save.container.id === container.id,
  );
}

function deleteItem(tx: ItemWriting, id: string): Promise<unknown>[] {
  return itemStores.map((name) => tx.objectStore(name).delete(id));
}

function textOf(item: OutboxItem): ItemText | null {
  const { id, material } = item;
  const selectionText = item.kind === 'note' ? item.selectionText : undefined;
  if (material === null && selectionText === undefined) return null;
  return { id, material, ...(selectionText === undefined ? {} : { selectionText }) };
}

/** Reads index keys only, so that no row is loaded. */
async function usageOf(tx: ItemTransaction): Promise<Usage> {
  const usage = { items: 0, bytes: 0 };
  let entry = await tx.objectStore('outbox').index('by-unsent-bytes').openKeyCursor();
  for (; entry !== null; entry = await entry.continue()) {
    usage.items += 1;
    usage.bytes += entry.key;
  }
  return usage;
}

function unsentBytes(item: OutboxItem): number {
  return rowKeysOf(item).unsentBytes ?? 0;
}

function newestFirst(
  a: Pick<OutboxSummary, 'createdAt'>,
  b: Pick<OutboxSummary, 'createdAt'>,
): number {
  return b.createdAt - a.createdAt;
}

/** Index keys are stored with the item, so changing them needs a migration. */
export function rowKeysOf(item: OutboxItem): RowKeys {
  const due = dueAt(item);
  return {
    ...(due === null ? {} : { due: [due, laneOf(item)] }),
    ...(takesRoom(item) ? { unsentBytes: bytesOf(item.material) } : {}),
    ...(isFinished(item.state) ? { finishedAt: item.updatedAt } : {}),
    ...(willBeLearned(item) ? { learning: item.connectionId } : {}),
  };
}

/** Returns whether an item counts toward the limits. An item refused before it was read has no text. */
function takesRoom(item: OutboxItem): boolean {
  const kept = liveStateOf(item);
  return kept.status === 'requested' || (item.material !== null && isUnsent(kept, true));
}

/** Links count only once they are being indexed, because the service might fail to fetch them. */
function willBeLearned({ kind, state: { status } }: OutboxItem): boolean {
  if (status === 'learning') return true;
  return kind === 'page' && (status === 'captured' || status === 'sending');
}
