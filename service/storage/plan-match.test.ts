import { describe, expect, it } from 'vitest';
import { planMatch } from './plan-match.ts';

const options = { total: 1_000, budget: 100 };

function planFor(counts: Readonly<Record<string, number>>) {
  const counted = Object.entries(counts).map(([term, passages]) => ({ term, passages }));
  return planMatch(counted, options);
}

describe('planMatch', () => {
  it('scores everything at once if it fits the budget', () => {
    expect(planFor({ salt: 60, heron: 40 })).toEqual({
      first: [[['heron', 'salt']]],
      further: null,
      bound: 0,
    });
  });

  it('scores all matches of a single term, however common', () => {
    expect(planFor({ salt: 900 }).first).toEqual([[['salt']]]);
  });

  it('starts with the rare terms, alone and together with common ones', () => {
    const plan = planFor({ salt: 150, heron: 5, river: 90 });

    expect(plan.first).toEqual([[['heron', 'river']], [['heron', 'river'], ['salt']]]);
    expect(plan.further).toEqual([['salt']]);
  });

  it('matches common terms together, in as few groups as fit the budget', () => {
    expect(planFor({ a: 150, b: 150, c: 150, d: 150 }).further).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    expect(planFor({ a: 600, b: 700, c: 800 }).further).toEqual([['a'], ['b'], ['c']]);
  });

  it('leaves out very common terms, but only beside rare ones', () => {
    expect(planFor({ heron: 5, the: 201, salt: 150 })).toMatchObject({
      first: [[['heron']], [['heron'], ['salt']]],
      further: [['salt']],
    });
    expect(planFor({ heron: 5, the: 201 })).toEqual({
      first: [[['heron']]],
      further: [['the']],
      bound: 0,
    });
    expect(planFor({ of: 201, the: 201 }).further).toEqual([['of'], ['the']]);
  });

  it('computes the score of having every common term once', () => {
    expect(planFor({ heron: 5, salt: 150, river: 150 }).bound).toBeCloseTo(
      2 * Math.log(850.5 / 150.5),
    );
  });
});
