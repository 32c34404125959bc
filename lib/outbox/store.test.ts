import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { outboxItem, pageMaterialOfTides, pageUrl } from '../../tests/fixtures/outbox-item.ts';
import type { NoteItem, OutboxItem } from './model.ts';
import { bytesOf, storageLimits, type StorageLimits } from './storage.ts';
import { discardedFrom, liveStates, noteIn, pageIn } from '../../tests/fixtures/outbox-states.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { createOutboxStore } from './store.ts';

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
});

function open(limits: Partial<StorageLimits> = {}) {
  const database = createDatabaseOpener();
  const store = createOutboxStore(database, () => undefined, {
    limits: { ...storageLimits, ...limits },
  });
  return { database, store };
}

const captured = pageIn(liveStates.captured);
const bytes = bytesOf(pageMaterialOfTides);

/** Returns the stores that a spied method was called on. */
function storesOf(instances: readonly unknown[]): unknown[] {
  return instances.map((store) => (store instanceof IDBObjectStore ? store.name : store));
}

function noteOf(id: string, content: string): NoteItem {
  const material = { kind: 'note' as const, content };
  return outboxItem({ id, kind: 'note', state: liveStates.refused, material });
}

describe('the outbox’s store', () => {
  it('returns a save with the current name of its Memory, without writing it', async () => {
    const connection = { id: 'device-1', kind: 'device' as const, createdAt: 0 };
    const memories = [{ id: 'reading', name: 'Lighthouses' }];
    const database = createDatabaseOpener();
    let listed = {
      connection,
      memories: [{ id: 'reading', name: 'Reading' }],
      chosenMemoryId: null,
    };
    const store = createOutboxStore(database, () => undefined, {
      connections: async () => ({ connections: [listed], activeId: null }),
    });
    await store.insert(captured);

    listed = { ...listed, memories };

    const { id } = captured;
    const wanted = { container: { id: 'reading', name: 'Lighthouses' } };
    expect(await store.get(id)).toMatchObject(wanted);
    expect((await store.list()).items).toMatchObject([wanted]);
    expect(await store.ofPage(captured.pageKey)).toMatchObject([wanted]);
    let seen: OutboxItem | null = null;
    const same = await store.update(id, (item) => (seen = item));
    expect(same).toBe(seen);
    expect(await (await database()).get('outbox', id)).toMatchObject({
      container: { name: 'Reading' },
    });
  });

  it('returns saves as stored if the names can’t be read', async () => {
    const store = createOutboxStore(createDatabaseOpener(), () => undefined, {
      connections: () => Promise.reject(new Error('no storage')),
    });
    await store.insert(captured);

    expect(await store.get(captured.id)).toEqual(captured);
  });

  it('stores no more items than the limit, and loses none', async () => {
    const { store } = open({ unsentItems: 2 });
    await store.insert(outboxItem({ id: 'a' }));
    await store.insert({ ...captured, id: 'b' });

    expect(await store.insert(outboxItem({ id: 'c' }))).toEqual({ ok: false, error: 'full' });

    expect(await store.get('c')).toBeNull();
    expect((await store.active()).map(({ id }) => id)).toEqual(['a', 'b']);
    expect(await store.insert(outboxItem({ id: 'a' }))).toMatchObject({ ok: true });
  });

  it('stores another item once an item has been removed', async () => {
    const { store } = open({ unsentItems: 1 });
    await store.insert({ ...captured, id: 'a' });
    await store.update('a', () => ({ ...pageIn(liveStates.learning), id: 'a' }));

    expect(await store.insert(outboxItem({ id: 'b' }))).toMatchObject({ ok: true });
  });

  it('stores no more text than the limit, to the byte', async () => {
    const { store } = open({ unsentBytes: bytes * 2 });
    await store.insert({ ...captured, id: 'a' });
    await store.insert(outboxItem({ id: 'b' }));
    await store.insert(outboxItem({ id: 'c' }));
    const withText = (item: OutboxItem) => ({ ...captured, id: item.id });
    const asked: string[] = [];

    await store.update('b', withText);
    const full = await store.update('c', withText, (item) => {
      asked.push(item.id);
      return { ...item, state: liveStates.refused };
    });

    expect(asked).toEqual(['c']);
    expect(full).toMatchObject({ material: null, state: { status: 'refused' } });
    expect((await store.get('b'))?.material).toEqual(pageMaterialOfTides);
    expect((await store.list()).storage).toEqual({
      usedBytes: bytes * 2,
      limitBytes: bytes * 2,
      isNearlyFull: true,
    });
    expect(await store.insert(outboxItem({ id: 'd' }))).toEqual({ ok: false, error: 'full' });
  });

  it('leaves an item unchanged if its new text exceeds the limit', async () => {
    const { store } = open({ unsentBytes: 10 });
    await store.insert(noteOf('a', 'four'));

    const kept = await store.update('a', () => noteOf('a', 'eleven bytes'));

    expect(kept).toMatchObject({ material: { content: 'four' } });
    expect(await store.update('a', () => noteOf('a', 'ten bytes.'))).toMatchObject({
      material: { content: 'ten bytes.' },
    });
  });

  it('counts the text of a discarded item until it is removed', async () => {
    const { store } = open();
    await store.insert(discardedFrom(captured));
    expect((await store.list()).storage.usedBytes).toBe(bytes);

    await store.remove(captured.id);
    expect((await store.list()).storage.usedBytes).toBe(0);
  });

  it('counts rows by status', async () => {
    const { store } = open();
    await store.insert({ ...captured, id: 'a' });
    await store.insert({ ...captured, id: 'b' });
    await store.insert(outboxItem({ id: 'c' }));

    expect(await store.countByStatus()).toEqual({ captured: 2, requested: 1 });
  });

  it('reads no row to find what is due, when, and how much is stored', async () => {
    const { database, store } = open();
    await store.insert({ ...captured, id: 'a' });
    await store.insert({ ...captured, id: 'b' });
    const db = await database();
    const opened = vi.spyOn(IDBIndex.prototype, 'openCursor');
    const read = vi.spyOn(IDBObjectStore.prototype, 'get');

    await store.insert(outboxItem({ id: 'c' }));
    expect((await store.due(9_000)).map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    expect(await store.nextDue((id) => id !== 'b')).toBe(1_000);

    expect(opened).not.toHaveBeenCalled();
    // These reads only check whether the id is known.
    expect(storesOf(read.mock.instances)).toEqual(['outbox', 'outbox-texts']);
    expect(await db.count('outbox')).toBe(3);
    vi.restoreAllMocks();
  });

  it('never reads text to list or count', async () => {
    const { database, store } = open();
    const note = noteOf('note', 'a secret text');
    await store.insert({ ...note, selectionText: 'a secret selection' });
    for (const state of Object.values(liveStates)) {
      await store.insert({ ...pageIn(state), id: state.status });
    }
    await database();
    const opened = vi.spyOn(IDBDatabase.prototype, 'transaction');
    const readText = vi.spyOn(IDBObjectStore.prototype, 'get');
    const loaded = vi.spyOn(IDBIndex.prototype, 'getAll');

    const listed = await Promise.all([
      store.list(),
      store.active(),
      store.owned(),
      store.rowsOfPage(pageUrl),
      store.ofPage(pageUrl),
    ]);
    loaded.mockClear();
    await store.countLearning('device-1');
    await store.countByStatus();
    await store.idsOfMemory('reading');

    expect(readText).not.toHaveBeenCalled();
    expect(loaded).not.toHaveBeenCalled();
    expect(opened).toHaveBeenCalled();
    expect(JSON.stringify(listed)).not.toMatch(/secret|The moon pulls/u);
    expect(JSON.stringify(await (await database()).getAll('outbox'))).not.toMatch(
      /secret|The moon pulls/u,
    );
    vi.restoreAllMocks();
    expect(await store.get('note')).toMatchObject({
      material: { content: 'a secret text' },
      selectionText: 'a secret selection',
    });
  });

  it('writes and removes an item’s text with its state', async () => {
    const { database, store } = open();
    const texts = async () => (await database()).getAllKeys('outbox-texts');
    await store.insert({ ...captured, id: 'a' });
    await store.insert({ ...captured, id: 'b' });
    await store.insert({ ...captured, id: 'c' });
    expect(await texts()).toEqual(['a', 'b', 'c']);

    await store.update('a', () => ({ ...pageIn(liveStates.learned), id: 'a' }));
    await store.remove('b');
    await store.removeIf('c', () => true);

    expect(await texts()).toEqual([]);
  });

  it('does not write the text again when only the state changes', async () => {
    const { store } = open();
    await store.insert(captured);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');

    await store.update(captured.id, (item) => ({ ...item, state: liveStates.waiting }));

    expect(storesOf(put.mock.instances)).toEqual(['outbox']);
    vi.restoreAllMocks();
    expect((await store.get(captured.id))?.material).toEqual(pageMaterialOfTides);
  });

  it('reports an item whose text is missing, and returns null', async () => {
    const database = createDatabaseOpener();
    const told: number[] = [];
    const store = createOutboxStore(database, (rows) => told.push(rows));
    await store.insert(captured);
    await (await database()).delete('outbox-texts', captured.id);

    expect(await store.get(captured.id)).toBeNull();
    expect(told).toEqual([1]);
  });

  it('reports that the browser could not write', async () => {
    const { store } = open();
    vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('No room.', 'QuotaExceededError');
    });

    expect(await store.insert(outboxItem())).toEqual({ ok: false, error: 'unwritten' });

    vi.restoreAllMocks();
    expect(await store.get(outboxItem().id)).toBeNull();
  });

  it('returns due items, longest waiting first', async () => {
    const { store } = open();
    await store.insert({ ...captured, id: 'later', createdAt: 9_001 });
    await store.insert({ ...captured, id: 'second', createdAt: 8_000, connectionId: 'z' });
    await store.insert({ ...captured, id: 'first', createdAt: 7_000 });
    await store.insert({ ...pageIn(liveStates.paused), id: 'paused' });

    expect(await store.due(9_000)).toEqual([
      { id: 'first', lane: 'sending device-1' },
      { id: 'second', lane: 'sending z' },
    ]);
    expect(await store.nextDue(() => false)).toBe(7_000);
    expect(await store.nextDue(() => true)).toBeNull();
  });

  it('lists open items and the latest 200 finished items, newest first', async () => {
    const { store } = open();
    for (let index = 0; index < 205; index += 1) {
      const at = 10_000 + index;
      const item = pageIn(liveStates.learned);
      await store.insert({ ...item, id: `done-${index}`, createdAt: at, updatedAt: at });
    }
    await store.insert({ ...pageIn(liveStates.refused), id: 'oldest', createdAt: 1 });
    await store.insert({ ...pageIn(liveStates.waiting), id: 'newest', createdAt: 90_000 });
    await store.insert({ ...discardedFrom(captured), id: 'unseen' });

    const ids = (await store.list()).items.map(({ id }) => id);

    expect(ids).toHaveLength(202);
    expect(ids.slice(0, 2)).toEqual(['newest', 'done-204']);
    expect(ids.slice(-2)).toEqual(['done-5', 'oldest']);
  });

  it('removes the oldest finished items beyond the limit', async () => {
    const { store } = open({ finishedItems: 2 });
    for (const [id, updatedAt] of Object.entries({ b: 20, a: 30, c: 10, d: 40 })) {
      await store.insert({ ...pageIn(liveStates.learned), id, updatedAt });
    }
    await store.insert({ ...pageIn(liveStates.refused), id: 'refused', updatedAt: 1 });

    expect(await store.removeOldestFinished()).toEqual(['c', 'b']);

    expect((await store.list()).items.map(({ id }) => id).sort()).toEqual(['a', 'd', 'refused']);
    expect(await store.removeOldestFinished()).toEqual([]);
  });

  it('returns a page’s saves, and discarded saves on request', async () => {
    const { store } = open();
    await store.insert({ ...pageIn(liveStates.learned), id: 'a', createdAt: 1 });
    await store.insert({ ...pageIn(liveStates.learned), id: 'b', createdAt: 2, pageKey: 'short' });
    await store.insert({ ...discardedFrom(captured), id: 'c', createdAt: 3 });

    expect((await store.ofPage(pageUrl)).map(({ id }) => id)).toEqual(['b', 'a']);
    expect((await store.rowsOfPage(pageUrl)).map(({ id }) => id)).toEqual(['c', 'b', 'a']);
  });

  it('removes an item only if its current state allows it', async () => {
    const { store } = open();
    await store.insert(captured);

    expect(await store.removeIf(captured.id, ({ state }) => state.status === 'learned')).toBeNull();
    expect(await store.get(captured.id)).toEqual(captured);
    expect(await store.removeIf(captured.id, ({ state }) => state.status === 'captured')).toEqual(
      captured,
    );
    expect(await store.get(captured.id)).toBeNull();
    expect(await store.removeIf('none', () => true)).toBeNull();
  });

  it('counts a connection’s pages that will become searchable', async () => {
    const { store } = open();
    const counted = ['captured', 'sending', 'learning'] as const;
    const others = ['waiting', 'refused', 'paused', 'learned', 'requested'] as const;
    for (const status of [...counted, ...others]) {
      await store.insert({ ...pageIn(liveStates[status]), id: status });
    }
    await store.insert({ ...pageIn(liveStates.learning), id: 'a', connectionId: 'other' });
    await store.insert({ ...captured, id: 'b', connectionId: 'other' });
    await store.insert({ ...noteIn(liveStates.captured), id: 'c' });
    await store.insert(discardedFrom({ ...captured, id: 'd' }));

    expect(await store.countLearning('device-1')).toBe(counted.length);
    expect(await store.countLearning('other')).toBe(2);
    expect(await store.countLearning('')).toBe(0);
  });

  it('reads rows from versions that didn’t record whether an item was sent', async () => {
    const { store } = open();
    await store.insert(pageIn(liveStates.waiting));

    const read = await store.get(captured.id);

    expect(read).toEqual(pageIn(liveStates.waiting));
    expect(read?.wasSent).toBeUndefined();
  });

  it('returns waiting items with their connection, without their text', async () => {
    const { store } = open();
    await store.insert({ ...captured, id: 'a' });
    await store.insert(discardedFrom({ ...captured, id: 'b' }));
    await store.insert({ ...pageIn(liveStates.learned), id: 'c' });

    expect(await store.owned()).toEqual([
      { id: 'a', connectionId: 'device-1', state: captured.state, hasText: true },
    ]);
  });

  it('returns the items of a Memory, including discarded ones', async () => {
    const { store } = open();
    await store.insert({ ...captured, id: 'a' });
    await store.insert({ ...captured, id: 'b', container: { id: 'work', name: 'Work' } });
    await store.insert({ ...discardedFrom(captured), id: 'c' });

    expect((await store.idsOfMemory('reading')).sort()).toEqual(['a', 'c']);
  });
});
