import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { ensureFirstAccount } from './accounts.ts';
import { insertContainer } from './containers.ts';
import {
  documentsBefore,
  documentsByCustomId,
  insertDocument,
  insertNote,
  recentNotes,
  notesBefore,
} from './materials.ts';
import { openNodeDatabase } from './node.ts';
import { nextRun, nextRunToFetch, queueRun } from './learning-runs.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import { matchPassages, openScope } from './match-passages.ts';
import { migrate } from './migrations/migrate.ts';
import { insertPassages } from './passages.ts';
import { query, type Database, type Queries } from './sql.ts';
import { uncountWords, vocabularyOf } from './words.ts';
import { materialsAfter } from './transfer.ts';

const now = '2026-11-21T00:00:00.000Z';
const containerIds = ['one', 'two'];
let db: Database;

/** Stores 16 materials, in turn in two Memories. Within each Memory, notes and documents alternate. */
beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  await migrate(db, { now });
  await ensureFirstAccount(db, { id: 'a', now });
  for (const id of containerIds) {
    await insertContainer(db, { id, accountId: 'a', name: id, description: '', now });
  }
  for (let seq = 1; seq <= 16; seq += 1) {
    const stored = { id: `m${seq}`, accountId: 'a', containerId: containerIds[seq % 2] ?? '', now };
    const bare = { customId: null, title: null, sourceUrl: null, metadata: null };
    if (seq % 4 < 2) await insertNote(db, { ...stored, content: 'Salt' });
    else await insertDocument(db, { ...stored, ...bare, content: 'Salt' });
    await queueRun(db, stored.id, now);
  }
});
afterEach(() => db.close());

const planned = z.object({ detail: z.string() });

/** Returns SQLite's plan for each statement that the work runs. */
async function plansOf(work: (queries: Queries) => Promise<unknown>): Promise<string[]> {
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
  await work({ all, get, run });
  return plans;
}

/**
 * Matches a full scan of a table that grows with the library, by its name or alias. Virtual tables use their own index.
 */
const READS_ALL = /SCAN (?!.*VIRTUAL)(?:materials|learning_runs|passages|m|r|p)\b/;
const SORTS = /TEMP B-TREE/;

describe('a statement over a large table', () => {
  it.each<[string, (queries: Queries) => Promise<unknown>]>([
    ['a page of documents', (on) => documentsBefore(on, { containerIds, before: 12, limit: 2 })],
    ['documents with a custom_id', (on) => documentsByCustomId(on, containerIds, 'x')],
    ['the newest notes', (on) => recentNotes(on, containerIds, 2)],
    ['a page of notes', (on) => notesBefore(on, { containerId: 'one', before: 12, limit: 2 })],
    ['a page of an export', (on) => materialsAfter(on, { containerId: 'one', after: 3, limit: 2 })],
    ['the next run', nextRun],
    ['the next run to fetch', (on) => nextRunToFetch(on, [3])],
  ])('neither reads nor sorts the whole table: %s', async (_name, work) => {
    const plans = await plansOf(work);

    expect(plans.length).toBeGreaterThan(0);
    expect(plans.filter((plan) => READS_ALL.test(plan) || SORTS.test(plan))).toEqual([]);
  });

  it('finds running runs with an index', async () => {
    await insertPassages(db, [{ material: 1, container: 1, passages: [passageWith('salt')] }]);

    const plans = await plansOf(async (on) =>
      matchPassages(await openScope(on, [1, 2]), { terms: ['salt'], limit: 5 }),
    );

    expect(plans.filter((plan) => READS_ALL.test(plan))).toEqual([]);
    expect(plans).toContain('SEARCH r USING INDEX learning_runs_open (status=?)');
  });

  it('finds words by the beginning, the end and the whole word', async () => {
    const plans = await plansOf(async (on) => {
      await vocabularyOf(on, [1]).beginning('sal', 2);
      await vocabularyOf(on, [1]).ending('alt', 2);
      await uncountWords(on, 1, [{ title: null, text: 'salt' }]);
    });

    expect(plans.filter((plan) => /SCAN (?:words|w)\b/.test(plan))).toEqual([]);
  });

  it('takes the next run with an index', async () => {
    const plans = await plansOf(nextRun);

    expect(plans.every((plan) => plan.includes('(status=? AND awaits_page=?)'))).toBe(true);
  });
});

describe('pages', () => {
  it('of documents are newest first across the requested Memories', async () => {
    const page = await documentsBefore(db, { containerIds, before: 12, limit: 4 });
    const own = await documentsBefore(db, { containerIds: ['two'], before: 12, limit: 4 });

    expect(page.map(({ id }) => id)).toEqual(['m11', 'm10', 'm7', 'm6']);
    expect(own.map(({ id }) => id)).toEqual(['m11', 'm7', 'm3']);
  });

  it('of recent notes are newest first too', async () => {
    const notes = await recentNotes(db, containerIds, 3);

    expect(notes.map(({ id }) => id)).toEqual(['m16', 'm13', 'm12']);
  });

  it('of an export contain documents and notes in the order they were saved', async () => {
    const page = await materialsAfter(db, { containerId: 'two', after: 3, limit: 4 });

    expect(page.map(({ seq, kind }) => `${kind} ${seq}`)).toEqual([
      'note 5',
      'document 7',
      'note 9',
      'document 11',
    ]);
  });
});
