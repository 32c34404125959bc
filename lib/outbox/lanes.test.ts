import { describe, expect, it } from 'vitest';
import { createLanes } from './lanes.ts';

/** Creates lanes with tasks and delays that the test finishes. */
function createWorld({ width = 2, most = 3 } = {}) {
  const patience: (() => void)[] = [];
  const runIn = createLanes({
    width,
    most,
    patienceMs: 1,
    sleep: () => new Promise((resolve) => patience.push(resolve)),
  });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const run = (lane: string, name: string) =>
    runIn(lane, () => {
      begun.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    });
  return { runIn, patience, begun, ends, run };
}

const settle = () => new Promise(setImmediate);

describe('lanes', () => {
  it('run a few tasks at once, in order, separately per lane', async () => {
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

  it('start another task next to a slow one, up to a limit', async () => {
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

  it('stop counting a slow task once it has finished', async () => {
    const { begun, ends, patience, run } = createWorld({ width: 1, most: 9 });
    for (const name of ['a', 'b', 'c']) void run('x', name);
    await settle();
    patience[0]?.();
    await settle();

    ends.get('a')?.();
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('don’t count a task as slow if it finished in time', async () => {
    const { begun, ends, patience, run } = createWorld({ width: 1, most: 9 });
    for (const name of ['a', 'b', 'c']) void run('x', name);
    await settle();
    ends.get('a')?.();
    await settle();

    patience[0]?.();
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('keep a lane while it has running tasks', async () => {
    const { begun, ends, run } = createWorld({ width: 1 });
    for (const name of ['a', 'b']) void run('x', name);
    await settle();
    ends.get('a')?.();
    await settle();

    void run('x', 'c');
    await settle();

    expect(begun).toEqual(['a', 'b']);
  });

  it('are free again after a task failed', async () => {
    const { runIn, begun, run } = createWorld();
    const failing = Array.from({ length: 5 }, () =>
      runIn('x', () => Promise.reject(new Error('broken'))),
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
