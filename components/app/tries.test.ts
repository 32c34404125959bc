import { describe, expect, it } from 'vitest';
import { withTry } from './tries.ts';

describe('withTry', () => {
  it('counts the retries of each save, latest last', () => {
    const tries = ['a', 'b', 'a'].reduce(withTry, new Map());

    expect([...tries]).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });
});
