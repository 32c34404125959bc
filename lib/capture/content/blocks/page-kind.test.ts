import { describe, expect, it } from 'vitest';
import { kindChancesOf, likeliestKind } from './page-kind.ts';
import type { Model } from './tree-model.ts';

const none = { start: 0, trees: [] };
const model: Model = {
  source: '',
  features: ['page-blocks'],
  questions: { features: [0], limits: [3] },
  questionsFrom: 1000,
  unit: 100,
  blocks: none,
  kinds: {
    // At most 3 blocks: 300; else -300.
    article: { start: 0, trees: [[1000, 1, 300, -300]] },
    list: none,
    forum: none,
  },
};

describe('kindChancesOf', () => {
  it('gives chances that are 1 together', () => {
    const chances = kindChancesOf([1], model);

    expect(Array.from(chances, ([kind, chance]) => [kind, chance.toFixed(3)])).toEqual([
      ['article', '0.488'],
      ['list', '0.256'],
      ['forum', '0.256'],
    ]);
  });
});

describe('likeliestKind', () => {
  it.each([
    [
      { article: 0.3, list: 0.7 },
      { kind: 'list', confidence: 0.7 },
    ],
    [
      { recipe: 0.7, forum: 0.3 },
      { kind: 'forum', confidence: 0.3 },
    ],
    [{}, { kind: 'other', confidence: 0 }],
  ])('is of %j', (chances, expected) => {
    expect(likeliestKind(new Map(Object.entries(chances)))).toEqual(expected);
  });
});
