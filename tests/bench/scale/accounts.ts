/** Measures what other accounts in a database cost one account: the time of its searches, from 1 account up. */
import { join } from 'node:path';
import * as z from 'zod/mini';
import { digestOf } from '../../../service/auth/credentials.ts';
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
const KINDS = new Set(['three words of a page', 'three common words', 'a question of 25 words']);

interface AccountsAsked {
  readonly folder: string;
  readonly server: SingleServer;
  /** How many accounts the databases have, in ascending order. */
  readonly accounts: readonly number[];
  readonly tell: (step: string) => void;
}

export interface MeasuredAccounts {
  readonly rows: ReadonlyMap<number, Row[]>;
  /** The library of each account. */
  readonly collection: Collection;
}

export async function benchAccounts(asked: AccountsAsked): Promise<MeasuredAccounts> {
  const { folder, server, accounts, tell } = asked;
  const { collection } = await fillLibrary({
    passages: PASSAGES,
    folder: join(folder, 'account'),
    database: await server.createDatabase(nameFor(1)),
    tell,
  });
  const databases = new Map<number, string>();
  let before = 1;
  for (const count of accounts) {
    tell(`${count} accounts`);
    databases.set(count, await databaseWith({ count, before, server }));
    before = count;
  }
  const onSqlite = await openService(collection.file);
  const services = await Promise.all(
    [...databases.values()].map((database) => openService(collection.file, database)),
  );
  const rows = new Map<number, Row[]>(accounts.map((count) => [count, []]));
  for (const [kind, questions] of Object.entries(questionsOver(collection.documents, QUESTIONS))) {
    if (!KINDS.has(kind)) continue;
    const all = [onSqlite, ...services];
    await askEach(all, questions);
    // Takes turns, so that other load on the machine slows all of them down.
    const [sqlite = [], ...times] = await askEach(all, questions, { rounds: ROUNDS });
    const [alone = []] = times;
    for (const [index, count] of accounts.entries()) {
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
            { name: `with ${accounts[0]} account`, value: at(alone) },
            { name: 'SQLite', value: at(sqlite) },
          ],
        });
      }
    }
  }
  for (const service of [onSqlite, ...services]) await service.close();
  return { rows, collection };
}

export function nameFor(count: number): string {
  return `accounts_${count}`;
}

/** Returns the database with this many accounts, made from one with fewer of them if it doesn't exist. */
async function databaseWith({
  count,
  before,
  server,
}: Pick<AccountsAsked, 'server'> & { readonly count: number; readonly before: number }) {
  const database = await server.createDatabase(nameFor(count), nameFor(before));
  await addAccounts(database, count);
  return database;
}

const countSchema = z.tuple([z.object({ accounts: z.coerce.number() })]);
const columnsSchema = z.array(z.object({ table: z.string(), columns: z.array(z.string()) }));
const indexSchema = z.tuple([z.object({ key: z.string() })]);

/** Above this many new accounts, filling the table first and building its index afterwards is faster. */
const MANY = 50;

/** Copies the first account, within the server, until there are `count` accounts. Each gets a key (see `keyOf`). */
async function addAccounts(database: string, count: number): Promise<void> {
  const [{ accounts }] = z.parse(
    countSchema,
    await asSuperuser(database, 'SELECT count(*) AS accounts FROM directory_accounts'),
  );
  if (accounts >= count) return;
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
  const digests = await Promise.all(
    Array.from({ length: count }, (_, index) => digestOf(keyOf(index))),
  );
  await asSuperuser(
    database,
    // Checks no foreign keys.
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
    `INSERT INTO keys (account_id, id, last_four, name, level, reaches_all, profile, agent, created_at)
       SELECT id, 'key', '', 'Bench', 'full', true, false, false, '2026-11-21T00:00:00.000Z' FROM added`,
    `INSERT INTO directory_key_tokens (digest, account_id, key_id)
       SELECT digest, id, 'key' FROM added
       JOIN unnest(ARRAY['${digests.join("', '")}']) WITH ORDINALITY AS of_key (digest, place) ON place = n`,
    'COMMIT',
    'VACUUM ANALYZE',
  );
}

/** Returns the key of an account, by its number from 0. The first account has none, only its owner's token. */
export function keyOf(account: number): string {
  return `keepsake_bench_account_${account}`;
}
