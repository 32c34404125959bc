import { describe, expect, it } from 'vitest';
import { progressText } from './page-card.tsx';

describe('progressText', () => {
  it.each([
    [null, 'Reading page'],
    [{ stage: 'coming', done: 3_000_000, total: 20_000_000 }, 'Downloading: 3 MB of 20 MB'],
    [{ stage: 'coming', done: 3_000_000, total: null }, 'Downloading: 3 MB'],
    [{ stage: 'reading', done: 0, total: 0 }, 'Reading page'],
    [{ stage: 'reading', done: 40, total: 1_200 }, 'Reading page 40 of 1,200'],
  ] as const)('says of %j: %s', (progress, words) => {
    expect(progressText(progress)).toBe(words);
  });
});
