/**
 * Searches read few rows of a large account. Row-level security makes that easy to lose: PostgreSQL then looks up columns
 * and parameters in an index, but nothing that a function returned.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { parseQuery } from '../../../lib/text/search-query.ts';
import { searchTerms } from '../../../lib/text/search-terms.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import { asSuperuser, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { openDatabase } from './connection.ts';
import {
  countDocumentTerms,
  countTerms,
  matchPassages,
  openScope,
  type IndexScope,
} from './match-passages.ts';
import { conditionsOf } from './search-conditions.ts';
import { createPostgresStorage } from './storage.ts';
import { vocabularyOf } from './words.ts';

const now = '2026-11-21T00:00:00.000Z';
const [DOCUMENTS, PASSAGES] = [1_500, 4];
/** Maximum number of rows to read. Each of the tables has more than a thousand. */
const FEW = 700;
const FEW_PLACES = 200;

describe.skipIf(!hasServer)('a search in a large account on PostgreSQL', () => {
  let url: string;
  const asOperator = async (...statements: string[]) =>
    asSuperuser((await postgresPort()) ?? 0, statements, new URL(url).pathname.slice(1));

  /** Stores documents whose passages each have a word of their own, one of 50, one of 2, and one that all have. */
  beforeAll(async () => {
    url = await emptyPostgres();
    const storage = createPostgresStorage(openDatabase(url));
    await storage.migrate(now);
    await storage.accounts.insert({ id: 'a', name: '', now });
    const account = storage.account('a');
    await account.containers.insert({ id: 'c', name: '', description: '', now });
    const [{ seq: container } = { seq: 0 }] = await account.containers.all();
    await account.transaction(async ({ documents, passages }) => {
      for (let index = 0; index < DOCUMENTS; index += 1) {
        const bare = { customId: null, title: null, sourceUrl: null, metadata: null };
        await documents.insert({ id: `d${index}`, containerId: 'c', content: '', ...bare, now });
        const material = (await documents.byId(`d${index}`))?.seq ?? 0;
        const stored = Array.from({ length: PASSAGES }, (_, position) => {
          const number = index * PASSAGES + position;
          return passageWith(`tern${number} salt${number % 50} marsh${number % 2} gull`, {
            position,
          });
        });
        await passages.insert([{ material, container, passages: stored }]);
      }
    });
    const stop = new AbortController().signal;
    while (await storage.wordCounts.applyChanges({ pause: async () => undefined, stop }));
    await storage.close();
    await asOperator('VACUUM ANALYZE');
  });

  /** Returns how many rows of tables and entries of indexes the work reads. */
  async function readsOf(work: (scope: IndexScope) => Promise<unknown>): Promise<number> {
    await connectionsEnded();
    await asOperator('SELECT pg_stat_reset()');
    // What can be looked up should be, although the tables are small enough to read.
    const database = openDatabase(`${url}?options=-c%20enable_seqscan%3Doff`);
    await database.snapshot('a', async (queries) => work(await openScope(queries, 'a', [1])));
    await database.close();
    await connectionsEnded();
    const [[row] = []] = await asOperator(
      `SELECT (SELECT sum(seq_tup_read) FROM pg_stat_user_tables)
         + (SELECT sum(idx_tup_read) FROM pg_stat_user_indexes) AS rows`,
    );
    return Number(row?.['rows']);
  }

  /** Connections report what they have read when they end. */
  async function connectionsEnded(): Promise<void> {
    await expect
      .poll(() =>
        asOperator(
          `SELECT 1 FROM pg_stat_activity WHERE application_name = 'Keepsake' AND datname = current_database()`,
        ),
      )
      .toEqual([[]]);
  }

  const vocabulary = (scope: IndexScope) => vocabularyOf(scope.queries, 'a', scope.containers);

  it.each<[string, (scope: IndexScope) => Promise<unknown>]>([
    ['related words', (scope) => vocabulary(scope).beginning('tern123', 8)],
    ['compounds', (scope) => vocabulary(scope).ending('4999', 8)],
    ['corrections', (scope) => vocabulary(scope).among(['tern1', 'tern2', 'tern9999'])],
    ['counts', (scope) => countTerms(scope, ['tern7', 'salt8', 'gull'])],
    ['a rare word', (scope) => matchPassages(scope, { terms: ['tern7'], limit: 20 })],
    [
      'words that have to occur together',
      (scope) => matchPassages(scope, { terms: ['marsh1', 'gull'], limit: 20, budget: 100 }),
    ],
    ['a phrase with a rare word', (scope) => narrowed(scope, '"tern308 salt8 marsh0 gull"')],
    ['a phrase of frequent words', (scope) => narrowed(scope, '"salt8 marsh0"')],
    ['an excluded word', (scope) => narrowed(scope, 'tern7 -salt8')],
    ['a site', (scope) => narrowed(scope, 'tern7 site:quay.example')],
  ])('reads few rows for %s', async (_what, work) => {
    const reads = await readsOf(work);

    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(FEW);
  });

  it('reads few rows for the terms of documents', async () => {
    // For a late document, most of a frequent term's rows are before it.
    const materials = [1_460, 1_470, 1_480, 1_490];
    const reads = await readsOf((scope) => countDocumentTerms(scope, materials, ['salt8', 'gull']));

    expect(reads).toBeGreaterThan(0);
    expect(reads).toBeLessThan(FEW_PLACES);
  });

  async function narrowed(scope: IndexScope, q: string) {
    const conditions = await conditionsOf(scope, parseQuery(q, Date.parse(now)));
    return matchPassages(scope, { terms: searchTerms(q), limit: 20, conditions });
  }
});
