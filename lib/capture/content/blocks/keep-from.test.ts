import { describe, expect, it } from 'vitest';
import { keepFromOf } from './keep-from.ts';

describe('keepFromOf', () => {
  it.each([
    [
      'a page of which all is clear',
      [
        [90, 1],
        [10, 0],
      ],
      0.55,
    ],
    [
      'a page of which all is doubtful',
      [
        [50, 0.5],
        [50, 0.5],
      ],
      0.367,
    ],
    [
      'doubts about a little',
      [
        [90, 1],
        [10, 0.5],
      ],
      0.536,
    ],
    [
      'words rather than blocks',
      [
        [90, 1],
        [1, 0.5],
        [1, 0.5],
        [1, 0.5],
      ],
      0.545,
    ],
    [
      'a page with next to no hope',
      [
        [50, 0.1],
        [50, 0.1],
      ],
      0.2,
    ],
    ['a page without blocks', [], 0.2],
  ])('gives the probability for %s', (_, page, expected) => {
    const blocks = page.map(([words = 0]) => ({ words }));

    const keepFrom = keepFromOf(
      blocks,
      page.map(([, probability = 0]) => probability),
      new Map([['product', 1]]),
    );

    expect(keepFrom).toBeCloseTo(expected, 2);
  });

  it.each([
    ['an article', { article: 1 }, 0.65],
    ['documentation', { documentation: 1 }, 0.4],
    ['a list', { list: 1 }, 0.5],
    ['what may be either', { article: 0.5, documentation: 0.5 }, 0.525],
    ['what is most likely an article', { article: 0.8, other: 0.2 }, 0.62],
  ])('takes as much of a clear page as suits %s', (_, kinds, expected) => {
    const keepFrom = keepFromOf([{ words: 90 }], [1], new Map(Object.entries(kinds)));

    expect(keepFrom).toBeCloseTo(expected, 5);
  });
});
