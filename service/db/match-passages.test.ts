import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openOnlyAccount } from './accounts.ts';
import { insertContainer } from './containers.ts';
import { openNodeDatabase } from './drivers/node.ts';
import { matchPassages } from './match-passages.ts';
import { migrate } from './migrate.ts';
import { insertNote } from './notes.ts';
import { insertPassage } from './passages.ts';
import type { Database } from './port.ts';

const now = '2026-11-21T00:00:00.000Z';
const PASSAGES = 400;
let db: Database;

/** Every passage holds `tide`, every second `salt`, every eighth `sand`, every hundredth `heron`; all are as long. */
beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  await migrate(db, { now });
  await openOnlyAccount(db, { id: 'a', now });
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

describe('matchPassages over more passages than it may score', () => {
  it('scores rare words beside common ones as if it had scored all', async () => {
    const terms = ['tide', 'salt', 'heron'];

    const [all, few] = [
      await match(terms, { limit: 4 }),
      await match(terms, { limit: 4, budget: 20 }),
    ];

    expect(few.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400]);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(few.map(({ id }) => id)));
  });

  it('gives a passage of rare and common words the score of both', async () => {
    const [bare] = await match(['heron'], { budget: 20 });
    const [both] = await match(['heron', 'sand'], { budget: 20 });
    const [all] = await match(['heron', 'sand']);

    expect(both?.score).toBe(all?.score);
    expect([200, 400]).toContain(both?.id);
    expect(both?.score).toBeGreaterThan((bare?.score ?? 0) + 0.1);
  });

  it('finds further passages by the common words where the rare ones are few', async () => {
    const found = await match(['heron', 'salt', 'sand'], { limit: 40, budget: 20 });

    expect(found).toHaveLength(40);
    expect(found.slice(0, 4).every(({ id }) => id % 100 === 0)).toBe(true);
  });

  it('asks for common words together', async () => {
    const found = await match(['salt', 'sand'], { budget: 30 });

    expect(found).toHaveLength(8);
    expect(found.every(({ id }) => id % 8 === 0)).toBe(true);
  });

  it('prefers the newest where one word alone matches more than may be scored', async () => {
    const found = await match(['tide'], { budget: 10 });

    expect(Math.min(...found.map(({ id }) => id))).toBeGreaterThan(PASSAGES - 40);
  });
});
