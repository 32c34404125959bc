import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  asSuperuser,
  createDatabase,
  postgresPort,
  ROLE,
  urlOf,
} from '../../../../tests/fixtures/postgres-server.ts';
import { passageWith } from '../../../../tests/fixtures/passage-with.ts';
import { hasServer } from '../../../../tests/fixtures/storage-engines.ts';
import { query } from '../../sql.ts';
import { openDatabase } from '../connection.ts';
import type { Database } from '../sql.ts';
import { createPostgresStorage } from '../storage.ts';
import { migrate } from './migrate.ts';

const now = '2026-11-21T00:00:00.000Z';

describe.skipIf(!hasServer)('a server is refused', () => {
  async function refusal(url: string, change = (db: Database) => db): Promise<unknown> {
    const db = openDatabase(url);
    try {
      return await migrate(change(db), now).catch((error: unknown) => error);
    } finally {
      await db.close();
    }
  }

  it('if row-level security doesn’t apply to the user', async () => {
    const port = (await postgresPort()) ?? 0;
    const name = await createDatabase(port);

    expect(await refusal(urlOf(port, 'postgres', name))).toMatchObject({
      message: expect.stringContaining('BYPASSRLS'),
    });
    expect(await refusal(urlOf(port, ROLE, name))).toBeUndefined();
  });

  it('if the database isn’t in UTF-8', async () => {
    const port = (await postgresPort()) ?? 0;
    const name = `${await createDatabase(port)}_ascii`;
    await asSuperuser(port, [
      `CREATE DATABASE ${name} OWNER ${ROLE} ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0`,
    ]);

    expect(await refusal(urlOf(port, ROLE, name))).toMatchObject({
      message: expect.stringContaining('encoding UTF8'),
    });
  });

  it('if it’s too old', async () => {
    const port = (await postgresPort()) ?? 0;
    const server = { number: 140_011, name: '14.11', encoding: 'UTF8', seesAll: false };
    // There's no older server to test with, so its answer is faked.
    const older = (db: Database): Database => ({
      ...db,
      directory: { ...db.directory, get: async ({ row }) => row.parse(server) },
    });

    const problem = await refusal(urlOf(port, ROLE, await createDatabase(port)), older);

    expect(problem).toMatchObject({ message: expect.stringContaining('PostgreSQL 15 or later') });
  });
});

describe.skipIf(!hasServer)('a database of an earlier version', () => {
  let db: Database;
  beforeEach(async () => {
    const port = (await postgresPort()) ?? 0;
    db = openDatabase(urlOf(port, ROLE, await createDatabase(port)));
  });
  afterEach(() => db.close());

  it('gets the counts of what its accounts store, and stays closed to others', async () => {
    await migrate(db, now, { upTo: 1 });
    for (const id of ['mine', 'theirs']) {
      await db.directory.run(
        'INSERT INTO directory_accounts (id, name, created_at) VALUES ($1, $1, $2)',
        [id, now],
      );
      await db.account(id).run(
        `INSERT INTO containers (account_id, id, name, name_key, description, created_at)
         VALUES ($1, 'c', '', '', '', '')`,
        [id],
      );
    }
    for (const [id, kind, content, metadata] of [
      ['d1', 'document', 'Größe', '{}'],
      ['d2', 'document', 'ab', null],
      ['n1', 'note', 'abc', null],
    ] as const)
      await db.account('mine').run(
        `INSERT INTO materials (account_id, id, kind, container_id, content, metadata, saved_at)
         VALUES ('mine', $1, $2, 'c', $3, $4, '')`,
        [id, kind, content, metadata],
      );
    await db
      .account('mine')
      .run(
        `INSERT INTO facts (account_id, id, container_id, content, saved_at) VALUES ('mine', 'f', 'c', 'I row.', '')`,
      );

    await migrate(db, now);

    const { accounts } = createPostgresStorage(db);
    expect(await accounts.all()).toMatchObject([
      { id: 'mine', suspended_at: null, documents: 2, bytes: 7 + 2 + 2 + 3 + 6 },
      { id: 'theirs', documents: 0, bytes: 0 },
    ]);
    const materials = query('SELECT id FROM materials', z.object({ id: z.string() }));
    expect(await db.account('theirs').all(materials)).toEqual([]);
    expect(await db.directory.all(materials)).toEqual([]);
  });

  it('keeps its passages searchable, and removes deleted passages from the index', async () => {
    await migrate(db, now, { upTo: 2 });
    const storage = createPostgresStorage(db);
    for (const id of ['mine', 'new']) {
      await db.directory.run(
        'INSERT INTO directory_accounts (id, name, created_at) VALUES ($1, $1, $2)',
        [id, now],
      );
      await storage.account(id).containers.insert({ id, name: id, description: '', now });
      await storage.account(id).notes.insert({ id, containerId: id, content: 'Heron', now });
    }
    const mine = db.account('mine');
    // More than fit in a row of postings.
    await mine.run(
      `INSERT INTO passages
         (account_id, material, position, lead, text, dense, title_terms, body_terms, site_terms, length)
       SELECT 'mine', 1, n, '', 'Heron', false, repeat('heron', n % 2), 'heron' || repeat(' salt', n % 3), 'salt',
         n % 2 + n % 3 + 3 FROM generate_series(1, 70) n`,
    );
    await mine.run(
      `INSERT INTO postings (account_id, dense, term, passage, container, in_title, in_body, in_site, length)
       SELECT account_id, dense, 'heron', id, 1, position % 2, 1, 0, length FROM passages
       UNION ALL SELECT account_id, dense, 'salt', id, 1, 0, position % 3, 1, length FROM passages`,
    );
    await mine.run(
      `UPDATE containers SET passages = 70, passage_terms = (SELECT sum(length) FROM passages) WHERE account_id = 'mine'`,
    );

    await migrate(db, now);

    const same = Array.from({ length: 70 }, (_, index) => {
      const position = index + 1;
      const terms = `heron${' salt'.repeat(position % 3)}`;
      const titleTerms = 'heron'.repeat(position % 2);
      return passageWith(terms, { text: 'Heron', position, titleTerms, siteTerms: 'salt' });
    });
    await storage
      .account('new')
      .transaction(({ passages }) =>
        passages.insert([{ material: 2, container: 2, passages: same }]),
      );
    const scoresOf = (id: string, container: number) =>
      storage.account(id).snapshot(async ({ search }) => {
        const scope = await search.open([container]);
        const found = await scope.match({ terms: ['heron', 'salt'], limit: 100 });
        return found.map(({ score }) => score.toPrecision(6));
      });
    const scores = await scoresOf('mine', 1);
    expect(scores).toHaveLength(70);
    expect(scores).toEqual(await scoresOf('new', 2));
    await storage.account('mine').transaction(({ passages }) => passages.delete(1));
    expect(await scoresOf('mine', 1)).toEqual([]);
    const postings = query('SELECT 1 AS one FROM postings', z.object({ one: z.int() }));
    expect(await mine.all(postings)).toEqual([]);
    expect(await db.account('new').all(postings)).not.toEqual([]);
    expect(await db.directory.all(postings)).toEqual([]);
    await storage.account('new').transaction(({ account }) => account.delete());
    expect(await db.account('new').all(postings)).toEqual([]);
  });
});
