/** The extension's IndexedDB. Rows are parsed when read; a row that can't be parsed is left in place and reported. */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Batch, BatchEntry } from '../batch/model.ts';
import type { SealedCredential, Withdrawal } from '../connections/model.ts';
import type { Highlight, ItemText, OutboxSummary, RowKeys } from '../outbox/model.ts';
import type { StoredPreview } from '../save/model.ts';
import { type Migration, migrations } from './migrations.ts';

export type KeepsakeSchema = DBSchema & {
  outbox: {
    key: string;
    /** `keys` is only used by the indexes. */
    value: OutboxSummary & { keys: RowKeys };
    indexes: {
      'by-status': string;
      'by-page': string;
      'by-custom-id': string;
      'by-due': [number, string];
      'by-unsent-bytes': number;
      'by-finished': number;
      'by-learning': string;
      'by-memory': string;
    };
  };
  /** Written and removed in the same transaction as the item's row in `outbox`. */
  'outbox-texts': { key: string; value: ItemText };
  highlights: {
    key: string;
    value: Highlight;
    indexes: { 'by-memory': string; 'by-text': string; 'by-page': string };
  };
  previews: { key: string; value: StoredPreview; indexes: { 'by-tab': number } };
  batches: { key: string; value: Batch };
  'batch-entries': {
    key: string;
    value: BatchEntry;
    indexes: { 'by-batch': [string, number]; 'by-status': [string, string, number] };
  };
  /** The key is the connection id and the kind of credential. */
  vault: { key: [string, string]; value: SealedCredential };
  /** The key that seals the vault. It can be used but not exported. */
  'vault-key': { key: string; value: CryptoKey };
  /** The key is the credential id and the withdrawn access. */
  withdrawals: { key: [string, string]; value: Withdrawal };
};

export type KeepsakeDatabase = IDBPDatabase<KeepsakeSchema>;

const name = 'keepsake';

/** Options of a transaction whose writes survive a crash. */
export const durable = { durability: 'strict' } as const;

/** Returns a function that opens the database, and opens it again after it was closed or couldn't be opened. */
export function createDatabaseOpener(): () => Promise<KeepsakeDatabase> {
  let opened: Promise<KeepsakeDatabase> | null = null;
  const reset = () => {
    opened = null;
  };
  return () => {
    opened ??= open(reset).catch((cause: unknown) => {
      reset();
      throw cause;
    });
    return opened;
  };
}

/** Clears the rows first, because a page that keeps the database open delays its deletion. */
export async function eraseDatabase(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  const db = await database();
  const tx = db.transaction([...db.objectStoreNames], 'readwrite', durable);
  await Promise.all([...db.objectStoreNames].map((store) => tx.objectStore(store).clear()));
  await tx.done;
  // Open connections are closed by their `blocking` handler.
  await deleteDB(name);
}

function open(closed: () => void): Promise<KeepsakeDatabase> {
  return openDB<KeepsakeSchema>(name, migrations.length, {
    async upgrade(...[db, from, , tx]) {
      // Earlier versions have other stores than the current schema.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- idb only types the newest schema
      const upgrade = [db, tx] as unknown as Parameters<Migration>;
      try {
        for (const migrate of migrations.slice(from)) await migrate(...upgrade);
      } catch {
        // A rejected promise alone would commit a half-migrated database, so abort the transaction.
        tx.done.catch(() => undefined);
        tx.abort();
      }
    },
    /** Closes the database, because an update of the extension or the deletion of all data needs exclusive access. */
    blocking(_current, _next, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      closed();
    },
    terminated: closed,
  });
}
