import { describe, expect, it } from 'vitest';
import { hopeOf, keepFromOf } from './keep-from.ts';

describe('hopeOf', () => {
  it.each([
    [
      'a page of which all is clear',
      [
        [90, 1],
        [10, 0],
      ],
      1,
    ],
    [
      'a page of which all is doubtful',
      [
        [50, 0.5],
        [50, 0.5],
      ],
      0.667,
    ],
    [
      'doubts about a little',
      [
        [90, 1],
        [10, 0.5],
      ],
      0.974,
    ],
    [
      'words rather than blocks',
      [
        [90, 1],
        [1, 0.5],
        [1, 0.5],
        [1, 0.5],
      ],
      0.992,
    ],
    [
      'a page with next to no hope',
      [
        [50, 0.1],
        [50, 0.1],
      ],
      0.182,
    ],
    ['a page without blocks', [], 0],
  ])('gives what can be hoped of %s', (_, page, expected) => {
    const blocks = page.map(([words = 0]) => ({ words }));
    const probabilities = page.map(([, probability = 0]) => probability);

    expect(hopeOf(blocks, probabilities)).toBeCloseTo(expected, 3);
  });
});

describe('keepFromOf', () => {
  it.each([
    ['an article', { article: 1 }, 0.7],
    ['documentation', { documentation: 1 }, 0.4],
    ['a list', { list: 1 }, 0.5],
    ['what may be either', { article: 0.5, documentation: 0.5 }, 0.55],
    ['what is most likely an article', { article: 0.8, other: 0.2 }, 0.66],
  ])('takes as much of a clear page as suits %s', (_, kinds, expected) => {
    expect(keepFromOf(1, new Map(Object.entries(kinds)))).toBeCloseTo(expected, 5);
  });

  it.each([
    [0.5, 0.275],
    [0.2, 0.2],
    [0, 0.2],
  ])('takes more where no more than %d can be hoped for', (hope, expected) => {
    expect(keepFromOf(hope, new Map([['product', 1]]))).toBeCloseTo(expected, 5);
  });
});
