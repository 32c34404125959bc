import { describe, expect, it } from 'vitest';
import { sizeWords } from './size.ts';

describe('sizeWords', () => {
  it.each([
    [0, '0 bytes'],
    [999, '999 bytes'],
    [1_000, '1 kB'],
    [1_234_567, '1.2 MB'],
    [345_678_901, '346 MB'],
    [5_000_000_000, '5 GB'],
  ])('formats %i as %s', (bytes, words) => {
    expect(sizeWords(bytes)).toBe(words);
  });
});
