import { describe, expect, it } from 'vitest';
import { newsWords } from './learned-notice.tsx';

describe('newsWords', () => {
  const page = { id: 'a', title: 'Tides', memory: 'Reading' };

  it.each([
    [{ earlier: 0, pages: [] }, null],
    [{ earlier: 0, pages: [page] }, '“Tides” can be found now.'],
    [
      {
        earlier: 0,
        pages: [{ ...page, title: 'The long memory of harbours and of all their towns' }],
      },
      '“The long memory of harbours and of all their…” can be found now.',
    ],
    [{ earlier: 1, pages: [] }, '1 page can be found now.'],
    [{ earlier: 0, pages: [{ ...page, title: ' ' }] }, '1 page can be found now.'],
    [{ earlier: 11, pages: [page] }, '12 pages can be found now.'],
  ])('says of %j: %s', (news, words) => {
    expect(newsWords(news)).toBe(words);
  });
});
