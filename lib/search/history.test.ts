import { describe, expect, it } from 'vitest';
import { type KeptSearch, noHistory, type SearchHistory } from './model.ts';
import { createHistory } from './history.ts';

function createWorld() {
  let kept: SearchHistory = noHistory;
  let time = 0;
  const told: SearchHistory[] = [];
  const { change } = createHistory({
    store: {
      read: async () => kept,
      update: async (next) => (kept = next(kept)),
    },
    changed: (history) => told.push(history),
    now: () => (time += 1),
  });
  return {
    told,
    add: (q: string) => change({ change: 'add', q }),
    remove: (q: string) => change({ change: 'remove', q }),
    clear: () => change({ change: 'clear' }),
    restore: (searches: KeptSearch[]) => change({ change: 'restore', searches }),
    remember: (remembers: boolean) => change({ change: 'remember', remembers }),
  };
}

describe('the history', () => {
  it('stores searches, newest first', async () => {
    const history = createWorld();
    await history.add('harbour');

    expect(await history.add('tides')).toEqual({
      remembers: true,
      searches: [
        { q: 'tides', at: 2 },
        { q: 'harbour', at: 1 },
      ],
    });
  });

  it('announces every change', async () => {
    const history = createWorld();
    const added = await history.add('harbour');
    const cleared = await history.clear();

    expect(history.told).toEqual([added, cleared]);
  });

  it('restores cleared searches without losing newer ones', async () => {
    const history = createWorld();
    const { searches } = await history.add('harbour');
    await history.clear();
    await history.add('tides');

    const restored = await history.restore(searches);

    expect(restored.searches.map(({ q }) => q)).toEqual(['tides', 'harbour']);
  });

  it('is cleared when turned off, and can be restored', async () => {
    const history = createWorld();
    const { searches } = await history.add('harbour');

    expect(await history.remember(false)).toEqual({ remembers: false, searches: [] });
    expect((await history.add('tides')).searches).toEqual([]);
    expect(await history.restore(searches)).toEqual({ remembers: true, searches });
  });

  it('keeps its searches when turned on again', async () => {
    const history = createWorld();
    const { searches } = await history.add('harbour');

    expect(await history.remember(true)).toEqual({ remembers: true, searches });
  });

  it('removes one search', async () => {
    const history = createWorld();
    await history.add('harbour');
    await history.add('tides');

    expect((await history.remove('tides')).searches).toMatchObject([{ q: 'harbour' }]);
  });
});
