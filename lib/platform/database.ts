/**
 * The extension's own IndexedDB, closed to content scripts in every browser: the outbox, the highlights, the vault.
 * Rows are parsed as they are read; one that is not of its form is left where it is and reported.
 */
import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Withdrawal } from '../contracts/connections.ts';
import type { Highlight, OutboxItem } from '../contracts/outbox.ts';
import type { SealedCredential } from './vault-seal.ts';

export type KeepsakeSchema = DBSchema & {
  outbox: {
    key: string;
    value: OutboxItem;
    indexes: { 'by-status': string; 'by-page': string; 'by-custom-id': string };
  };
  highlights: {
    key: string;
    value: Highlight;
    indexes: { 'by-memory': string; 'by-text': string };
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
const version = 2;

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
    upgrade(db, from) {
      if (from < 1) createOutbox(db);
      if (from < 2) createVault(db);
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
