import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { digestOf } from '../../../auth/credentials.ts';
import { accessTokenAuthenticator } from '../../../oauth/tokens.ts';
import { createSqliteStorage } from '../storage.ts';
import { openNodeDatabase } from '../node.ts';
import { migrate, migrations } from './migrate.ts';
import { query } from '../../sql.ts';
import type { Database } from '../sql.ts';

const now = '2026-11-21T00:00:00.000Z';
const versions = query(
  'SELECT version FROM schema_versions ORDER BY version',
  z.object({ version: z.int() }),
);
const tables = query(
  `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'passage_index_%' ORDER BY name`,
  z.object({ name: z.string() }),
);

const firstStored = [
  `INSERT INTO accounts (id, created_at) VALUES ('a', '${now}')`,
  `INSERT INTO containers (id, account_id, name, name_key, description, created_at)
   VALUES ('c', 'a', 'Reading', 'reading', '', '${now}')`,
  `INSERT INTO materials (id, kind, account_id, container_id, content, learned, saved_at)
   VALUES ('m', 'document', 'a', 'c', 'Salt', 1, '${now}')`,
  `INSERT INTO passages (material, position, lead, text) VALUES (1, 0, '', 'Salt')`,
  `INSERT INTO passage_index (rowid, scope, title, body) VALUES (1, 'c1', '', 'salt')`,
];
const secondStored = [
  ...firstStored,
  `INSERT INTO keys (id, account_id, token_digest, last_four, name, level, reaches_all, profile, agent, created_at)
     VALUES ('k', 'a', 'digest', 'abcd', 'Reader', 'read', 0, 0, 0, '${now}')`,
  `INSERT INTO key_reach (key, container_id) VALUES (1, 'c')`,
];
/** Data that a person stored under each version. After migrating, all of it must still exist and be searchable. */
const stored: Readonly<Record<number, readonly string[]>> = {
  1: firstStored,
  2: secondStored,
  3: [
    ...secondStored,
    `INSERT INTO facts (id, account_id, container_id, content, saved_at) VALUES ('f', 'a', 'c', 'I row', '${now}')`,
  ],
  4: [
    ...secondStored,
    `UPDATE materials SET fetch_url = 'https://a.example/'`,
    `INSERT INTO learning_runs (material, status, queued_at, awaits_page) VALUES (1, 'queued', '${now}', 1)`,
  ],
  5: [
    ...secondStored,
    `INSERT INTO sign_in_links (token_digest, account_id, expires_at) VALUES ('l', 'a', '${now}')`,
    `INSERT INTO owner_sessions (token_digest, account_id, created_at, expires_at)
     VALUES ('s', 'a', '${now}', '${now}')`,
  ],
  6: [
    ...secondStored,
    `INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES ('o', 'Reader', '[]', '${now}')`,
    `INSERT INTO connections (id, account_id, client_id, resource, reaches_all, profile, code_digest, redirect_uri,
       challenge, created_at, expires_at)
     VALUES ('x', 'a', 'o', '', 0, 0, 'code', '', '', '${now}', '${now}')`,
    `INSERT INTO connection_reach (connection, container_id) VALUES (1, 'c')`,
    `INSERT INTO oauth_tokens (digest, connection, kind, expires_at) VALUES ('t', 1, 'access', '${now}')`,
  ],
  7: [
    ...secondStored,
    `INSERT INTO passages (material, position, lead, text) VALUES (1, 1, '', '塩')`,
    `INSERT INTO dense_index (rowid, scope, title, body) VALUES (2, 'c1', '', '塩')`,
  ],
  8: secondStored,
  9: secondStored,
  10: secondStored,
  11: secondStored,
  12: [
    ...secondStored,
    `INSERT INTO bin (id, account_id, kind, title, container_id, name, description, reach, deleted_at)
     VALUES ('b', 'a', 'note', 'Salt', 'c', 'Reading', '', '{}', '${now}')`,
    `INSERT INTO bin_items (entry, id, kind, content, saved_at) VALUES (1, 'n', 'note', 'Salt', '${now}')`,
  ],
  13: [...secondStored, `UPDATE materials SET request_key = 'k'`],
  14: [
    ...secondStored,
    `INSERT INTO words (term, container, word, passages) VALUES ('salt', 1, 'salt', 1)`,
  ],
  15: [...secondStored, `INSERT INTO quotas (account_id, documents) VALUES ('a', 0)`],
};

describe('migrate', () => {
  let db: Database;
  beforeEach(() => {
    db = openNodeDatabase(':memory:');
  });
  afterEach(() => db.close());

  it('migrates a new database to the newest version', async () => {
    await migrate(db, { now });

    expect(await db.all(versions)).toEqual(migrations.map((_, index) => ({ version: index + 1 })));
    expect((await db.all(tables)).map(({ name }) => name)).toContain('passage_index');
  });

  it('does nothing the second time', async () => {
    await migrate(db, { now });
    await migrate(db, { now });

    expect(await db.all(versions)).toHaveLength(migrations.length);
  });

  it('rejects a database with a newer version', async () => {
    await migrate(db, { now });
    await db.run('INSERT INTO schema_versions (version, migrated_at) VALUES (999, ?)', [now]);

    await expect(migrate(db, { now })).rejects.toThrow('999');
  });

  it('counts what accounts stored before version 15', async () => {
    await migrate(db, { now, upTo: 14 });
    for (const statement of stored[14] ?? []) await db.run(statement);
    const sums = query(
      `SELECT count(*) FILTER (WHERE kind = 'document') AS documents,
         sum(octet_length(content) + coalesce(octet_length(metadata), 0)) AS bytes FROM materials`,
      z.object({ documents: z.int(), bytes: z.int() }),
    );
    const [stored14] = await db.all(sums);

    await migrate(db, { now });

    const counts = query(
      'SELECT documents, bytes FROM accounts',
      z.object({ documents: z.int(), bytes: z.int() }),
    );
    expect(stored14?.bytes).toBeGreaterThan(0);
    expect(await db.all(counts)).toEqual([stored14]);
  });

  it.each(migrations.map((_, index) => index + 1))(
    'keeps the data of version %i',
    async (version) => {
      await migrate(db, { now, upTo: version });
      for (const statement of stored[version] ?? []) await db.run(statement);

      await migrate(db, { now });

      const found = query(
        `SELECT m.id FROM passages p JOIN materials m ON m.seq = p.material WHERE p.id IN (
           SELECT rowid FROM passage_index WHERE passage_index MATCH 'salt'
           UNION SELECT rowid FROM earlier_index WHERE earlier_index MATCH 'salt')`,
        z.object({ id: z.string() }),
      );
      expect(await db.all(found)).toEqual([{ id: 'm' }]);
    },
  );
});

describe('a migration that changes the terms', () => {
  it('queues everything that was learned, once', async () => {
    const db = openNodeDatabase(':memory:');
    await migrate(db, { now, upTo: 7 });
    for (const statement of firstStored) await db.run(statement);
    await db.run(
      `INSERT INTO materials (id, kind, account_id, container_id, content, learned, saved_at)
       VALUES ('n', 'note', 'a', 'c', 'Pepper', 0, '${now}'), ('o', 'note', 'a', 'c', 'Thyme', 1, '${now}')`,
    );
    await db.run(
      `INSERT INTO learning_runs (material, status, queued_at) VALUES (2, 'failed', '${now}'), (3, 'queued', '${now}')`,
    );

    await migrate(db, { now });

    const queued = query(
      `SELECT material FROM learning_runs WHERE status = 'queued' ORDER BY material`,
      z.object({ material: z.int() }),
    );
    expect(await db.all(queued)).toEqual([{ material: 1 }, { material: 3 }]);
    await db.close();
  });
});

describe('Memories whose names differ only in invisible characters', () => {
  const key = (name: string) => name.normalize('NFKC').toLowerCase();
  const names = [
    'Re\u200Bading',
    'Reading',
    'Reading 2',
    'Tide  table',
    'Tide table\u200B',
    '\u2060',
  ];
  let db: Database;
  beforeEach(async () => {
    db = openNodeDatabase(':memory:');
    await migrate(db, { now, upTo: 9 });
    await db.run(`INSERT INTO accounts (id, created_at) VALUES ('a', '${now}'), ('b', '${now}')`);
    const all = [...names.map((name) => ['a', name] as const), ['b', 'READING'] as const];
    for (const [index, [account, name]] of all.entries()) {
      await db.run(
        `INSERT INTO containers (id, account_id, name, name_key, description, created_at)
         VALUES (?, ?, ?, ?, '', '${now}')`,
        [`c${index}`, account, name, key(name)],
      );
      await db.run(
        `INSERT INTO materials (id, kind, account_id, container_id, content, learned, saved_at)
         VALUES (?, 'note', ?, ?, 'Salt', 1, '${now}')`,
        [`m${index}`, account, `c${index}`],
      );
    }
    await migrate(db, { now });
  });
  afterEach(() => db.close());

  it('keep their contents, and the oldest keeps the name', async () => {
    const kept = query(
      `SELECT c.name, m.id FROM containers c JOIN materials m ON m.container_id = c.id ORDER BY c.seq`,
      z.object({ name: z.string(), id: z.string() }),
    );
    const seen = ['Re\u200Bading', 'Reading 3', 'Reading 2', 'Tide  table', 'Tide table\u200B 2'];

    expect(await db.all(kept)).toEqual(
      [...seen, 'Memory', 'READING'].map((name, index) => ({ name, id: `m${index}` })),
    );
  });

  it.each([
    ['Reading', 'c0'],
    ['reading\u200B', 'c0'],
    ['Reading 3', 'c1'],
    ['Tide table', 'c3'],
    ['Memory', 'c5'],
  ])('are found by %j', async (name, id) => {
    expect(await createSqliteStorage(db).account('a').containers.byName(name)).toMatchObject({
      id,
    });
  });
});

describe('OAuth tokens from before they were bound to a resource', () => {
  it('stay usable for MCP, which they were issued for, and only for it', async () => {
    const db = openNodeDatabase(':memory:');
    await migrate(db, { now, upTo: 10 });
    await db.run(`INSERT INTO accounts (id, created_at) VALUES ('a', '${now}')`);
    await db.run(
      `INSERT INTO oauth_clients (id, name, redirect_uris, created_at) VALUES ('o', 'Reader', '[]', '${now}')`,
    );
    await db.run(
      `INSERT INTO connections (id, account_id, client_id, resource, reaches_all, profile, code_digest, redirect_uri,
         challenge, created_at, connected_at, expires_at)
       VALUES ('c', 'a', 'o', 'http://127.0.0.1:4321/mcp-http', 1, 0, '', '', '', '${now}', '${now}', '9999-12-31T00:00:00.000Z')`,
    );
    const token = 'keepsake_at_old';
    await db.run(
      `INSERT INTO oauth_tokens (digest, connection, kind, expires_at) SELECT ?, seq, 'access', '9999-12-31T00:00:00.000Z' FROM connections`,
      [await digestOf(token)],
    );

    await migrate(db, { now });

    const authenticate = accessTokenAuthenticator(createSqliteStorage(db), {
      now: () => Date.parse(now),
    });
    expect(await authenticate(token, 'mcp')).toMatchObject({ credentialId: 'c' });
    expect(await authenticate(token, 'rest')).toBeNull();
    await db.close();
  });
});

describe('a migration that fails', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-migrate-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it('keeps the previous version', async () => {
    const file = join(folder, 'memory.sqlite3');
    const db = openNodeDatabase(file);
    await db.run('CREATE TABLE passages (in_the_way TEXT)');

    await expect(migrate(db, { now })).rejects.toThrow('already exists');

    expect(await db.all(versions)).toEqual([]);
    expect((await db.all(tables)).map(({ name }) => name)).toEqual(['passages', 'schema_versions']);
    await db.close();
  });
});
