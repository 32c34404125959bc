/** The second wall between accounts: keys and row-level security, which hold even if a statement forgets its account. */
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fillLibrary } from '../../../tests/fixtures/full-library.ts';
import { passageWith } from '../../../tests/fixtures/passage-with.ts';
import { asSuperuser, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import type { Storage } from '../port/storage.ts';
import { openDatabase } from './connection.ts';
import { query } from '../sql.ts';
import type { Database } from './sql.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const DIRECTORY = /^directory_/;

describe.skipIf(!hasServer)('accounts in PostgreSQL', () => {
  let url: string;
  let db: Database;
  let storage: Storage;
  beforeEach(async () => {
    url = await emptyPostgres();
    db = openDatabase(url);
    storage = createPostgresStorage(db);
    await storage.migrate(now);
  });
  afterEach(() => storage.close());

  const tablesOf = async (sql: string) => {
    const row = z.object({ table: z.string(), name: z.string(), columns: z.array(z.string()) });
    const rows = await db.directory.all(query(sql, row));
    return rows.filter(({ table }) => !DIRECTORY.test(table));
  };

  it('have their id first in every key and index', async () => {
    const indexes = await tablesOf(
      `SELECT c.relname AS table, i.relname AS name, json_build_array(a.attname) AS columns
       FROM pg_index x JOIN pg_class c ON c.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
       JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
       LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = x.indkey[0]`,
    );

    expect(indexes.length).toBeGreaterThan(30);
    expect(indexes.filter(({ columns }) => columns[0] !== 'account_id')).toEqual([]);
  });

  it('have foreign keys only to their own rows', async () => {
    const keys = await tablesOf(
      `SELECT c.relname AS table, k.conname AS name, (
         SELECT json_agg(a.attname || '=' || f.relname || '.' || b.attname ORDER BY pair.place)
         FROM unnest(k.conkey, k.confkey) WITH ORDINALITY AS pair (own, other, place)
         JOIN pg_attribute a ON a.attrelid = k.conrelid AND a.attnum = pair.own
         JOIN pg_attribute b ON b.attrelid = k.confrelid AND b.attnum = pair.other) AS columns
       FROM pg_constraint k JOIN pg_class c ON c.oid = k.conrelid JOIN pg_class f ON f.oid = k.confrelid
       WHERE k.contype = 'f'`,
    );

    expect(keys.length).toBeGreaterThan(15);
    const isOwn = (first = '') =>
      /^account_id=(?:directory_accounts\.id|\w+\.account_id)$/.test(first);
    expect(keys.filter(({ columns }) => !isOwn(columns[0]))).toEqual([]);
  });

  it('have policies that also bind the owner of the tables', async () => {
    const unprotected = await tablesOf(
      `SELECT c.relname AS table, '' AS name, json_build_array() AS columns
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
       WHERE c.relkind = 'r' AND NOT (c.relrowsecurity AND c.relforcerowsecurity AND EXISTS (
         SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'own_account'))`,
    );

    expect(unprotected).toEqual([]);
  });

  describe('with rows', () => {
    beforeEach(async () => {
      await fillLibrary(storage);
      // Leaves words to count, so that `word_changes` has rows.
      await storage.account('zeta').transaction(async ({ containers, documents, passages }) => {
        const { seq: material = 0 } = (await documents.byId('zd4')) ?? {};
        const [{ seq: container } = { seq: 0 }] = await containers.all();
        await passages.insert([{ material, container, passages: [passageWith('egret')] }]);
      });
      await db
        .account('zeta')
        .run(`INSERT INTO word_progress (account_id, through, after) VALUES ('zeta', 0, '')`);
    });

    const accountRow = z.object({ account_id: z.string() });
    /** Tables that the service reads across accounts to find work. */
    const QUEUES = new Set(['bin', 'learning_runs', 'word_changes']);

    it('see and change only their own, whatever a statement asks for', async () => {
      const tables = await tablesOf(
        `SELECT c.relname AS table, '' AS name, json_build_array() AS columns FROM pg_class c
         JOIN pg_namespace n ON n.oid = c.relnamespace AND n.nspname = current_schema()
         WHERE c.relkind = 'r' ORDER BY 1`,
      );
      const port = (await postgresPort()) ?? 0;
      const database = new URL(url).pathname.slice(1);
      expect(tables.length).toBeGreaterThan(15);
      for (const { table } of tables) {
        const accounts = query(
          `SELECT DISTINCT account_id FROM ${table} ORDER BY account_id`,
          accountRow,
        );
        const [stored = []] = await asSuperuser(port, [accounts.sql], database);
        expect({ table, stored }).toMatchObject({
          stored: expect.arrayContaining([{ account_id: 'zeta' }]),
        });

        const seen = {
          table,
          own: await db.account('alpha').all(accounts),
          directory: await db.directory.all(accounts),
          queues: await db.queues.all(accounts),
        };
        expect(seen).toEqual({
          table,
          own: stored.filter(({ account_id: id }) => id === 'alpha'),
          directory: [],
          queues: QUEUES.has(table) ? stored : [],
        });

        for (const queries of [db.account('empty'), db.directory, db.queues]) {
          const changed = await queries.run(`UPDATE ${table} SET account_id = 'empty'`);
          const deleted = await queries.run(`DELETE FROM ${table}`);
          expect({ table, changed, deleted }).toEqual({ table, changed: 0, deleted: 0 });
        }
      }
    });

    it('can’t be given rows by another', async () => {
      const insert = `INSERT INTO containers (account_id, id, name, name_key, description, created_at)
        VALUES ('zeta', 'x', 'x', 'x', '', '')`;

      await expect(db.account('alpha').run(insert)).rejects.toMatchObject({ code: 'denied' });
    });

    it('are invisible to a connection that names no account', async () => {
      const client = new Client({ connectionString: url });
      await client.connect();
      try {
        expect((await client.query('SELECT * FROM containers')).rows).toEqual([]);
      } finally {
        await client.end();
      }
    });
  });
});
