import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

/** Lanes whose patience ends when the test says so, and work that ends likewise. */
function createWorld({ width = 2, most = 3 } = {}) {
  const patience: (() => void)[] = [];
  const lanes = createLanes({
    width,
    most,
    patienceMs: 1,
    sleep: () => new Promise((resolve) => patience.push(resolve)),
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (lane: string, name: string) =>
    lanes.run(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { lanes, patience, begun, ends, run };
}

const settle = () => new Promise(setImmediate);

describe('lanes', () => {
  it('do a few things at once, in order, and each lane by itself', async () => {
    const { begun, ends, run } = createWorld();
    const first = run('x', 'a');
    for (const name of ['b', 'c', 'd']) void run('x', name);
    void run('y', 'e');
    await settle();
    expect(begun).toEqual(['a', 'b', 'e']);

    ends.get('a')?.();

    expect(await first).toBe('a');
    await settle();
    expect(begun).toEqual(['a', 'b', 'e', 'c']);
  });

  it('begin the next beside one that is slow, up to a bound', async () => {
    const { begun, ends, patience, run } = createWorld();
    for (const name of ['a', 'b', 'c', 'd', 'e']) void run('x', name);
    await settle();
    expect(begun).toEqual(['a', 'b']);

    patience[0]?.();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);

    patience[1]?.();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c']);

    ends.get('a')?.();
    await settle();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
  });

  it('count slow work no longer once it has ended', async () => {
    const { begun, ends, patience, run } = createWorld({ width: 1, most: 9 });
    for (const name of ['a', 'b', 'c']) void run('x', name);
    await settle();
    patience[0]?.();
    await settle();

    ends.get('a')?.();
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('take no work for slow that ended before the patience did', async () => {
    const { begun, ends, patience, run } = createWorld({ width: 1, most: 9 });
    for (const name of ['a', 'b', 'c']) void run('x', name);
    await settle();
    ends.get('a')?.();
    await settle();

    patience[0]?.();
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('are the same while anything is done in them', async () => {
    const { begun, ends, run } = createWorld({ width: 1 });
    for (const name of ['a', 'b']) void run('x', name);
    await settle();
    ends.get('a')?.();
    await settle();

    void run('x', 'c');
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('are free again after work that failed', async () => {
    const { lanes, begun, run } = createWorld();
    const failing = Array.from({ length: 5 }, () =>
      lanes.run('x', () => Promise.reject(new Error('broken'))),
    );
    expect((await Promise.allSettled(failing)).map(({ status }) => status)).toEqual(
      Array.from({ length: 5 }, () => 'rejected'),
    );

    void run('x', 'a');
    void run('x', 'b');
    await settle();
    expect(begun).toEqual(['a', 'b']);
  });
});
