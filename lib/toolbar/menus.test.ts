import { describe, expect, it } from 'vitest';
import { createMenuKeeper } from './menus.ts';

describe('createMenuKeeper', () => {
  it('creates the menus again after a failed attempt', async () => {
    const made: boolean[] = [];
    let isBroken = true;
    const { keep } = createMenuKeeper(async (_titles, { readsHere }) => {
      if (isBroken) throw new Error('no menus');
      made.push(readsHere);
    });

    await expect(keep(true)).rejects.toThrow('no menus');
    isBroken = false;
    await keep(true);
    await keep(false);

    expect(made).toEqual([true, false]);
  });

  it('creates the menus once while nothing changes', async () => {
    const made: boolean[] = [];
    const { keep } = createMenuKeeper(async (_titles, { readsHere }) => void made.push(readsHere));

    await Promise.all([keep(true), keep(true), keep(false), keep(false)]);

    expect(made).toEqual([true, false]);
  });
});
