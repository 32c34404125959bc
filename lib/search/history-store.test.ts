import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fakeBrowser } from 'wxt/testing/fake-browser';
import { mostSearches, noHistory } from './model.ts';
import { createDatabaseOpener } from '../database/database.ts';
import { forgetEverything } from '../database/forget-everything.ts';
import { createSearchHistoryStore } from './history-store.ts';

vi.mock('wxt/browser', () => ({ browser: fakeBrowser }));

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  fakeBrowser.reset();
});

const key = 'search-history.v1';
const search = { q: 'harbour', at: 1 };
const createStore = (report = vi.fn<() => void>()) => createSearchHistoryStore(report);

describe('createSearchHistoryStore', () => {
  it('stores searches for the next background', async () => {
    await createStore().update(() => ({ remembers: true, searches: [search] }));

    expect(await createStore().read()).toEqual({ remembers: true, searches: [search] });
  });

  it('starts with an empty history that is on', async () => {
    expect(await createStore().read()).toEqual(noHistory);
  });

  it.each([
    ['the value is malformed', [search], noHistory],
    ['it is unknown whether the history is on', { searches: [search] }, noHistory],
    [
      'a search is malformed',
      { remembers: false, searches: [{ q: 7, at: 1 }, search, { q: '', at: 1 }] },
      { remembers: false, searches: [search] },
    ],
  ])('reads what it can and reports the rest if %s', async (_, stored, expected) => {
    await fakeBrowser.storage.local.set({ [key]: stored });
    const report = vi.fn<() => void>();

    expect(await createStore(report).read()).toEqual(expected);
    expect(report).toHaveBeenCalledOnce();
  });

  it('limits the number of searches read', async () => {
    const searches = Array.from({ length: mostSearches + 9 }, (_, at) => ({ q: `${at}`, at }));
    await fakeBrowser.storage.local.set({ [key]: { remembers: true, searches } });

    expect((await createStore().read()).searches).toEqual(searches.slice(0, mostSearches));
  });

  it('reads saved searches apart from the limit of recent ones', async () => {
    const recent = Array.from({ length: mostSearches }, (_, at) => ({ q: `${at}`, at }));
    const saved = { ...search, savedAt: 2 };
    await fakeBrowser.storage.local.set({
      [key]: { remembers: true, searches: [...recent, saved] },
    });

    expect((await createStore().read()).searches).toEqual([saved, ...recent]);
  });

  it('keeps concurrent changes', async () => {
    const store = createStore();

    await Promise.all(
      ['a', 'b'].map((q) =>
        store.update(({ searches }) => ({
          remembers: true,
          searches: [...searches, { q, at: 1 }],
        })),
      ),
    );

    expect((await store.read()).searches).toHaveLength(2);
  });

  it('is reset by “Reset Keepsake”', async () => {
    const store = createStore();
    await store.update(() => ({ remembers: false, searches: [search] }));

    await forgetEverything(createDatabaseOpener());

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
    expect(await store.read()).toEqual(noHistory);
  });
});
