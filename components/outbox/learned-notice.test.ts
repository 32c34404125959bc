import { describe, expect, it } from 'vitest';
import { learnedText } from './learned-notice.tsx';

describe('learnedText', () => {
  const page = { id: 'a', title: 'Tides', memory: 'Reading' };

  it.each([
    [{ earlier: 0, pages: [] }, null],
    [{ earlier: 0, pages: [page] }, '“Tides” is now searchable.'],
    [
      {
        earlier: 0,
        pages: [{ ...page, title: 'The long memory of harbours and of all their towns' }],
      },
      '“The long memory of harbours and of all their…” is now searchable.',
    ],
    [{ earlier: 1, pages: [] }, '1 page is now searchable.'],
    [{ earlier: 0, pages: [{ ...page, title: ' ' }] }, '1 page is now searchable.'],
    [{ earlier: 11, pages: [page] }, '12 pages are now searchable.'],
  ])('says of %j: %s', (news, words) => {
    expect(learnedText(news)).toBe(words);
  });
});
