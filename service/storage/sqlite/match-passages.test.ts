import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import type { NewPassage } from '../port/search.ts';
import { MAX_SCORED_TERMS } from '../choose-terms.ts';
import { matchPassages, openScope } from './match-passages.ts';
import type { Database } from './sql.ts';
import { createSqliteStorage } from './storage.ts';
import { openMemories } from '../../../tests/fixtures/open-memories.ts';

const now = '2026-11-21T00:00:00.000Z';
const PASSAGES = 400;
let db: Database;

const account = () => createSqliteStorage(db).account('a');

/**
 * Every passage contains `tide`, every second `salt`, every eighth `sand`, every hundredth `heron`. All are equally
 * long.
 */
beforeEach(async () => {
  db = await openMemories(['c'], now);
  await account().notes.insert({ id: 'n', containerId: 'c', content: 'Tides', now });
  await account().transaction(async (areas) => {
    for (let id = 1; id <= PASSAGES; id += 1) {
      const words = ['tide', id % 2 === 0 ? 'salt' : `x${id}`, id % 8 === 0 ? 'sand' : `y${id}`];
      words.push(id % 100 === 0 ? 'heron' : `z${id}`, id === 7 ? 'salt salt salt' : 'q r s');
      const passage = passageWith(words.join(' '), { position: id, text: 'Tides' });
      await areas.passages.insert([{ material: 1, container: 1, passages: [passage] }]);
    }
  });
});
afterEach(() => db.close());

/** Adds a note with these passages. Returns the best passage that matches. */
async function bestOf(
  passages: readonly NewPassage[],
  {
    container,
    ...query
  }: Omit<Parameters<typeof matchPassages>[1], 'limit'> & { container: 1 | 2 },
): Promise<string | undefined> {
  const containerId = container === 1 ? 'c' : 'other';
  const areas = account();
  await areas.containers.insert({ id: 'other', name: 'Other', description: '', now });
  await areas.notes.insert({ id: 'more', containerId, content: '', now });
  await areas.passages.insert([{ material: 2, container, passages }]);
  const scope = await openScope(db, 'a', container === 1 ? [1, 2] : [2]);
  const [best] = await matchPassages(scope, { limit: 8, ...query });
  return (await areas.passages.byIds(best === undefined ? [] : [best.id]))[0]?.text;
}

describe('the rarity of a term', () => {
  it('is not multiplied with the score of a phrase', async () => {
    const texts = ['tide turn', 'tide turn orchard wall', 'rye', 'oats', 'corn', 'hops'];
    const best = await bestOf(
      texts.map((one, position) => passageWith(one, { position })),
      {
        container: 2,
        terms: ['tide', 'turn', 'orchard'],
        conditions: { match: '{title body} : "tide turn"', where: '', parameters: [] },
      },
    );

    expect(best).toBe('tide turn orchard wall');
  });

  it('counts passages in all scripts', async () => {
    const passage = passageWith('heron 東京', { text: '東京のオフィスで heron の話を聞いた。' });

    expect(await bestOf([passage], { container: 1, terms: ['heron', '東京'] })).toBe(passage.text);
  });
});

describe('matchPassages with more terms than it scores', () => {
  const rare = Array.from({ length: 40 }, (_, index) => `z${2 * index + 1}`);
  const terms = ['tide', 'salt', ...rare];

  /** Lists the terms of each query that scores passages, and the number of passages it may score. */
  async function scoredFor(wanted: readonly string[], limits: { budget?: number } = {}) {
    const scored: { terms: string[]; most: unknown }[] = [];
    const recording: Database = {
      ...db,
      all: (statement, parameters = []) => {
        if (statement.sql.includes('bm25')) {
          const names = String(parameters[0]).matchAll(/"([^"]*)"/g);
          scored.push({ terms: [...names].map(([, name = '']) => name), most: parameters[1] });
        }
        return db.all(statement, parameters);
      },
    };
    await matchPassages(await openScope(recording, 'a', [1]), {
      terms: wanted,
      limit: 8,
      ...limits,
    });
    return scored;
  }

  it('scores the rarest, wherever they are in the query', async () => {
    const scored = await scoredFor(terms);

    expect(scored.length).toBeGreaterThan(0);
    for (const { terms: names } of scored) {
      expect(names).toHaveLength(MAX_SCORED_TERMS);
      expect(rare).toEqual(expect.arrayContaining(names));
    }
  });

  it('scores fewer passages for more terms', async () => {
    const [few] = await scoredFor(['tide', 'salt'], { budget: 100 });
    const [many] = await scoredFor([...rare, 'tide'], { budget: 100 });

    expect(few?.most).toBe(240);
    expect(many?.most).toBe(60);
  });

  it('scores all terms of a query that has no more', async () => {
    const [scored] = await scoredFor(rare.slice(0, MAX_SCORED_TERMS));

    expect(scored?.terms.toSorted()).toEqual(rare.slice(0, MAX_SCORED_TERMS).toSorted());
  });
});
