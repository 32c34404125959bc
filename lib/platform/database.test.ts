import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { createDatabaseOpener, eraseDatabase } from './database.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const item = outboxItem();
const highlight = {
  id: 'h',
  memoryId: 'm',
  connectionId: 'c',
  text: 'pulls',
  url: 'https://example.org/tides',
  title: 'Tides',
  anchor: null,
  createdAt: 1,
};

/** The database as the first version made it. */
async function createFirstVersion() {
  const db = await openDB('keepsake', 1, {
    upgrade(made) {
      const outbox = made.createObjectStore('outbox', { keyPath: 'id' });
      outbox.createIndex('by-status', 'state.status');
      outbox.createIndex('by-page', 'pageKey');
      outbox.createIndex('by-custom-id', 'customId');
      const highlights = made.createObjectStore('highlights', { keyPath: 'id' });
      highlights.createIndex('by-memory', 'memoryId');
      highlights.createIndex('by-text', 'text');
    },
  });
  await db.put('outbox', item);
  await db.put('highlights', highlight);
  db.close();
}

describe('the database', () => {
  it('keeps every row of the first version, and gains the vault', async () => {
    await createFirstVersion();

    const db = await createDatabaseOpener()();

    expect(await db.getAll('outbox')).toEqual([item]);
    expect(await db.getFromIndex('outbox', 'by-status', 'requested')).toEqual(item);
    expect(await db.getFromIndex('highlights', 'by-text', 'pulls')).toEqual(highlight);
    expect([...db.objectStoreNames]).toEqual([
      'highlights',
      'outbox',
      'vault',
      'vault-key',
      'withdrawals',
    ]);
  });

  it('is erased, and made anew when it is next asked for', async () => {
    const database = createDatabaseOpener();
    await (await database()).put('outbox', item);

    await eraseDatabase(database);

    expect(await indexedDB.databases()).toEqual([]);
    expect(await (await database()).getAll('outbox')).toEqual([]);
  });

  it('loses its rows also where somebody who hangs on to it puts its deletion off', async () => {
    const database = createDatabaseOpener();
    await (await database()).put('outbox', item);
    const holder = await openDB('keepsake');

    const erasing = eraseDatabase(database);
    const rows = await poll(() => holder.getAll('outbox'));
    holder.close();
    await erasing;

    expect(rows).toEqual([]);
  });
});

/** The rows once they are none, or as they are after a fair number of looks. */
async function poll(look: () => Promise<unknown[]>): Promise<unknown[]> {
  for (let looks = 0; looks < 50; looks += 1) {
    const rows = await look();
    if (rows.length === 0) return rows;
  }
  return look();
}
