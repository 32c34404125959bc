import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createSearchQueue } from './search-queue.ts';

function createQueue(atOnce = 1) {
  const { run } = createSearchQueue({ pause: () => setImmediate(), atOnce });
  const ran: string[] = [];
  const search = (lane: string, name: string) =>
    run({ caller: lane, kind: 'short' }, async () => {
      ran.push(name);
      await setImmediate();
      ran.push(`${name} ended`);
      return name;
    });
  return { ran, run, search };
}

describe('createSearchQueue', () => {
  it('runs one search at a time, and lets the lanes take turns', async () => {
    const { ran, search } = createQueue();

    const answers = await Promise.all([
      search('a', 'a1'),
      search('a', 'a2'),
      search('a', 'a3'),
      search('b', 'b1'),
      search('c', 'c1'),
    ]);

    expect(answers).toEqual(['a1', 'a2', 'a3', 'b1', 'c1']);
    expect(ran).toEqual(['a1', 'a2', 'b1', 'c1', 'a3'].flatMap((name) => [name, `${name} ended`]));
  });

  it('lets a search that arrives later run before the rest of another lane', async () => {
    const { ran, search } = createQueue();
    const all = Array.from({ length: 50 }, (_, index) => search('a', `a${index}`));

    await all[0];
    await search('b', 'b');

    expect(ran.filter((name) => /^a\d+$/.test(name)).length).toBeLessThan(5);
    await Promise.all(all);
  });

  it('leaves a place to others, whatever one caller asks for', async () => {
    const { run } = createQueue(5);
    const ends: (() => void)[] = [];
    const started: string[] = [];
    const start = (caller: string, kind = 'short') =>
      run({ caller, kind }, () => {
        started.push(caller);
        return new Promise<void>((resolve) => void ends.push(resolve));
      });
    const all = Array.from({ length: 8 }, (_, index) =>
      start('a', index % 2 === 0 ? 'short' : 'long'),
    );
    expect(started).toEqual(['a', 'a', 'a', 'a']);

    const other = start('b');

    expect(started).toEqual(['a', 'a', 'a', 'a', 'b']);
    const later = start('c');
    for (let ended = 0; ended < 10; ended += 1) {
      await expect.poll(() => ends.length).toBeGreaterThan(ended);
      ends[ended]?.();
    }
    await Promise.all([...all, other, later]);
    expect(started.filter((lane) => lane === 'a')).toHaveLength(8);
  });

  it('runs as many searches at the same time as allowed', async () => {
    const { run } = createQueue(2);
    const started: string[] = [];
    const ends = new Map<string, () => void>();
    const searches = ['a', 'b', 'c'].map((name) =>
      run({ caller: name, kind: 'short' }, () => {
        started.push(name);
        return new Promise<void>((resolve) => void ends.set(name, resolve));
      }),
    );

    expect(started).toEqual(['a', 'b']);
    ends.get('b')?.();
    await searches[1];
    await expect.poll(() => started).toContain('c');
    ends.get('a')?.();
    ends.get('c')?.();
    await Promise.all(searches);
  });

  it('continues after a failed search', async () => {
    const { run, search } = createQueue();

    const failed = run({ caller: 'a', kind: 'short' }, () => Promise.reject(new Error('no')));
    const next = search('a', 'next');

    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('next');
    expect(await search('a', 'later')).toBe('later');
  });
});
