/** Measures what other accounts in a database cost one account: the time of its searches, from 1 account up. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import type { SingleServer } from '../../faults/shared-database/server.ts';
import { percentile, type Row } from '../figure.ts';
import { fillLibrary, type Collection } from './bench-scale.ts';
import { asSuperuser } from './postgres.ts';
import { questionsOver } from './questions.ts';
import { askEach } from './search.ts';
import { openService, type Taken } from './service.ts';

/** The size of each account. */
const PASSAGES = 1_000;
const QUESTIONS = 25;
const ROUNDS = 4;

interface Place {
  readonly folder: string;
  readonly server: SingleServer;
}

/** Fills the library that all accounts have a copy of, and the database with the first account. */
export async function fillAccount({
  folder,
  server,
  tell,
}: Place & { readonly tell: (step: string) => void }): Promise<Collection> {
  const { collection } = await fillLibrary({
    passages: PASSAGES,
    folder: join(folder, 'account'),
    database: await server.createDatabase(nameFor(1)),
    tell,
  });
  return collection;
}

/** Returns the database with this many accounts. If it doesn't exist, makes it from the one that has `from` accounts. */
export async function addAccounts({
  server,
  from,
  count,
}: Pick<Place, 'server'> & { readonly from: number; readonly count: number }): Promise<string> {
  const database = await server.createDatabase(nameFor(count), nameFor(from));
  await copyAccount(database, count);
  return database;
}

/** Searches one account in each database. The keys of `databases` are their numbers of accounts. */
export async function searchAccounts(
  { file, documents }: Collection,
  databases: ReadonlyMap<number, string>,
): Promise<ReadonlyMap<number, Row[]>> {
  const counts = [...databases.keys()];
  const [fewest = 1] = counts;
  const rows = new Map<number, Row[]>(counts.map((count) => [count, []]));
  const onSqlite = await openService(file);
  const services = await Promise.all(
    Array.from(databases.values(), (database) => openService(file, database)),
  );
  const all = [onSqlite, ...services];
  try {
    for (const [kind, questions] of Object.entries(questionsOver(documents, QUESTIONS))) {
      await askEach(all, questions);
      // Takes turns, so that other load on the machine slows all of them down.
      const [sqlite = [], ...times] = await askEach(all, questions, { rounds: ROUNDS });
      const [least = []] = times;
      for (const [index, count] of counts.entries()) {
        const shares = { p50: 0.5, p99: 0.99 };
        for (const [what, share] of Object.entries(shares)) {
          const at = (taken: readonly Taken[]) =>
            percentile(
              taken.map(({ wall }) => wall),
              share,
            );
          rows.get(count)?.push({
            name: `search in one account, ${kind}, ${what}`,
            value: at(times[index] ?? []),
            unit: 'ms',
            baselines: [
              { name: `of ${fewest} in the database`, value: at(least) },
              { name: 'SQLite', value: at(sqlite) },
            ],
          });
        }
      }
    }
  } finally {
    for (const service of all) await service.close();
  }
  return rows;
}

/** Returns the name of the database with this many accounts. */
export function nameFor(count: number): string {
  return `accounts_${count}`;
}

const countSchema = z.tuple([z.object({ accounts: z.coerce.number() })]);
const columnsSchema = z.array(z.object({ table: z.string(), columns: z.array(z.string()) }));
const indexSchema = z.tuple([z.object({ key: z.string() })]);

/** Above this many new accounts, filling the table first and building its index afterwards is faster. */
const MANY = 50;

/** The usage that triggers counted for the first account, for its copies. They were inserted without triggers. */
const COPY_USAGE = `
  UPDATE directory_accounts a SET documents = first.documents, bytes = first.bytes
  FROM (SELECT documents, bytes FROM directory_accounts ORDER BY seq LIMIT 1) first
  WHERE (a.documents, a.bytes) <> (first.documents, first.bytes)`;

/** Copies the first account, within the server, until there are `count` accounts. */
async function copyAccount(database: string, count: number): Promise<void> {
  const [{ accounts }] = z.parse(
    countSchema,
    await asSuperuser(database, 'SELECT count(*) AS accounts FROM directory_accounts'),
  );
  if (accounts >= count) {
    // Earlier versions left it at 0.
    await asSuperuser(database, COPY_USAGE);
    return;
  }
  const tables = z.parse(
    columnsSchema,
    await asSuperuser(
      database,
      `SELECT table_name AS table, array_agg(column_name::text) AS columns FROM information_schema.columns
       WHERE table_schema = 'public' AND is_generated = 'NEVER' AND column_name <> 'account_id'
         AND table_name IN ('containers', 'materials', 'passages', 'postings', 'words', 'facts')
       GROUP BY table_name`,
    ),
  );
  const [{ key }] = z.parse(
    indexSchema,
    await asSuperuser(
      database,
      `SELECT pg_get_constraintdef(oid) AS key FROM pg_constraint WHERE conname = 'postings_pkey'`,
    ),
  );
  const isMany = count - accounts > MANY;
  await asSuperuser(
    database,
    // Checks no foreign keys, and runs no triggers.
    'SET session_replication_role = replica',
    'BEGIN',
    `CREATE TEMPORARY TABLE added AS SELECT n, gen_random_uuid()::text AS id FROM generate_series(${accounts + 1}, ${count}) n`,
    `CREATE TEMPORARY TABLE first AS SELECT id FROM directory_accounts ORDER BY seq LIMIT 1`,
    `INSERT INTO directory_accounts (id, name, created_at)
       SELECT id, 'Account ' || n, '2026-11-21T00:00:00.000Z' FROM added`,
    ...(isMany ? ['ALTER TABLE postings DROP CONSTRAINT postings_pkey'] : []),
    ...tables.map(
      ({ table, columns }) =>
        `INSERT INTO ${table} (account_id, ${columns.join(', ')}) OVERRIDING SYSTEM VALUE
         SELECT added.id, ${columns.map((column) => `t.${column}`).join(', ')}
         FROM added CROSS JOIN ${table} t WHERE t.account_id = (SELECT id FROM first)`,
    ),
    ...(isMany ? [`ALTER TABLE postings ADD CONSTRAINT postings_pkey ${key}`] : []),
    COPY_USAGE,
    'COMMIT',
    'VACUUM ANALYZE',
  );
}
