/**
 * The extension's own IndexedDB, closed to content scripts in every browser: the outbox, the highlights, the vault.
 * Rows are parsed as they are read; one that is not of its form is left where it is and reported.
 */
import * as z from 'zod/mini';
import {
  type DBSchema,
  deleteDB,
  type IDBPDatabase,
  type IDBPTransaction,
  openDB,
  type StoreNames,
} from 'idb';
import type { Batch, BatchEntry } from '../contracts/batches.ts';
import type { Withdrawal } from '../contracts/connections.ts';
import {
  type Highlight,
  highlightSchema,
  type OutboxItem,
  outboxItemSchema,
} from '../contracts/outbox.ts';
import type { StoredPreview } from '../contracts/preview.ts';
import { customIdOf } from '../core/custom-id/custom-id.ts';
import { type RowKeys, rowKeysOf } from '../core/outbox/row-keys.ts';
import type { SealedCredential } from './vault-seal.ts';

export type KeepsakeSchema = DBSchema & {
  outbox: {
    key: string;
    /** `keys` is for the indexes alone: what waits and how much of it is known without reading any text. */
    value: OutboxItem & { keys: RowKeys };
    indexes: {
      'by-status': string;
      'by-page': string;
      'by-custom-id': string;
      'by-due': [number, string];
      'by-unsent-bytes': number;
      'by-finished': number;
    };
  };
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
  /** The one key that seals the vault; it cannot be exported, only used. */
  'vault-key': { key: string; value: CryptoKey };
  /** Keyed by credential and access. */
  withdrawals: { key: [string, string]; value: Withdrawal };
};

export type KeepsakeDatabase = IDBPDatabase<KeepsakeSchema>;

const name = 'keepsake';
const version = 4;

/** Gives the one open database, opening it when first asked and again after it was closed or failed to open. */
export function createDatabaseOpener(): () => Promise<KeepsakeDatabase> {
  let opened: Promise<KeepsakeDatabase> | null = null;
  const forget = () => {
    opened = null;
  };
  return () => {
    opened ??= open(forget).catch((cause: unknown) => {
      forget();
      throw cause;
    });
    return opened;
  };
}

/**
 * Deletes all of it. The rows go first, in a transaction of their own, so that they are gone also where a page that
 * hangs on to the database puts its deletion off.
 */
export async function eraseDatabase(database: () => Promise<KeepsakeDatabase>): Promise<void> {
  const db = await database();
  const tx = db.transaction([...db.objectStoreNames], 'readwrite', { durability: 'strict' });
  await Promise.all([...db.objectStoreNames].map((store) => tx.objectStore(store).clear()));
  await tx.done;
  // The open connection closes itself when it is told of the deletion.
  await deleteDB(name);
}

function open(closed: () => void): Promise<KeepsakeDatabase> {
  return openDB<KeepsakeSchema>(name, version, {
    async upgrade(...[db, from, , tx]) {
      if (from < 1) createOutbox(db);
      if (from < 2) createVault(db);
      if (from < 3) await keyOutbox(tx);
      if (from < 4) await createCapturing(db, tx);
    },
    /** A newer version of the extension, or the deletion of all data, needs the database to itself. */
    blocking(_current, _next, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      closed();
    },
    terminated: closed,
  });
}

function createOutbox(db: KeepsakeDatabase): void {
  const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
  outbox.createIndex('by-status', 'state.status');
  outbox.createIndex('by-page', 'pageKey');
  outbox.createIndex('by-custom-id', 'customId');
  const highlights = db.createObjectStore('highlights', { keyPath: 'id' });
  highlights.createIndex('by-memory', 'memoryId');
  highlights.createIndex('by-text', 'text');
}

function createVault(db: KeepsakeDatabase): void {
  db.createObjectStore('vault', { keyPath: ['connectionId', 'kind'] });
  db.createObjectStore('vault-key');
  db.createObjectStore('withdrawals', { keyPath: ['credentialId', 'access'] });
}

type Upgrade = IDBPTransaction<KeepsakeSchema, StoreNames<KeepsakeSchema>[], 'versionchange'>;

/** A row that cannot be read gets no keys: it stays where it is, and nobody tries to work on it. */
async function keyOutbox(tx: Upgrade): Promise<void> {
  const outbox = tx.objectStore('outbox');
  outbox.createIndex('by-due', 'keys.due');
  outbox.createIndex('by-unsent-bytes', 'keys.unsentBytes');
  outbox.createIndex('by-finished', 'keys.finishedAt');
  for (let row = await outbox.openCursor(); row !== null; row = await row.continue()) {
    const parsed = z.safeParse(outboxItemSchema, row.value);
    if (parsed.success) await row.update({ ...row.value, keys: rowKeysOf(parsed.data) });
  }
}

async function createCapturing(db: KeepsakeDatabase, tx: Upgrade): Promise<void> {
  db.createObjectStore('previews', { keyPath: 'id' }).createIndex('by-tab', 'tabId');
  db.createObjectStore('batches', { keyPath: 'id' });
  const entries = db.createObjectStore('batch-entries', { keyPath: 'id' });
  entries.createIndex('by-batch', ['batchId', 'order']);
  entries.createIndex('by-status', ['batchId', 'status', 'order']);
  const highlights = tx.objectStore('highlights');
  highlights.createIndex('by-page', 'pageKey');
  for (let row = await highlights.openCursor(); row !== null; row = await row.continue()) {
    const parsed = z.safeParse(highlightSchema, row.value);
    if (!parsed.success || parsed.data.pageKey !== undefined) continue;
    await row.update({
      ...row.value,
      pageKey: customIdOf({ url: row.value.url, canonicalLink: null }),
    });
  }
}
