import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { type IDBPDatabase, openDB } from 'idb';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  brokenRows,
  earlierHighlight,
  earlierRows,
  earlierWithdrawal,
  fourthRows,
  pageBytes,
} from '../../tests/fixtures/earlier-rows.ts';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { liveStates, pageIn } from '../../tests/fixtures/outbox-states.ts';
import { createDatabaseOpener, eraseDatabase } from './database.ts';
import { type Migration, migrations } from './migrations.ts';
import { createOutboxStore } from '../outbox/store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});
afterEach(() => {
  vi.restoreAllMocks();
});

const allStores = [
  'batch-entries',
  'batches',
  'highlights',
  'outbox',
  'outbox-texts',
  'previews',
  'vault',
  'vault-key',
  'withdrawals',
];

/** Creates the database as an earlier version of the extension would have left it. */
async function createVersion(version: number, rows: readonly object[]): Promise<void> {
  const db = await openDB('keepsake', version, {
    async upgrade(made, _from, _to, tx) {
      for (const migrate of migrations.slice(0, version)) {
        await migrate(...([made, tx] as unknown as Parameters<Migration>));
      }
    },
  });
  for (const row of rows) await db.put('outbox', version < 3 ? row : withKeys(row));
  await db.put('highlights', earlierHighlight);
  if (version > 1) await db.put('withdrawals', earlierWithdrawal);
  db.close();
}

/** Versions 3 and 4 stored the index keys in each row. */
function withKeys(row: object): object {
  return { ...row, keys: { due: [1, 'sending device-1'], unsentBytes: 1, finishedAt: 1 } };
}

async function storedIn(db: IDBPDatabase) {
  return { rows: await db.getAll('outbox'), version: db.version };
}

describe.each([1, 2, 3, 4])('a database of version %i', (version) => {
  it('keeps every row, including its text', async () => {
    await createVersion(version, earlierRows);

    const database = createDatabaseOpener();
    const db = await database();
    const store = createOutboxStore(database, () => undefined);

    expect([...db.objectStoreNames]).toEqual(allStores);
    for (const row of earlierRows) expect(await store.get(row.id)).toEqual(row);
    expect(await db.count('outbox')).toBe(earlierRows.length);
    const { url } = earlierHighlight;
    expect(await db.getFromIndex('highlights', 'by-text', 'pulls')).toMatchObject(earlierHighlight);
    // Version 4 wrote page keys itself, so no migration adds a key to this row.
    expect(await db.countFromIndex('highlights', 'by-page', url)).toBe(version < 4 ? 1 : 0);
    expect(await db.getAll('withdrawals')).toEqual(version > 1 ? [earlierWithdrawal] : []);
  });

  it('migrates an earlier version’s error to its current code', async () => {
    const error = { code: 'home.removed', message: 'Removed.', retryable: true };
    const [first] = earlierRows;
    const row = { ...first, id: 'gone', state: { status: 'paused', error } };
    await createVersion(version, [row]);

    const store = createOutboxStore(createDatabaseOpener(), () => undefined);

    expect(await store.get('gone')).toMatchObject({
      state: { status: 'paused', error: { ...error, code: 'connection.removed' } },
    });
  });

  it('has the same indexes as a new database', async () => {
    await createVersion(version, earlierRows);

    const store = createOutboxStore(createDatabaseOpener(), () => undefined);

    expect((await store.due(55_000)).map(({ id, lane }) => `${id}: ${lane}`)).toEqual([
      'learning: watching device-1',
      'requested: reading',
      'captured: sending device-1',
      'sending: sending device-1',
      'umlaut: sending device-1',
    ]);
    expect(await store.nextDue((id) => id !== 'waiting')).toBe(60_000);
    expect(await store.countLearning('device-1')).toBe(3);
    expect(await store.idsOfMemory('reading')).toHaveLength(earlierRows.length);
    const { items, storage } = await store.list();
    expect(items.map(({ id }) => id).sort()).toEqual(earlierRows.map(({ id }) => id).sort());
    expect(storage.usedBytes).toBe(5 * pageBytes + 6);
  });

  it('leaves an unreadable row unchanged, reports it, and never processes it', async () => {
    await createVersion(version, earlierRows);
    const old = await openDB('keepsake', version);
    for (const row of brokenRows) await old.put('outbox', row);
    old.close();
    const told: number[] = [];
    const database = createDatabaseOpener();
    const store = createOutboxStore(database, (rows) => told.push(rows));

    for (const row of brokenRows) {
      expect(await (await database()).get('outbox', row.id)).toMatchObject(row);
      expect(await store.get(row.id)).toBeNull();
    }
    expect((await store.due(55_000)).map(({ id }) => id)).not.toContain('broken');
    expect((await store.list()).items).toHaveLength(earlierRows.length);
    expect(told).toEqual([1, 1, 2]);
  });
});

describe('splitting text from state in version 5', () => {
  it('keeps every field of its kind, and drops those of other kinds', async () => {
    await createVersion(4, Object.values(fourthRows));

    const store = createOutboxStore(createDatabaseOpener(), () => undefined);

    const { lostAnswers: _lostAnswers, ...page } = fourthRows.page;
    const { said, ...selection } = fourthRows.selection;
    expect(await store.get('page')).toEqual(page);
    expect(await store.get('note')).toEqual(fourthRows.note);
    expect(await store.get('selection')).toEqual({ ...selection, selectionText: said });
    expect(await store.get('link')).toEqual(fourthRows.link);
    expect(await store.get('discarded')).toEqual(fourthRows.discarded);
  });

  it('leaves no text in the rows that lists and counts read', async () => {
    await createVersion(4, Object.values(fourthRows));

    const db = await createDatabaseOpener()();

    const stored = JSON.stringify(await db.getAll('outbox'));
    for (const text of ['The moon pulls', 'pulls at the sea', 'The lamps', 'material']) {
      expect(stored).not.toContain(text);
    }
    expect(await db.getAllKeys('outbox-texts')).toEqual([
      'discarded',
      'link',
      'note',
      'page',
      'selection',
    ]);
  });

  it('loses nothing if the browser quits halfway through', async () => {
    await createVersion(4, earlierRows);
    const before = await openDB('keepsake');
    const stored = await storedIn(before);
    before.close();
    let writes = 0;
    const { update } = IDBCursor.prototype;
    vi.spyOn(IDBCursor.prototype, 'update').mockImplementation(function end(this: IDBCursor, row) {
      writes += 1;
      if (writes > 5) throw new Error('The browser ends.');
      return update.call(this, row);
    });

    await expect(createDatabaseOpener()()).rejects.toMatchObject({ name: 'AbortError' });
    vi.restoreAllMocks();

    const unchanged = await openDB('keepsake');
    expect(await storedIn(unchanged)).toEqual(stored);
    unchanged.close();
    const store = createOutboxStore(createDatabaseOpener(), () => undefined);
    for (const row of earlierRows) expect(await store.get(row.id)).toEqual(row);
  });
});

describe('the database', () => {
  it('is erased, and created again when it is next used', async () => {
    const database = createDatabaseOpener();
    await createOutboxStore(database, () => undefined).insert(outboxItem());

    await eraseDatabase(database);

    expect(await indexedDB.databases()).toEqual([]);
    expect(await (await database()).getAll('outbox')).toEqual([]);
  });

  it('loses its rows even if a page keeps it open and delays its deletion', async () => {
    const database = createDatabaseOpener();
    await createOutboxStore(database, () => undefined).insert(pageIn(liveStates.captured));
    const holder = await openDB('keepsake');

    const erasing = eraseDatabase(database);
    const rows = await poll(() => holder.getAll('outbox'));
    const texts = await holder.getAll('outbox-texts');
    holder.close();
    await erasing;

    expect([...rows, ...texts]).toEqual([]);
  });
});

/** Reads the rows until there are none left, at most fifty times, and returns them. */
async function poll(look: () => Promise<unknown[]>): Promise<unknown[]> {
  for (let looks = 0; looks < 50; looks += 1) {
    const rows = await look();
    if (rows.length === 0) return rows;
  }
  return look();
}
