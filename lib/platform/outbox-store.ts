/** The outbox in IndexedDB; every change is one transaction, durable before its promise settles. */
import * as z from 'zod/mini';
import { type OutboxItem, outboxItemSchema, type OutboxStatus } from '../contracts/outbox.ts';
import type { KeepsakeDatabase } from './database.ts';

/** States in which there is still something to do without the person. */
const activeStatuses: OutboxStatus[] = ['requested', 'captured', 'sending', 'waiting', 'learning'];

const durable = { durability: 'strict' } as const;

/** Makes the store; `reportCorrupt` is told the number of rows that could not be read. */
export function createOutboxStore(
  database: () => Promise<KeepsakeDatabase>,
  reportCorrupt: (rows: number) => void,
) {
  function parse(rows: unknown[]): OutboxItem[] {
    const items = rows.flatMap((row) => {
      const parsed = z.safeParse(outboxItemSchema, row);
      return parsed.success ? [parsed.data] : [];
    });
    if (items.length < rows.length) reportCorrupt(rows.length - items.length);
    return items;
  }

  return {
    /** Writes a new item, or gives the one that already has this id: a repeated click is the same save. */
    async insert(item: OutboxItem): Promise<OutboxItem> {
      const tx = (await database()).transaction('outbox', 'readwrite', durable);
      const [existing] = parse([await tx.store.get(item.id)].filter((row) => row !== undefined));
      if (existing === undefined) await tx.store.put(item);
      await tx.done;
      return existing ?? item;
    },

    async get(id: string): Promise<OutboxItem | null> {
      const row = await (await database()).get('outbox', id);
      return row === undefined ? null : (parse([row])[0] ?? null);
    },

    /** Changes an item as it is stored now; null where it was discarded meanwhile. */
    async update(id: string, change: (item: OutboxItem) => OutboxItem): Promise<OutboxItem | null> {
      const tx = (await database()).transaction('outbox', 'readwrite', durable);
      const row = await tx.store.get(id);
      const [item] = row === undefined ? [] : parse([row]);
      if (item === undefined) return null;
      const changed = change(item);
      if (changed !== item) await tx.store.put(changed);
      await tx.done;
      return changed;
    },

    async remove(id: string): Promise<void> {
      await (await database()).delete('outbox', id);
    },

    /** Every item, whatever its state. */
    async all(): Promise<OutboxItem[]> {
      return parse(await (await database()).getAll('outbox'));
    },

    /** Items with work left, oldest first. */
    async active(): Promise<OutboxItem[]> {
      const tx = (await database()).transaction('outbox');
      const index = tx.store.index('by-status');
      const rows = await Promise.all(activeStatuses.map((status) => index.getAll(status)));
      return parse(rows.flat()).sort((a, b) => a.createdAt - b.createdAt);
    },

    /** Every item of a Memory, in no order. */
    async ofMemory(memoryId: string): Promise<OutboxItem[]> {
      const rows = await (await database()).getAll('outbox');
      return parse(rows).filter(({ container }) => container.id === memoryId);
    },

    /** Saves and notes of a page, newest first, by the identity of the tab's address or of the page itself. */
    async ofPage(pageKey: string): Promise<OutboxItem[]> {
      const tx = (await database()).transaction('outbox');
      const [byAddress, byIdentity] = await Promise.all([
        tx.store.index('by-page').getAll(pageKey),
        tx.store.index('by-custom-id').getAll(pageKey),
      ]);
      const rows = new Map([...byAddress, ...byIdentity].map((row) => [row.id, row]));
      return parse([...rows.values()]).sort((a, b) => b.createdAt - a.createdAt);
    },
  };
}
