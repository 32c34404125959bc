/** The outbox in IndexedDB; every change is one transaction, durable before its promise settles. */
import type { Highlight, OutboxItem } from '../contracts/outbox.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import { noSettings, type Settings } from '../contracts/settings.ts';
import { withKnownName } from '../core/connections/memory-names.ts';
import { rowKeysOf } from '../core/outbox/row-keys.ts';
import { isFull, type StorageLimits, storageLimits } from '../core/outbox/storage.ts';
import type { KeepsakeDatabase } from './database.ts';
import { createOutboxQueries, usageOf } from './outbox-queries.ts';
import { createRowReader, rowOf } from './outbox-rows.ts';

const durable = { durability: 'strict' } as const;

export type OutboxStore = ReturnType<typeof createOutboxStore>;

export type OutboxStoreOptions = {
  limits?: StorageLimits;
  /** The homes, of which a save has the name that its Memory has now. */
  homes?: () => Promise<Settings>;
};

/** Makes the store; `reportCorrupt` is told the number of rows that could not be read. */
export function createOutboxStore(
  openDatabase: () => Promise<KeepsakeDatabase>,
  reportCorrupt: (rows: number) => void,
  { limits = storageLimits, homes = async () => noSettings }: OutboxStoreOptions = {},
) {
  let latest = noSettings;
  const read = createRowReader({ reportCorrupt, known: (item) => withKnownName(item, latest) });

  /** The names are there before a transaction begins, which would end while they are waited for. */
  async function database(): Promise<KeepsakeDatabase> {
    // Where they cannot be read, those known last will do.
    latest = await homes().catch(() => latest);
    return openDatabase();
  }

  return {
    ...createOutboxQueries({ database, read, limits }),

    /**
     * Writes a new item, or gives the one that already has this id: a repeated click is the same save. Fails where
     * there is no room for another, or the browser does not write; nothing is changed then. The highlight of a note is
     * written with it, both or neither.
     */
    async insert(
      item: OutboxItem,
      highlight: Highlight | null = null,
    ): Promise<Result<OutboxItem, 'full' | 'unwritten'>> {
      try {
        const tx = (await database()).transaction(['outbox', 'highlights'], 'readwrite', durable);
        const rows = tx.objectStore('outbox');
        const known = read.one(await rows.get(item.id));
        if (known !== null) return ok(known);
        if (isFull(await usageOf(rows), limits)) return err('full');
        await Promise.all([
          rows.put(rowOf(item)),
          highlight === null ? null : tx.objectStore('highlights').put(highlight),
          tx.done,
        ]);
        return ok(item);
      } catch (cause) {
        // A full disk, a profile that cannot be written to.
        if (cause instanceof DOMException) return err('unwritten');
        throw cause;
      }
    },

    async get(id: string): Promise<OutboxItem | null> {
      return read.one(await (await database()).get('outbox', id));
    },

    /**
     * Changes an item as it is stored now; null where it was removed meanwhile. Where a change would add text beyond
     * the limit, `whenFull` is made instead, or none.
     */
    async update(
      id: string,
      change: (item: OutboxItem) => OutboxItem,
      whenFull: (item: OutboxItem) => OutboxItem = (item) => item,
    ): Promise<OutboxItem | null> {
      const tx = (await database()).transaction('outbox', 'readwrite', durable);
      const item = read.one(await tx.store.get(id));
      if (item === null) return null;
      let changed = change(item);
      const added = unsentBytes(changed) - unsentBytes(item);
      if (added > 0) {
        const { bytes } = await usageOf(tx.store);
        if (bytes + added > limits.unsentBytes) changed = whenFull(item);
      }
      await Promise.all([changed === item ? null : tx.store.put(rowOf(changed)), tx.done]);
      return changed;
    },

    async remove(id: string): Promise<void> {
      await (await database()).delete('outbox', id);
    },

    /** Removes an item if it is, as it is stored now, one that may go; tells whether it went. */
    async removeIf(id: string, mayGo: (item: OutboxItem) => boolean): Promise<boolean> {
      const tx = (await database()).transaction('outbox', 'readwrite', durable);
      const item = read.one(await tx.store.get(id));
      const goes = item !== null && mayGo(item);
      if (goes) await tx.store.delete(id);
      await tx.done;
      return goes;
    },

    /** Lets go of the oldest items that are done, where there are more than are kept; gives their ids. */
    async letGoOfOldest(): Promise<string[]> {
      const tx = (await database()).transaction('outbox', 'readwrite');
      const index = tx.store.index('by-finished');
      const surplus = (await index.count()) - limits.finishedItems;
      const ids = surplus > 0 ? await index.getAllKeys(null, surplus) : [];
      for (const id of ids) await tx.store.delete(id);
      await tx.done;
      return ids;
    },
  };
}

function unsentBytes(item: OutboxItem): number {
  return rowKeysOf(item).unsentBytes ?? 0;
}
