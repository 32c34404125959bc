import { describe, expect, it } from 'vitest';
import { planMatch } from './match-plan.ts';

const options = { total: 1_000, budget: 100 };

function planFor(counts: Readonly<Record<string, number>>) {
  const counted = Object.entries(counts).map(([term, passages]) => ({ term, passages }));
  return planMatch(counted, options);
}

describe('planMatch', () => {
  it('scores everything at once where there is little', () => {
    expect(planFor({ salt: 60, heron: 40 })).toEqual({
      first: [[['heron', 'salt']]],
      further: null,
      bound: 0,
    });
  });

  it('scores all of a single word, however common', () => {
    expect(planFor({ salt: 900 }).first).toEqual([[['salt']]]);
  });

  it('begins with the rare words, alone and beside common ones', () => {
    const plan = planFor({ salt: 150, heron: 5, river: 90 });

    expect(plan.first).toEqual([[['heron', 'river']], [['heron', 'river'], ['salt']]]);
    expect(plan.further).toEqual([['salt']]);
  });

  it('asks for common words together, in as few groups as narrow them enough', () => {
    expect(planFor({ a: 150, b: 150, c: 150, d: 150 }).further).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    expect(planFor({ a: 600, b: 700, c: 800 }).further).toEqual([['a'], ['b'], ['c']]);
  });

  it('leaves out what stands in every fifth passage, beside a rare word and only there', () => {
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

  it('tells what holding every common word once gives', () => {
    expect(planFor({ heron: 5, salt: 150, river: 150 }).bound).toBeCloseTo(
      2 * Math.log(850.5 / 150.5),
    );
  });
});
