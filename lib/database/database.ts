/** Rows are parsed when read; one that fails is left in place and reported. */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Batch, BatchEntry } from '../batch/model.ts';
import type { Withdrawal } from '../connections/model.ts';
import type { Highlight, ItemText, OutboxSummary } from '../outbox/model.ts';
import type { StoredPreview } from '../save/model.ts';
import type { RowKeys } from '../outbox/model.ts';
import { type Migration, migrations } from './migrations.ts';
import type { SealedCredential } from '../connections/model.ts';

export type KeepsakeSchema = DBSchema & {
  outbox: {
    key: string;
    /** `keys` is for the indexes only. */
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
  /** Written and removed in one transaction with its row in `outbox`. */
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
  /** Keyed by connection and kind. */
  vault: { key: [string, string]; value: SealedCredential };
  /** Seals the vault; can be used but not exported. */
  'vault-key': { key: string; value: CryptoKey };
  /** Keyed by credential and access. */
  withdrawals: { key: [string, string]; value: Withdrawal };
};

export type KeepsakeDatabase = IDBPDatabase<KeepsakeSchema>;

const name = 'keepsake';

/** Reopens after it was closed or failed to open. */
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

/** Clears rows first, since a page that keeps the database open delays its deletion. */
export async function eraseDatabase(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  const db = await database();
  const tx = db.transaction([...db.objectStoreNames], 'readwrite', { durability: 'strict' });
  await Promise.all([...db.objectStoreNames].map((store) => tx.objectStore(store).clear()));
  await tx.done;
  // Open connections close themselves on `blocking`.
  await deleteDB(name);
}

function open(closed: () => void): Promise<KeepsakeDatabase> {
  return openDB<KeepsakeSchema>(name, migrations.length, {
    async upgrade(...[db, from, , tx]) {
      // Older versions have different stores from the current schema.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- idb types the database by the newest schema alone
      const upgrade = [db, tx] as unknown as Parameters<Migration>;
      try {
        for (const migrate of migrations.slice(from)) await migrate(...upgrade);
      } catch {
        // A rejected promise alone would commit the half-migrated database; the abort prevents
        // that.
        tx.done.catch(() => undefined);
        tx.abort();
      }
    },
    /** An update of the extension, or the deletion of all data, needs exclusive access. */
    blocking(_current, _next, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      closed();
    },
    terminated: closed,
  });
}
