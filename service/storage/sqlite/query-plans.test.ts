import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openNodeDatabase } from './node.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import type { AccountAreas, Storage } from '../port/storage.ts';
import { query } from '../sql.ts';
import type { Database, Queries } from './sql.ts';
import { createSqliteStorage } from './storage.ts';
import { uncountWords } from './words.ts';

const now = '2026-11-21T00:00:00.000Z';
const containerIds = ['one', 'two'];
let db: Database;
let storage: Storage;

/** Stores 16 materials, in turn in two Memories. Within each Memory, notes and documents alternate. */
beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  storage = createSqliteStorage(db);
  await storage.migrate(now);
  await storage.accounts.ensureFirst({ id: 'a', now });
  const { containers, notes, documents, runs } = storage.account('a');
  for (const id of containerIds) await containers.insert({ id, name: id, description: '', now });
  for (let seq = 1; seq <= 16; seq += 1) {
    const stored = { id: `m${seq}`, containerId: containerIds[seq % 2] ?? '', now };
    const bare = { customId: null, title: null, sourceUrl: null, metadata: null };
    if (seq % 4 < 2) await notes.insert({ ...stored, content: 'Salt' });
    else await documents.insert({ ...stored, ...bare, content: 'Salt' });
    await runs.queue(stored.id, now);
  }
});
afterEach(() => db.close());

const planned = z.object({ detail: z.string() });

/** Returns SQLite's plan for each statement that the work runs. */
async function plansOf(
  work: (account: AccountAreas, storage: Storage, queries: Queries) => Promise<unknown>,
): Promise<string[]> {
  const plans: string[] = [];
  const all: Queries['all'] = async (statement, parameters) => {
    const plan = await db.all(query(`EXPLAIN QUERY PLAN ${statement.sql}`, planned), parameters);
    plans.push(...plan.map(({ detail }) => detail));
    return db.all(statement, parameters);
  };
  const get: Queries['get'] = async (statement, parameters) =>
    (await all(statement, parameters))[0];
  const run: Queries['run'] = async (sql, parameters) => {
    const plan = await db.all(query(`EXPLAIN QUERY PLAN ${sql}`, planned), parameters);
    plans.push(...plan.map(({ detail }) => detail));
    return db.run(sql, parameters);
  };
  const planning = createSqliteStorage({ ...db, all, get, run });
  await work(planning.account('a'), planning, { all, get, run });
  return plans;
}

/**
 * Matches a full scan of a table that grows with the library, by its name or alias. Virtual tables use their own index.
 */
const READS_ALL = /SCAN (?!.*VIRTUAL)(?:materials|learning_runs|passages|m|r|p)\b/;
const SORTS = /TEMP B-TREE/;

describe('a statement over a large table', () => {
  it.each<[string, (account: AccountAreas, storage: Storage) => Promise<unknown>]>([
    [
      'a page of documents',
      ({ documents }) => documents.before({ containerIds, before: 12, limit: 2 }),
    ],
    ['documents with a custom_id', ({ documents }) => documents.byCustomId(containerIds, 'x')],
    ['the newest notes', ({ notes }) => notes.recent(containerIds, 2)],
    ['a page of notes', ({ notes }) => notes.before({ containerId: 'one', before: 12, limit: 2 })],
    [
      'a page of an export',
      ({ transfer }) => transfer.materialsAfter({ containerId: 'one', after: 3, limit: 2 }),
    ],
    ['the next run', (_, { learningQueue }) => learningQueue.next()],
    ['the next run to fetch', (_, { learningQueue }) => learningQueue.nextToFetch([3])],
  ])('neither reads nor sorts the whole table: %s', async (_name, work) => {
    const plans = await plansOf(work);

    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => READS_ALL.test(plan) || SORTS.test(plan))).toEqual([]);
  });

  it('finds running runs with an index', async () => {
    const { passages } = storage.account('a');
    await passages.insert([{ material: 1, container: 1, passages: [passageWith('salt')] }]);

    const plans = await plansOf(async ({ search }) =>
      (await search.open([1, 2])).match({ terms: ['salt'], limit: 5 }),
    );

    expect(plans.filter((plan) => READS_ALL.test(plan))).toEqual([]);
    expect(plans).toContain('SEARCH r USING INDEX learning_runs_open (status=?)');
  });

  it('finds words by the beginning, the end and the whole word', async () => {
    const plans = await plansOf(async ({ search }, _, queries) => {
      const { vocabulary } = await search.open([1]);
      await vocabulary.beginning('sal', 2);
      await vocabulary.ending('alt', 2);
      await uncountWords(queries, 1, [{ title: null, text: 'salt' }]);
    });

    expect(plans.filter((plan) => /SCAN (?:words|w)\b/.test(plan))).toEqual([]);
  });

  it('takes the next run with an index', async () => {
    const plans = await plansOf((_, { learningQueue }) => learningQueue.next());
    const ofRuns = plans.filter((plan) => plan.includes('learning_runs'));

    expect(ofRuns).toHaveLength(2);
    expect(ofRuns.every((plan) => plan.includes('(status=? AND awaits_page=? AND held=?)'))).toBe(
      true,
    );
  });
});

describe('pages', () => {
  it('of documents are newest first across the requested Memories', async () => {
    const page = await storage
      .account('a')
      .documents.before({ containerIds, before: 12, limit: 4 });
    const own = await storage
      .account('a')
      .documents.before({ containerIds: ['two'], before: 12, limit: 4 });

    expect(page.map(({ id }) => id)).toEqual(['m11', 'm10', 'm7', 'm6']);
    expect(own.map(({ id }) => id)).toEqual(['m11', 'm7', 'm3']);
  });

  it('of recent notes are newest first too', async () => {
    const notes = await storage.account('a').notes.recent(containerIds, 3);

    expect(notes.map(({ id }) => id)).toEqual(['m16', 'm13', 'm12']);
  });

  it('of an export contain documents and notes in the order they were saved', async () => {
    const page = await storage
      .account('a')
      .transfer.materialsAfter({ containerId: 'two', after: 3, limit: 4 });

    expect(page.map(({ seq, kind }) => `${kind} ${seq}`)).toEqual([
      'note 5',
      'document 7',
      'note 9',
      'document 11',
    ]);
  });
});
