import { describe, expect, it } from 'vitest';
import { progressWords } from './preview-text.ts';

describe('progressWords', () => {
  it.each([
    [null, 'Reading the page'],
    [{ stage: 'coming', done: 3_000_000, total: 20_000_000 }, 'Getting the file: 3 MB of 20 MB'],
    [{ stage: 'coming', done: 3_000_000, total: null }, 'Getting the file: 3 MB'],
    [{ stage: 'reading', done: 0, total: 0 }, 'Reading the page'],
    [{ stage: 'reading', done: 40, total: 1_200 }, 'Reading page 40 of 1,200'],
  ] as const)('says of %j: %s', (progress, words) => {
    expect(progressWords(progress)).toBe(words);
  });
});
