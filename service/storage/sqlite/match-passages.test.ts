import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ensureFirstAccount } from './accounts.ts';
import { insertContainer } from './containers.ts';
import { openNodeDatabase } from './node.ts';
import { matchPassages, planMatch } from './match-passages.ts';
import { migrate } from '../migrations/migrate.ts';
import { insertNote } from './materials.ts';
import { insertPassage } from './passages.ts';
import type { Database } from '../port.ts';

const now = '2026-11-21T00:00:00.000Z';
const PASSAGES = 400;
let db: Database;

/** Every passage holds `tide`, every second `salt`, every eighth `sand`, every hundredth `heron`; all are as long. */
beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  await migrate(db, { now });
  await ensureFirstAccount(db, { id: 'a', now });
  await insertContainer(db, { id: 'c', accountId: 'a', name: 'Coast', description: '', now });
  await insertNote(db, { id: 'n', accountId: 'a', containerId: 'c', content: 'Tides', now });
  await db.transaction(async (queries) => {
    for (let id = 1; id <= PASSAGES; id += 1) {
      const words = ['tide', id % 2 === 0 ? 'salt' : `x${id}`, id % 8 === 0 ? 'sand' : `y${id}`];
      words.push(id % 100 === 0 ? 'heron' : `z${id}`, id === 7 ? 'salt salt salt' : 'q r s');
      const place = { material: 1, container: 1, position: id, lead: '', text: 'Tides' };
      await insertPassage(queries, { ...place, titleTerms: '', bodyTerms: words.join(' ') });
    }
  });
});
afterEach(() => db.close());

function match(terms: readonly string[], options: { limit?: number; budget?: number } = {}) {
  return matchPassages(db, { containers: [1], terms, limit: 8, ...options });
}

describe('matchPassages with more matches than the budget', () => {
  it('scores rare terms as if it had scored all passages', async () => {
    const terms = ['tide', 'salt', 'heron'];

    const [all, few] = [
      await match(terms, { limit: 4 }),
      await match(terms, { limit: 4, budget: 20 }),
    ];

    expect(few.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400]);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(few.map(({ id }) => id)));
  });

  it('scores a passage with rare and common terms by both', async () => {
    const [bare] = await match(['heron'], { budget: 20 });
    const [both] = await match(['heron', 'sand'], { budget: 20 });
    const [all] = await match(['heron', 'sand']);

    expect(both?.score).toBe(all?.score);
    expect([200, 400]).toContain(both?.id);
    expect(both?.score).toBeGreaterThan((bare?.score ?? 0) + 0.1);
  });

  it('finds further passages by common terms if few contain rare ones', async () => {
    const found = await match(['heron', 'salt', 'sand'], { limit: 40, budget: 20 });

    expect(found).toHaveLength(40);
    expect(found.slice(0, 4).every(({ id }) => id % 100 === 0)).toBe(true);
  });

  it('matches common terms together', async () => {
    const found = await match(['salt', 'sand'], { budget: 30 });

    expect(found).toHaveLength(8);
    expect(found.every(({ id }) => id % 8 === 0)).toBe(true);
  });

  it('prefers the newest if one term alone exceeds the budget', async () => {
    const found = await match(['tide'], { budget: 10 });

    expect(Math.min(...found.map(({ id }) => id))).toBeGreaterThan(PASSAGES - 40);
  });
});

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

  it('leaves out very common terms, but only next to a rare one', () => {
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
