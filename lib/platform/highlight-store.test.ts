import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Highlight, OutboxItem } from '../contracts/outbox.ts';
import { storageLimits } from '../core/outbox/storage.ts';
import { createDatabaseOpener } from './database.ts';
import { createHighlightStore } from './highlight-store.ts';
import { createOutboxStore } from './outbox-store.ts';

beforeEach(() => {
  indexedDB = new IDBFactory();
});

const highlight: Highlight = {
  id: 'a',
  memoryId: null,
  text: 'tides',
  url: 'https://example.org/a',
  title: 'A',
  pageKey: 'https://example.org/a',
  anchor: null,
  createdAt: 2,
};
const note: OutboxItem = {
  id: 'a',
  kind: 'note',
  connectionId: 'device',
  container: { id: 'm1', name: 'Reading' },
  source: { url: highlight.url, title: 'A', tabId: null, frameId: null },
  pageKey: highlight.url,
  customId: null,
  material: { kind: 'note', content: 'tides' },
  createdAt: 2,
  updatedAt: 2,
  state: { status: 'captured' },
};

function createWorld(unsentItems = 10) {
  const database = createDatabaseOpener();
  const limits = { ...storageLimits, unsentItems };
  return {
    database,
    highlights: createHighlightStore(database),
    outbox: createOutboxStore(database, () => undefined, { limits }),
  };
}

describe('the highlights of a page', () => {
  it('are given oldest first, one that cannot be read left out', async () => {
    const { database, highlights } = createWorld();
    const db = await database();
    await db.put('highlights', highlight);
    await db.put('highlights', { ...highlight, id: 'b', createdAt: 1 });
    await db.put('highlights', { ...highlight, id: 'c', pageKey: 'https://example.org/c' });
    await db.put('highlights', { ...highlight, id: 'd', text: 7 as never });

    const ids = (await highlights.ofPage(highlight.url)).map(({ id }) => id);

    expect(ids).toEqual(['b', 'a']);
  });

  it('are written with their note', async () => {
    const { highlights, outbox } = createWorld();

    await outbox.insert(note, highlight);

    expect(await highlights.get('a')).toEqual(highlight);
  });

  it('are not written where there is no room for the note', async () => {
    const { highlights, outbox } = createWorld(0);

    expect(await outbox.insert(note, highlight)).toEqual({ ok: false, error: 'full' });
    expect(await highlights.get('a')).toBeNull();
  });

  it('are as they were where the note is there already', async () => {
    const { highlights, outbox } = createWorld();
    await outbox.insert(note, highlight);
    await highlights.update('a', { memoryId: 'mem-1' });

    await outbox.insert(note, highlight);

    expect((await highlights.get('a'))?.memoryId).toBe('mem-1');
  });

  it('keep that their mark was taken off', async () => {
    const { highlights, outbox } = createWorld();
    await outbox.insert(note, highlight);

    await highlights.update('a', { isUnmarked: true });

    expect((await highlights.get('a'))?.isUnmarked).toBe(true);
  });
});
