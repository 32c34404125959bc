/**
 * The extension's own IndexedDB, closed to content scripts in every browser: the outbox and the highlights.
 * Rows are parsed as they are read; one that is not of its form is left where it is and reported.
 */
import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import type { Highlight, OutboxItem } from '../contracts/outbox.ts';

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
};

export type KeepsakeDatabase = IDBPDatabase<KeepsakeSchema>;

const name = 'keepsake';
const version = 1;

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

function open(closed: () => void): Promise<KeepsakeDatabase> {
  return openDB<KeepsakeSchema>(name, version, {
    upgrade(db) {
      const outbox = db.createObjectStore('outbox', { keyPath: 'id' });
      outbox.createIndex('by-status', 'state.status');
      outbox.createIndex('by-page', 'pageKey');
      outbox.createIndex('by-custom-id', 'customId');
      const highlights = db.createObjectStore('highlights', { keyPath: 'id' });
      highlights.createIndex('by-memory', 'memoryId');
      highlights.createIndex('by-text', 'text');
    },
    /** A newer version of the extension needs the database to itself. */
    blocking(_current, _next, event) {
      if (event.target instanceof IDBDatabase) event.target.close();
      closed();
    },
    terminated: closed,
  });
}
