/** Stores batches. Every change is one transaction, and counts are computed without reading entries. */
import * as z from 'zod/mini';
import {
  type Batch,
  type BatchEntry,
  batchEntrySchema,
  batchSchema,
  type EntryStatus,
  entryStatuses,
  type EntryCounts,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { durable, type KeepsakeDatabase } from '../database/database.ts';

const both = ['batches', 'batch-entries'] as const;

/** `reportCorrupt` gets the number of rows that couldn't be parsed. */
export function createBatchStore(
  database: () => Promise<KeepsakeDatabase>,
  reportCorrupt: (rows: number) => void,
) {
  function parsed<T extends object>(schema: z.ZodMiniType<T>, rows: readonly unknown[]): T[] {
    const read = rows.flatMap((row) => z.safeParse(schema, row).data ?? []);
    if (read.length < rows.length) reportCorrupt(rows.length - read.length);
    return read;
  }
  const oneOf = <T extends object>(schema: z.ZodMiniType<T>, row: unknown): T | null =>
    row === undefined ? null : (parsed(schema, [row])[0] ?? null);

  return {
    /** Stores a batch, or returns the existing batch with this id. A failed write stores nothing. */
    async create(batch: Batch, entries: readonly BatchEntry[]): AsyncResult<Batch, 'unwritten'> {
      try {
        const tx = (await database()).transaction(both, 'readwrite', durable);
        const known = oneOf(batchSchema, await tx.objectStore('batches').get(batch.id));
        if (known !== null) return ok(known);
        const rows = tx.objectStore('batch-entries');
        await Promise.all([
          tx.objectStore('batches').put(batch),
          ...entries.map((entry) => rows.put(entry)),
          tx.done,
        ]);
        return ok(batch);
      } catch (cause) {
        // The disk is full, or the profile is read-only.
        if (cause instanceof DOMException) return err('unwritten');
        throw cause;
      }
    },

    async get(id: string): Promise<Batch | null> {
      return oneOf(batchSchema, await (await database()).get('batches', id));
    },

    async list(): Promise<Batch[]> {
      const batches = parsed(batchSchema, await (await database()).getAll('batches'));
      return batches.sort((a, b) => b.createdAt - a.createdAt);
    },

    /** Updates the stored batch. Returns null if it was removed. */
    async update(id: string, change: (batch: Batch) => Batch): Promise<Batch | null> {
      const tx = (await database()).transaction('batches', 'readwrite', durable);
      const batch = oneOf(batchSchema, await tx.store.get(id));
      if (batch === null) return null;
      const changed = change(batch);
      await Promise.all([changed === batch ? null : tx.store.put(changed), tx.done]);
      return changed;
    },

    async counts(id: string): Promise<EntryCounts> {
      const index = (await database()).transaction('batch-entries').store.index('by-status');
      const counted = await Promise.all(
        entryStatuses.map(async (status) => [status, await index.count(rangeOf(id, status))]),
      );
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- has every status as a key
      return Object.fromEntries(counted) as EntryCounts;
    },

    async entries(id: string, status: EntryStatus, most?: number): Promise<BatchEntry[]> {
      const db = await database();
      const index = db.transaction('batch-entries').store.index('by-status');
      return parsed(batchEntrySchema, await index.getAll(rangeOf(id, status), most));
    },

    async entry(id: string): Promise<BatchEntry | null> {
      return oneOf(batchEntrySchema, await (await database()).get('batch-entries', id));
    },

    /** Returns whether the entry changed. */
    async change(id: string, change: (entry: BatchEntry) => BatchEntry): Promise<boolean> {
      const tx = (await database()).transaction('batch-entries', 'readwrite', durable);
      const entry = oneOf(batchEntrySchema, await tx.store.get(id));
      const changed = entry === null ? null : change(entry);
      const isOther = changed !== null && changed !== entry;
      await Promise.all([isOther ? tx.store.put(changed) : null, tx.done]);
      return isOther;
    },

    async cancelWaiting(id: string): Promise<void> {
      const tx = (await database()).transaction('batch-entries', 'readwrite', durable);
      let row = await tx.store.index('by-status').openCursor(rangeOf(id, 'waiting'));
      for (; row !== null; row = await row.continue()) {
        await row.update({ ...row.value, status: 'canceled' });
      }
      await tx.done;
    },

    /** Does nothing if the entry was removed. */
    async replace(id: string, make: (entry: BatchEntry) => BatchEntry): Promise<void> {
      const tx = (await database()).transaction('batch-entries', 'readwrite', durable);
      const entry = oneOf(batchEntrySchema, await tx.store.get(id));
      if (entry !== null) await Promise.all([tx.store.delete(id), tx.store.put(make(entry))]);
      await tx.done;
    },

    async remove(id: string): Promise<void> {
      const tx = (await database()).transaction(both, 'readwrite', durable);
      const entries = tx.objectStore('batch-entries');
      const keys = await entries.index('by-batch').getAllKeys(IDBKeyRange.bound([id], [id, []]));
      await Promise.all([
        tx.objectStore('batches').delete(id),
        ...keys.map((key) => entries.delete(key)),
        tx.done,
      ]);
    },
  };
}

/** Arrays sort after numbers in IndexedDB keys, so this covers every position. */
function rangeOf(id: string, status: EntryStatus): IDBKeyRange {
  return IDBKeyRange.bound([id, status], [id, status, []]);
}
