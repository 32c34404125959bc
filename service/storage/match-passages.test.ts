/** Limits on how many matches a search scores. They are the same in every engine. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { addMemories } from '../../tests/fixtures/open-memories.ts';
import { passageWith } from '../../tests/fixtures/passage-with.ts';
import { emptyPostgres, hasServer } from '../../tests/fixtures/storage-engines.ts';
import type { PassageMatch } from './port/search.ts';
import type { Storage } from './port/storage.ts';
import * as postgresDatabase from './postgres/connection.ts';
import * as postgres from './postgres/match-passages.ts';
import { createPostgresStorage } from './postgres/storage.ts';
import * as sqlite from './sqlite/match-passages.ts';
import { openNodeDatabase } from './sqlite/node.ts';
import { createSqliteStorage } from './sqlite/storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const PASSAGES = 400;

interface Limits {
  readonly limit?: number;
  /** Number of passages to score for the rarer terms. */
  readonly budget?: number;
  readonly containers?: readonly number[];
}

interface Matching {
  readonly storage: Storage;
  match(terms: readonly string[], limits?: Limits): Promise<PassageMatch[]>;
  /** Gives the next passages much higher ids, as if other accounts had stored very many. */
  skipIds(): Promise<unknown>;
}

const engines: [string, boolean, () => Promise<Matching>][] = [
  [
    'SQLite',
    true,
    async () => {
      const db = openNodeDatabase(':memory:');
      return {
        storage: createSqliteStorage(db),
        // An SQLite database numbers its passages without gaps.
        skipIds: () => Promise.resolve(),
        match: async (terms, { containers = [1], ...limits } = {}) => {
          const scope = await sqlite.openScope(db, 'a', containers);
          return sqlite.matchPassages(scope, { terms, limit: 8, ...limits });
        },
      };
    },
  ],
  [
    'PostgreSQL',
    hasServer,
    async () => {
      const db = postgresDatabase.openDatabase(await emptyPostgres());
      return {
        storage: createPostgresStorage(db),
        skipIds: () =>
          db.directory.run(`ALTER TABLE passages ALTER COLUMN id RESTART WITH 1000000`),
        match: async (terms, { containers = [1], ...limits } = {}) => {
          const scope = await postgres.openScope(db.account('a'), 'a', containers);
          return postgres.matchPassages(scope, { terms, limit: 8, ...limits });
        },
      };
    },
  ],
];

describe.for(engines)('more matches than the budget in %s', ([, isThere, open]) => {
  let opened: Matching;
  const match: Matching['match'] = (terms, limits) => opened.match(terms, limits);

  /**
   * Every passage contains `tide`, every second `salt`, every third `pier`, every eighth `sand`, every hundredth `heron`.
   * Number 7 repeats `salt`, and number 8 `sand`. All are equally long.
   */
  beforeEach(async ({ skip }) => {
    skip(!isThere, 'There is no PostgreSQL server.');
    opened = await open();
    await addMemories(opened.storage, ['c'], now);
    const account = opened.storage.account('a');
    await account.notes.insert({ id: 'n', containerId: 'c', content: 'Tides', now });
    const passages = Array.from({ length: PASSAGES }, (_, index) => {
      const id = index + 1;
      const words = ['tide', id % 2 === 0 ? 'salt' : `x${id}`, id % 8 === 0 ? 'sand' : `y${id}`];
      words.push(id % 100 === 0 ? 'heron' : `z${id}`, id % 3 === 0 ? 'pier' : `p${id}`);
      words.push(
        new Map([
          [7, 'salt salt salt'],
          [8, 'sand sand sand'],
        ]).get(id) ?? 'q r s',
      );
      return passageWith(words.join(' '), { position: id, text: 'Tides' });
    });
    await account.transaction((areas) =>
      areas.passages.insert([{ material: 1, container: 1, passages }]),
    );
  });
  afterEach(() => opened.storage.close());

  it('scores rare terms as if it had scored all passages', async () => {
    const terms = ['tide', 'salt', 'heron'];

    const [all, few] = [
      await match(terms, { limit: 4 }),
      await match(terms, { limit: 4, budget: 20 }),
    ];

    expect(few.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual([100, 200, 300, 400]);
    expect(new Set(all.map(({ id }) => id))).toEqual(new Set(few.map(({ id }) => id)));
  });

  it('scores a passage by both its rare and common terms', async () => {
    const [bare] = await match(['heron'], { budget: 20 });
    const [both] = await match(['heron', 'sand'], { budget: 20 });
    const [all] = await match(['heron', 'sand']);

    expect(both?.score).toBe(all?.score);
    expect([200, 400]).toContain(both?.id);
    expect(both?.score).toBeGreaterThan((bare?.score ?? 0) + 0.1);
  });

  it('scores a passage by a rare term and one that is in hundreds of times as many', async () => {
    const account = opened.storage.account('a');
    await account.containers.insert({ id: 'other', name: 'Other', description: '', now });
    await account.notes.insert({ id: 'o', containerId: 'other', content: 'Rope', now });
    const passages = Array.from({ length: 1_200 }, (_, position) => {
      const words = [position % 4 === 0 ? 'reed' : 'rope'];
      if (position === 640) words.push('wren', 'reed');
      if (position === 641) words.push('wren');
      return passageWith(words.join(' '), { position, text: 'Reeds' });
    });
    const early = passageWith('reed', { position: PASSAGES + 1, text: 'Reeds' });
    const late = passageWith('wren reed reed reed', { position: PASSAGES + 2, text: 'Reeds' });
    // The ids of the two Memories interleave.
    for (const [material, container, some] of [
      [1, 1, [early]],
      [2, 2, passages.slice(0, 900)],
      [1, 1, [late]],
      [2, 2, passages.slice(900)],
    ] as const)
      await account.transaction((areas) =>
        areas.passages.insert([{ material, container, passages: some }]),
      );

    const [inFirst, inSecond] = [PASSAGES + 902, PASSAGES + 642];
    for (const [containers, best] of [
      [
        [1, 2],
        [inSecond, inFirst],
      ],
      [[2], [inSecond, inSecond + 1]],
    ] as const) {
      const terms = ['wren', 'reed', 'tide'];
      const all = await match(terms, { containers, limit: 2 });
      const few = await match(terms, { containers, limit: 2, budget: 20 });

      expect(few).toEqual(all);
      expect(few.map(({ id }) => id)).toEqual(best);
    }
  });

  it('finds further passages by common terms if few contain rare ones', async () => {
    const found = await match(['heron', 'salt', 'sand'], { limit: 40, budget: 20 });

    expect(found).toHaveLength(40);
    expect(found.slice(0, 4).every(({ id }) => id % 100 === 0)).toBe(true);
  });

  it('matches common terms together', async () => {
    const [best] = await match(['pier', 'sand']);
    const found = await match(['pier', 'sand'], { budget: 30 });

    expect(best?.id).toBe(8);
    expect(found).toHaveLength(8);
    expect(found.every(({ id }) => id % 24 === 0)).toBe(true);
  });

  it('finds common terms in a Memory that contains only old passages', async () => {
    const { storage, skipIds } = opened;
    const account = storage.account('a');
    await account.containers.insert({ id: 'other', name: 'Other', description: '', now });
    await account.notes.insert({ id: 'o', containerId: 'other', content: 'Rope', now });
    const later = Array.from({ length: PASSAGES }, (_, position) =>
      passageWith(position % 2 === 0 ? 'tide rope' : 'rope', { position }),
    );
    await skipIds();
    await account.transaction((areas) =>
      areas.passages.insert([{ material: 2, container: 2, passages: later }]),
    );

    const budget = 30;
    expect(await match(['tide'], { budget })).toHaveLength(8);
    expect(await match(['pier', 'sand'], { budget })).toHaveLength(8);
    const everywhere = await match(['pier', 'sand', 'tide'], { budget, containers: [1, 2] });
    expect(everywhere).toHaveLength(8);
    expect(everywhere.every(({ id }) => id % 24 === 0)).toBe(true);
  });

  it('scores only the newest if one term alone exceeds the budget', async () => {
    const [best] = await match(['salt']);
    const found = await match(['salt'], { budget: 10 });

    expect(best?.id).toBe(7);
    expect(found).toHaveLength(8);
    expect(found.map(({ id }) => id)).not.toContain(7);
  });
});
