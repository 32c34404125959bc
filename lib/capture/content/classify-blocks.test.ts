import { describe, expect, it } from 'vitest';
import { expectedF1Of, keepThreshold, smoothByShape } from './classify-blocks.ts';

describe('expectedF1Of', () => {
  it.each([
    [
      'a page with only clear blocks',
      [
        [90, 1],
        [10, 0],
      ],
      1,
    ],
    [
      'a page with only doubtful blocks',
      [
        [50, 0.5],
        [50, 0.5],
      ],
      0.667,
    ],
    [
      'a few doubtful blocks',
      [
        [90, 1],
        [10, 0.5],
      ],
      0.974,
    ],
    [
      'a page, weighted by words rather than blocks',
      [
        [90, 1],
        [1, 0.5],
        [1, 0.5],
        [1, 0.5],
      ],
      0.992,
    ],
    [
      'a page with hardly anything to keep',
      [
        [50, 0.1],
        [50, 0.1],
      ],
      0.182,
    ],
    ['a page without blocks', [], 0],
  ])('returns the expected F1 for %s', (_, page, expected) => {
    const blocks = page.map(([words = 0]) => ({ words }));
    const probabilities = page.map(([, probability = 0]) => probability);

    expect(expectedF1Of(blocks, probabilities)).toBeCloseTo(expected, 3);
  });
});

describe('keepThreshold', () => {
  it.each([
    ['an article', { article: 1 }, 0.65],
    ['documentation', { documentation: 1 }, 0.4],
    ['a list', { list: 1 }, 0.5],
    ['a page that may be an article or documentation', { article: 0.5, documentation: 0.5 }, 0.525],
    ['a page that is most likely an article', { article: 0.8, other: 0.2 }, 0.62],
  ])('on a clear page depends on the kind: %s', (_, kinds, expected) => {
    expect(keepThreshold(1, new Map(Object.entries(kinds)))).toBeCloseTo(expected, 5);
  });

  it.each([
    [0.5, 0.3],
    [0.2, 0.2],
    [0, 0.2],
  ])('is lower if the expected F1 is only %d', (expectedF1, expected) => {
    expect(keepThreshold(expectedF1, new Map([['product', 1]]))).toBeCloseTo(expected, 5);
  });
});

const shapeOf = (blocks: number) => ({
  blocks,
  words: 0,
  linkWords: 0,
  articleWords: 0,
  long: 0,
});

describe('smoothByShape', () => {
  it('moves blocks of a frequent shape halfway to their mean', () => {
    const posts = shapeOf(8);
    const own = [1, 1, 1, 1, 1, 1, 0.6, 0.2];

    const leaning = smoothByShape(
      Array.from(own, () => posts),
      own,
    );

    expect(leaning.map((each) => each.toFixed(3))).toEqual([
      ...Array.from({ length: 6 }, () => '0.925'),
      '0.725',
      '0.525',
    ]);
  });

  it('leaves rare shapes alone, even next to each other', () => {
    const [one, other] = [shapeOf(7), shapeOf(1)];
    const shapes = [...Array.from({ length: 7 }, () => one), other];
    const own = [0.9, 0.9, 0.9, 0.9, 0.9, 0.9, 0.1, 0.3];

    expect(smoothByShape(shapes, own)).toEqual(own);
  });
});
