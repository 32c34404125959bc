/** The rows of the outbox as they are stored, and how they are read back. */
import * as z from 'zod/mini';
import { type OutboxItem, outboxItemSchema } from '../contracts/outbox.ts';
import { rowKeysOf } from '../core/outbox/row-keys.ts';
import type { KeepsakeSchema } from './database.ts';

export type OutboxRow = KeepsakeSchema['outbox']['value'];

export function rowOf(item: OutboxItem): OutboxRow {
  return { ...item, keys: rowKeysOf(item) };
}

export type RowReaderPorts = {
  /** Told the number of rows that could not be read. */
  reportCorrupt: (rows: number) => void;
  /** Gives an item that was read as it is to be known. */
  known: (item: OutboxItem) => OutboxItem;
};

export function createRowReader({ reportCorrupt, known }: RowReaderPorts) {
  return {
    /** Null where there is no row, or none that can be read. */
    one(row: unknown): OutboxItem | null {
      return row === undefined ? null : (this.many([row])[0] ?? null);
    },

    many(rows: unknown[]): OutboxItem[] {
      const items = rows.flatMap((row) => {
        const parsed = z.safeParse(outboxItemSchema, row);
        return parsed.success ? [known(parsed.data)] : [];
      });
      if (items.length < rows.length) reportCorrupt(rows.length - items.length);
      return items;
    },
  };
}

export type RowReader = ReturnType<typeof createRowReader>;
