import { describe, expect, it } from 'vitest';
import { newsWords } from './learned.ts';

describe('newsWords', () => {
  const latest = { title: 'Tides', memory: 'Reading' };

  it.each([
    [{ count: 0, latest: null }, null],
    [{ count: 1, latest }, '“Tides” can be found now.'],
    [{ count: 1, latest: null }, '1 page can be found now.'],
    [{ count: 1, latest: { ...latest, title: ' ' } }, '1 page can be found now.'],
    [{ count: 12, latest }, '12 pages can be found now.'],
  ])('says of %j: %s', (news, words) => {
    expect(newsWords(news)).toBe(words);
  });
});
