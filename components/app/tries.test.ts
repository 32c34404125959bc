import { describe, expect, it } from 'vitest';
import { withTry } from './tries.ts';

describe('withTry', () => {
  it('counts each save by itself, the last one last', () => {
    const tries = ['a', 'b', 'a'].reduce(withTry, new Map());

    expect([...tries]).toEqual([
      ['b', 1],
      ['a', 2],
    ]);
  });
});
