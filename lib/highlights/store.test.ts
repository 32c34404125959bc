import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Highlight, OutboxItem } from '../outbox/model.ts';
import { storageLimits } from '../outbox/storage.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { createHighlightStore, shownTabStore, createSiteRequestStore } from './store.ts';
import { createOutboxStore } from '../outbox/store.ts';
import { fakeBrowser } from 'wxt/testing/fake-browser';

vi.mock('wxt/browser', async () => ({
  browser: (await import('wxt/testing/fake-browser')).fakeBrowser,
}));

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

describe('createHighlightStore', () => {
  it('lists highlights oldest first, without invalid rows', async () => {
    const { database, highlights } = createWorld();
    const db = await database();
    await db.put('highlights', highlight);
    await db.put('highlights', { ...highlight, id: 'b', createdAt: 1 });
    await db.put('highlights', { ...highlight, id: 'c', pageKey: 'https://example.org/c' });
    await db.put('highlights', { ...highlight, id: 'd', text: 7 as never });

    const ids = (await highlights.ofPage(highlight.url)).map(({ id }) => id);

    expect(ids).toEqual(['b', 'a']);
  });

  it('stores a highlight with its note', async () => {
    const { highlights, outbox } = createWorld();

    await outbox.insert(note, highlight);

    expect(await highlights.get('a')).toEqual(highlight);
  });

  it('stores no highlight if the outbox is full', async () => {
    const { highlights, outbox } = createWorld(0);

    expect(await outbox.insert(note, highlight)).toEqual({ ok: false, error: 'full' });
    expect(await highlights.get('a')).toBeNull();
  });

  it('keeps the highlight if the note already exists', async () => {
    const { highlights, outbox } = createWorld();
    await outbox.insert(note, highlight);
    await highlights.update('a', { memoryId: 'mem-1' });

    await outbox.insert(note, highlight);

    expect((await highlights.get('a'))?.memoryId).toBe('mem-1');
  });

  it('stores that a highlight is hidden', async () => {
    const { highlights, outbox } = createWorld();
    await outbox.insert(note, highlight);

    await highlights.update('a', { isUnmarked: true });

    expect((await highlights.get('a'))?.isUnmarked).toBe(true);
  });
});

beforeEach(() => fakeBrowser.reset());

const placed = { placement: 'placed' as const, frameId: 0, order: 1 };

describe('shownTabStore', () => {
  it('keeps tabs for the session only', async () => {
    await shownTabStore.update(7, (tab) => ({ ...tab, pageKey: 'a' }));

    expect(await shownTabStore.get(7)).toEqual({
      tabId: 7,
      pageKey: 'a',
      clickedAt: null,
      placements: {},
    });
    expect(await shownTabStore.get(8)).toBeNull();
    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
  });

  it('keeps all of several concurrent updates', async () => {
    const store = shownTabStore;

    await Promise.all(
      ['a', 'b', 'c'].map((id) =>
        store.update(7, (tab) => ({ ...tab, placements: { ...tab.placements, [id]: placed } })),
      ),
    );

    expect(Object.keys((await store.get(7))?.placements ?? {})).toEqual(['a', 'b', 'c']);
  });

  it('forgets removed tabs and ignores invalid ones', async () => {
    const store = shownTabStore;
    await store.update(7, (tab) => tab);
    await store.update(8, (tab) => tab);
    await fakeBrowser.storage.session.set({ 'marks.tab.9': { tabId: '9' }, other: 1 });

    await store.remove(7);

    expect((await store.list()).map(({ tabId }) => tabId)).toEqual([8]);
    expect(await store.get(9)).toBeNull();
  });
});

beforeEach(() => fakeBrowser.reset());

const key = 'highlight-sites.v1';
const request = { pattern: 'https://example.org/*', wishedAt: 1, since: 2 };

describe('createSiteRequestStore', () => {
  it('keeps requests across restarts', async () => {
    await createSiteRequestStore(vi.fn<() => void>()).update(() => [request]);

    expect(await createSiteRequestStore(vi.fn<() => void>()).read()).toEqual([request]);
  });

  it.each([
    ["the stored value isn't a list", { '0': request }, []],
    ['a pattern matches every site', [request, { ...request, pattern: 'https://*/*' }], [request]],
    ['a row is invalid', [{ pattern: request.pattern }, request], [request]],
  ])('reports and skips invalid requests if %s', async (_, stored, expected) => {
    await fakeBrowser.storage.local.set({ [key]: stored });
    const report = vi.fn<() => void>();

    expect(await createSiteRequestStore(report).read()).toEqual(expected);
    expect(report).toHaveBeenCalledOnce();
  });

  it('keeps all of several concurrent updates', async () => {
    const store = createSiteRequestStore(vi.fn<() => void>());

    await Promise.all(
      ['a', 'b'].map((host) =>
        store.update((before) => [...before, { ...request, pattern: `https://${host}.example/*` }]),
      ),
    );

    expect(await store.read()).toHaveLength(2);
  });
});
