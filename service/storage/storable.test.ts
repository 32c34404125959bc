import { describe, expect, it } from 'vitest';
import { storable } from './storable.ts';

describe('storable', () => {
  it.each([
    ['ordinary text', 'ü😀\n', 'ü😀\n'],
    ['a null character', 'a\0b', 'a\uFFFDb'],
    ['half a surrogate pair', 'a\uD83Db', 'a\uFFFDb'],
  ])('stores %s', (_name, text, expected) => {
    expect(storable(text)).toBe(expected);
  });
});
