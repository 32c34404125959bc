import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, openDB } from 'idb';
import { beforeEach, describe, expect, it } from 'vitest';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import type { OutboxItem } from '../contracts/outbox.ts';
import { rowKeysOf } from '../core/outbox/row-keys.ts';
import { bytesOf } from '../core/outbox/storage.ts';
import { keptStates, pageIn } from '../../tests/fixtures/outbox-states.ts';
import { createDatabaseOpener, eraseDatabase } from './database.ts';
import { rowOf } from './outbox-rows.ts';
import { createOutboxStore } from './outbox-store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

const item = rowOf(outboxItem());
const highlight = {
  id: 'h',
  memoryId: 'm',
  text: 'pulls',
  url: 'https://example.org/tides',
  title: 'Tides',
  anchor: null,
  createdAt: 1,
};

/** The database as the first version made it, with what was in it then. */
async function createFirstVersion(rows: { id: string }[]) {
  const db = await openDB('keepsake', 1, { upgrade: makeFirstVersion });
  for (const row of rows) await db.put('outbox', row);
  await db.put('highlights', highlight);
  db.close();
}

function makeFirstVersion(made: IDBPDatabase): void {
  const outbox = made.createObjectStore('outbox', { keyPath: 'id' });
  outbox.createIndex('by-status', 'state.status');
  outbox.createIndex('by-page', 'pageKey');
  outbox.createIndex('by-custom-id', 'customId');
  const highlights = made.createObjectStore('highlights', { keyPath: 'id' });
  highlights.createIndex('by-memory', 'memoryId');
  highlights.createIndex('by-text', 'text');
}

/** The database as the second version made it, with what was in it then. */
async function createSecondVersion(rows: { id: string }[]) {
  const db = await openDB('keepsake', 2, {
    upgrade(made) {
      makeFirstVersion(made);
      made.createObjectStore('vault', { keyPath: ['connectionId', 'kind'] });
      made.createObjectStore('vault-key');
      made.createObjectStore('withdrawals', { keyPath: ['credentialId', 'access'] });
    },
  });
  for (const row of rows) await db.put('outbox', row);
  await db.put('highlights', highlight);
  await db.put('withdrawals', withdrawal);
  db.close();
}

/** The database as the third version made it, with what was in it then. */
async function createThirdVersion(rows: OutboxItem[]) {
  const db = await openDB('keepsake', 3, {
    upgrade(made, _from, _to, tx) {
      makeFirstVersion(made);
      made.createObjectStore('vault', { keyPath: ['connectionId', 'kind'] });
      made.createObjectStore('vault-key');
      made.createObjectStore('withdrawals', { keyPath: ['credentialId', 'access'] });
      const outbox = tx.objectStore('outbox');
      outbox.createIndex('by-due', 'keys.due');
      outbox.createIndex('by-unsent-bytes', 'keys.unsentBytes');
      outbox.createIndex('by-finished', 'keys.finishedAt');
    },
  });
  for (const row of rows) await db.put('outbox', { ...row, keys: rowKeysOf(row) });
  await db.put('highlights', highlight);
  db.close();
}

const withdrawal = {
  credentialId: 'c1',
  access: 'write',
  error: { code: 'memory.unauthorized', message: 'No.', retryable: false },
  at: 5,
};

/** One item of each state that the versions before could hold, two of which wait for the network. */
const earlier = [
  ...Object.values(keptStates).map((state) => ({ ...pageIn(state), id: state.status })),
  { ...pageIn(keptStates.captured), id: 'umlaut', material: note('äöü') },
];

function note(content: string) {
  return { kind: 'note' as const, content };
}

const fills: [string, (rows: OutboxItem[]) => Promise<void>][] = [
  ['first', createFirstVersion],
  ['second', createSecondVersion],
  ['third', createThirdVersion],
];

describe('the database', () => {
  it.each(fills)('keeps every row of the %s version', async (_version, create) => {
    await create(earlier);

    const db = await createDatabaseOpener()();

    const rows = await db.getAll('outbox');
    expect(rows.map(({ keys: _keys, ...row }) => row)).toEqual(
      [...earlier].sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
    expect(await db.getFromIndex('highlights', 'by-text', 'pulls')).toEqual({
      ...highlight,
      pageKey: highlight.url,
    });
    expect(await db.countFromIndex('highlights', 'by-page', highlight.url)).toBe(1);
    expect([...db.objectStoreNames]).toEqual([
      'batch-entries',
      'batches',
      'highlights',
      'outbox',
      'previews',
      'vault',
      'vault-key',
      'withdrawals',
    ]);
  });

  it.each(fills)('finds those of the %s version by their new keys', async (_version, create) => {
    await create(earlier);

    const store = createOutboxStore(createDatabaseOpener(), () => undefined);

    expect((await store.due(55_000)).map(({ id, lane }) => `${id}: ${lane}`)).toEqual([
      'learning: watching device-1',
      'requested: reading',
      'captured: sending device-1',
      'sending: sending device-1',
      'umlaut: sending device-1',
    ]);
    expect(await store.nextDue((id) => id !== 'waiting')).toBe(60_000);
    const { items, storage } = await store.list();
    expect(items.map(({ id }) => id).sort()).toEqual(earlier.map(({ id }) => id).sort());
    expect(storage.usedBytes).toBe(5 * bytesOf(pageIn(keptStates.captured).material) + 6);
  });

  it('leaves a row it cannot read where it is, and lets it wake nobody', async () => {
    const broken = { id: 'broken', state: { status: 'captured' }, createdAt: 'long ago' };
    await createSecondVersion([broken, ...earlier]);
    const told: number[] = [];
    const database = createDatabaseOpener();
    const store = createOutboxStore(database, (rows) => told.push(rows));

    expect(await (await database()).get('outbox', 'broken')).toEqual(broken);
    expect((await store.due(55_000)).map(({ id }) => id)).not.toContain('broken');
    expect((await store.list()).items).toHaveLength(earlier.length);
    expect(told).toEqual([1]);
  });

  it('keeps what the second version held of withdrawals', async () => {
    await createSecondVersion([]);

    const db = await createDatabaseOpener()();

    expect(await db.getAll('withdrawals')).toEqual([withdrawal]);
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
