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

describe('the searches kept', () => {
  it('are there for the next background', async () => {
    await createStore().update(() => ({ remembers: true, searches: [search] }));

    expect(await createStore().read()).toEqual({ remembers: true, searches: [search] });
  });

  it('are none at first, and would be remembered', async () => {
    expect(await createStore().read()).toEqual(noHistory);
  });

  it.each([
    ['the whole is no history', [search], noHistory],
    ['nothing says whether they are remembered', { searches: [search] }, noHistory],
    [
      'one is not of its form',
      { remembers: false, searches: [{ q: 7, at: 1 }, search, { q: '', at: 1 }] },
      { remembers: false, searches: [search] },
    ],
  ])(
    'are read as far as they can be, and that is reported, where %s',
    async (_, stored, expected) => {
      await fakeBrowser.storage.local.set({ [key]: stored });
      const report = vi.fn<() => void>();

      expect(await createStore(report).read()).toEqual(expected);
      expect(report).toHaveBeenCalledOnce();
    },
  );

  it('are no more than are kept, whatever is stored', async () => {
    const searches = Array.from({ length: mostSearches + 9 }, (_, at) => ({ q: `${at}`, at }));
    await fakeBrowser.storage.local.set({ [key]: { remembers: true, searches } });

    expect((await createStore().read()).searches).toEqual(searches.slice(0, mostSearches));
  });

  it('lose no change where several come at once', async () => {
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

  it('are gone once everything is forgotten, with the wish not to keep any', async () => {
    const store = createStore();
    await store.update(() => ({ remembers: false, searches: [search] }));

    await forgetEverything(createDatabaseOpener());

    expect(await fakeBrowser.storage.local.get(null)).toEqual({});
    expect(await store.read()).toEqual(noHistory);
  });
});
