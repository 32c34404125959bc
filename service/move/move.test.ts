import { createHash } from 'node:crypto';
import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { fillLibrary, learnAll, queries } from '../../tests/fixtures/full-library.ts';
import { urlOf, postgresPort } from '../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../tests/fixtures/storage-engines.ts';
import { silent } from '../ports.ts';
import { searchMemories } from '../search/search-memories.ts';
import { createSearchQueue } from '../search/search-queue.ts';
import type { Storage } from '../storage/port/storage.ts';
import { openDatabase } from '../storage/postgres/connection.ts';
import { postgresCopying } from '../storage/postgres/copy.ts';
import { createPostgresStorage } from '../storage/postgres/storage.ts';
import { query } from '../storage/sql.ts';
import { sqliteCopying } from '../storage/sqlite/copy.ts';
import { openNodeDatabase, openUnchanged } from '../storage/sqlite/node.ts';
import { migrate } from '../storage/sqlite/migrations/migrate.ts';
import { createSqliteStorage } from '../storage/sqlite/storage.ts';
import { moveLibrary, type Move, type MovePlace, type MoveProgress } from './move-library.ts';

const now = '2026-11-21T00:00:00.000Z';
const clock = { now: () => Date.parse(now) };
let folder: string;
const opened: Storage[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-move-'));
});
afterEach(async () => {
  for (const storage of opened.splice(0)) await storage.close();
  await rm(folder, { recursive: true });
});

type Place = MovePlace & { readonly storage: Storage };

function sqlitePlace(name: string, open = openNodeDatabase): Place {
  const db = open(join(folder, name));
  const storage = createSqliteStorage(db);
  opened.push(storage);
  return { name, storage, copying: sqliteCopying(db) };
}

let serverAddress = '';

async function emptyServer(): Promise<Place> {
  serverAddress = await emptyPostgres();
  return openServer();
}

function openServer(): Place {
  const db = openDatabase(serverAddress);
  const storage = createPostgresStorage(db);
  opened.push(storage);
  return { name: 'the server', storage, copying: postgresCopying(db) };
}

function move(source: Place, target: Place, changes: Partial<Move> = {}) {
  return moveLibrary({
    source,
    target,
    clock,
    pause: () => setImmediate(),
    signal: new AbortController().signal,
    report: () => undefined,
    ...changes,
  });
}

/** Earlier runs aren't copied. */
const latestRuns = `SELECT * FROM learning_runs r WHERE status IN ('queued', 'running')
  OR seq = (SELECT max(seq) FROM learning_runs l WHERE l.material = r.material)`;
const passages = 'SELECT material, position, lead, text, title FROM passages';
const anyRow = z.record(z.string(), z.unknown());

/** Reads an SQLite file, table by table. */
async function contentOf(name: string): Promise<Record<string, unknown>> {
  const db = openNodeDatabase(join(folder, name));
  const tables = await db.all(
    query(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE '%index%' AND name NOT LIKE 'sqlite_%'`,
      z.object({ name: z.string() }),
    ),
  );
  const selects = new Map([
    ...tables.map(({ name: table }) => [table, `SELECT * FROM ${table}`] as const),
    ['learning_runs', latestRuns],
    ['passages', passages],
    [
      'sequences',
      `SELECT name, seq FROM sqlite_sequence WHERE name NOT IN ('passages', 'word_changes')`,
    ],
    // The time of the migration.
    ['schema_versions', 'SELECT version, 0 FROM schema_versions'],
  ]);
  const content: Record<string, unknown> = {};
  for (const [table, sql] of selects)
    content[table] = await db.all(query(`${sql} ORDER BY 1, 2`, anyRow));
  await db.close();
  return content;
}

/** Reads the server's database as text, table by table, past row-level security. */
async function contentOfServer(): Promise<Record<string, unknown>> {
  const name = new URL(serverAddress).pathname.slice(1);
  const client = new Client({
    connectionString: urlOf((await postgresPort()) ?? 0, 'postgres', name),
  });
  await client.connect();
  try {
    const read = async (sql: string) => {
      const { rows } = await client.query(`SELECT t::text AS line FROM (${sql}) t ORDER BY 1`);
      return z
        .array(z.object({ line: z.string() }))
        .parse(rows)
        .map(({ line }) => line);
    };
    const tables = await read(
      `SELECT table_name FROM information_schema.tables WHERE table_schema = 'public'`,
    );
    const selects = new Map([
      ...tables.map((table) => [table.slice(1, -1), ''] as const),
      ['learning_runs', latestRuns],
      [
        'passages',
        `SELECT account_id, material, container, position, lead, text, title, dense, title_terms, body_terms, site_terms, length
         FROM passages`,
      ],
      [
        'postings',
        // Leaves out the distance from the row's first passage, which depends on how the rows were packed.
        `SELECT p.account_id, p.material, p.position, o.dense, o.term, o.container, o.entry & 2147483647 AS weight
         FROM (SELECT *, unnest(entries) AS entry FROM postings) o
         JOIN passages p ON p.account_id = o.account_id AND p.id = o.first + (o.entry >> 31)`,
      ],
      [
        'sequences',
        // Nothing refers to the items of the bin; SQLite uses the numbers of deleted ones again.
        `SELECT sequencename, last_value FROM pg_sequences
         WHERE sequencename NOT IN ('passages_id_seq', 'word_changes_seq_seq', 'bin_items_seq_seq',
           'directory_leases')`,
      ],
      // Leases have other numbers.
      ['directory_queues', 'SELECT account_id, kind FROM directory_queues'],
      ['directory_processes', 'SELECT 1 AS one WHERE false'],
      // The time of the migration.
      ['directory_schema_versions', 'SELECT version FROM directory_schema_versions'],
    ]);
    const content: Record<string, unknown> = {};
    for (const [table, sql] of selects)
      content[table] = await read(sql === '' ? `SELECT * FROM ${table}` : sql);
    return content;
  } finally {
    await client.end();
  }
}

async function answersOf(storage: Storage): Promise<unknown[]> {
  const surroundings = {
    clock,
    logger: silent,
    searches: createSearchQueue({ pause: () => setImmediate(), atOnce: 1 }),
  };
  const answers: unknown[] = [];
  for (const { id } of await storage.accounts.all()) {
    const account = storage.account(id);
    const containers = await account.containers.all();
    for (const q of queries) {
      const search = { account, caller: 'key', containers, q, limit: 10 };
      const { answer } = await searchMemories(surroundings, search);
      answers.push({ account: id, q, answer });
    }
  }
  return answers;
}

async function hashOf(name: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(join(folder, name)))
    .digest('hex');
}

/** Creates a library in a file and closes it. */
async function createFile(name: string): Promise<void> {
  const { storage } = sqlitePlace(name);
  await fillLibrary(storage);
  await storage.close();
}

/** In SQLite, scores and with them the order depend on the other accounts, and on what was deleted from the index. */
function withoutScores(answers: unknown): unknown {
  const text = JSON.stringify(answers, (key, value: unknown) => (key === 'score' ? 0 : value));
  return JSON.parse(text, (key, value: unknown) =>
    key === 'results' && Array.isArray(value)
      ? value.map((result) => JSON.stringify(result)).toSorted()
      : value,
  );
}

describe.skipIf(!hasServer)('a move', () => {
  it('to a server and back keeps every column of every row, and all searches', async () => {
    await createFile('first.sqlite3');
    const before = await contentOf('first.sqlite3');
    const source = sqlitePlace('first.sqlite3', openUnchanged);
    const target = await emptyServer();
    const back = sqlitePlace('last.sqlite3');

    const there = await move(source, target);
    // A storage that worked through queues counts as a service until it's closed.
    await target.storage.close();
    const server = openServer();
    const moved = await move(server, back);

    expect(moved).toEqual(there);
    expect(new Set(moved.filter(({ rows }) => rows > 0).map(({ kind }) => kind)).size).toBe(15);
    const answers = await answersOf(source.storage);
    expect(withoutScores(await answersOf(server.storage))).toEqual(withoutScores(answers));
    expect(withoutScores(await answersOf(back.storage))).toEqual(withoutScores(answers));
    await back.storage.close();
    expect(await contentOf('last.sqlite3')).toEqual(before);
  });

  it('from a server and back keeps every column of every row', async () => {
    const { storage } = await emptyServer();
    await fillLibrary(storage);
    await storage.close();
    const source = openServer();
    const before = await contentOfServer();
    const file = sqlitePlace('file.sqlite3');

    await move(source, file);
    expect(await contentOfServer()).toEqual(before);
    await move(file, await emptyServer());

    expect(await contentOfServer()).toEqual(before);
  });

  it('leaves a queue that the target’s service works through', async () => {
    await createFile('first.sqlite3');
    const server = await emptyServer();
    await move(sqlitePlace('first.sqlite3', openUnchanged), server);

    expect(await server.storage.learningQueue.next()).toMatchObject({
      status: 'running',
      attempts: 3,
    });
    expect(await server.storage.learningQueue.nextToFetch([])).toMatchObject({ status: 'queued' });

    await learnAll(server.storage);

    const account = server.storage.account('zeta');
    for (const id of ['zd5', 'zd6', 'zd7']) {
      expect(await account.documents.byId(id)).toMatchObject({
        learned: true,
        learning_run: { status: 'succeeded' },
      });
    }
  });

  it('never reuses a number that the source gave', async () => {
    await createFile('first.sqlite3');
    const server = await emptyServer();
    await move(sqlitePlace('first.sqlite3', openUnchanged), server);
    const file = openNodeDatabase(join(folder, 'first.sqlite3'));
    const stored = createSqliteStorage(file);
    opened.push(stored);

    for (const storage of [server.storage, stored]) {
      const id = 'new';
      await storage.accounts.insert({ id, name: '', now });
      await storage.account(id).containers.insert({ id, name: id, description: '', now });
      await storage.account(id).notes.insert({ id, containerId: id, content: '', now });
    }

    for (const storage of [server.storage, stored]) {
      expect(await storage.account('new').containers.all()).toMatchObject([{ seq: 9 }]);
      expect(await storage.account('new').notes.byId('new', 'new')).toMatchObject({ seq: 27 });
    }
  });
});

describe.skipIf(!hasServer)('a text from before NUL characters were replaced', () => {
  it('moves to a server, which can’t store them', async () => {
    await createFile('first.sqlite3');
    const db = openNodeDatabase(join(folder, 'first.sqlite3'));
    await db.run(`UPDATE materials SET content = 'a' || char(0) || 'b' WHERE id = 'zd1'`);
    await db.close();
    const server = await emptyServer();

    await move(sqlitePlace('first.sqlite3', openUnchanged), server);

    const account = server.storage.account('zeta');
    const { seq = 0 } = (await account.documents.byId('zd1')) ?? {};
    expect(await account.materials.bySeq(seq)).toMatchObject({ content: 'a\uFFFDb' });
  });
});

describe.skipIf(!hasServer)('an interrupted move', () => {
  it.each(['a file', 'the server'])(
    'to %s continues after each batch, and no service starts there until it ends',
    async (to) => {
      await createFile('first.sqlite3');
      const before = await hashOf('first.sqlite3');
      const source = sqlitePlace('first.sqlite3', openUnchanged);
      const target = to === 'a file' ? sqlitePlace('target.sqlite3') : await emptyServer();
      const reports: MoveProgress[] = [];
      let isComparing = false;

      for (;;) {
        const stopping = new AbortController();
        const moving = move(source, target, {
          signal: stopping.signal,
          limits: { rows: 2, bytes: 1_000_000 },
          report(progress) {
            if (isComparing && progress.step === 'comparing') return;
            isComparing = progress.step === 'comparing';
            reports.push(progress);
            stopping.abort(new Error('interrupted'));
          },
        });
        const problem = await moving.then(
          () => null,
          (error: unknown) => error,
        );
        if (problem === null) break;
        expect(problem).toMatchObject({ message: 'interrupted' });
        await expect(target.storage.migrate(now)).rejects.toThrow('incomplete');
      }

      const copied = reports.filter(({ step }) => step === 'copying').map(({ done }) => done);
      expect(copied.length).toBeGreaterThan(35);
      expect(copied).toEqual(copied.toSorted((a, b) => a - b));
      expect(copied.at(-1)).toBe(reports[0]?.total);
      expect(withoutScores(await answersOf(target.storage))).toEqual(
        withoutScores(await answersOf(source.storage)),
      );
      await target.storage.migrate(now);
      expect(await hashOf('first.sqlite3')).toBe(before);
    },
  );

  it.each(['a file', 'the server'])('to %s keeps nothing of a batch that fails', async (to) => {
    await createFile('first.sqlite3');
    const source = sqlitePlace('first.sqlite3', openUnchanged);
    const target = to === 'a file' ? sqlitePlace('target.sqlite3') : await emptyServer();
    await target.copying.prepare(now);
    const page = { accountId: '', after: null, rows: 9, bytes: 9_000 };
    const rows = await source.copying.rows('accounts', page);

    const failing = target.copying.transaction('', async ({ insert }) => {
      await insert('accounts', rows);
      throw new Error('failed');
    });

    await expect(failing).rejects.toThrow('failed');
    expect(rows).toHaveLength(3);
    expect(await target.copying.count('accounts', '')).toBe(0);
  });

  it('fails if the source has changed since', async () => {
    await createFile('first.sqlite3');
    const server = await emptyServer();
    const stopping = new AbortController();
    const interrupted = move(sqlitePlace('first.sqlite3', openUnchanged), server, {
      signal: stopping.signal,
      report: ({ step }) => {
        if (step === 'comparing') stopping.abort(new Error('interrupted'));
      },
    });
    await expect(interrupted).rejects.toThrow('interrupted');
    const { storage } = sqlitePlace('first.sqlite3');
    await storage.account('alpha').rules.update('ar1', 'Be long.');
    await storage.close();

    const moving = move(sqlitePlace('first.sqlite3', openUnchanged), server);

    await expect(moving).rejects.toThrow(
      'The rules of the account alpha differ: 2 in first.sqlite3',
    );
    await expect(server.storage.migrate(now)).rejects.toThrow('incomplete');
  });
});

describe.skipIf(!hasServer)('a move from a server', () => {
  it('fails if a service is using it at the end', async () => {
    const { storage } = await emptyServer();
    await fillLibrary(storage);
    await storage.close();
    const service = openServer();
    const moving = move(openServer(), sqlitePlace('target.sqlite3'), {
      pause: async () => void (await service.storage.learningQueue.nextToFetch([])),
    });

    await expect(moving).rejects.toThrow('may have changed it during the move');
  });

  it('copies more of the keys’ reach than fits in one statement', async () => {
    const server = await emptyServer();
    await server.storage.migrate(now);
    await server.storage.accounts.insert({ id: 'a', name: '', now });
    const reach = Array.from({ length: 120 }, (_, index) => `c${index}`);
    await server.storage.account('a').transaction(async ({ containers, keys }) => {
      for (const id of reach) await containers.insert({ id, name: id, description: '', now });
      const grant = { level: 'read', profile: false, agent: false, expires_at: null } as const;
      for (let index = 0; index < 200; index += 1) {
        const token = { id: `k${index}`, tokenDigest: `digest ${index}`, lastFour: '', name: '' };
        await keys.insert({ ...grant, ...token, reach, now });
      }
    });
    const file = sqlitePlace('between.sqlite3');
    await move(server, file);
    const target = await emptyServer();

    await move(file, target);

    expect(await target.copying.count('keys', 'a')).toBe(200);
  });
});

describe('a source', () => {
  it('is read with its log if its last process was killed, and neither file changes', async () => {
    const { storage } = sqlitePlace('running.sqlite3');
    await fillLibrary(storage);
    for (const ending of ['', '-wal'])
      await copyFile(
        join(folder, `running.sqlite3${ending}`),
        join(folder, `first.sqlite3${ending}`),
      );
    const hashes = () => Promise.all(['first.sqlite3', 'first.sqlite3-wal'].map(hashOf));
    const before = await hashes();

    await move(sqlitePlace('first.sqlite3', openUnchanged), sqlitePlace('target.sqlite3'));

    expect(await hashes()).toEqual(before);
    expect((await readFile(join(folder, 'first.sqlite3-wal'))).length).toBeGreaterThan(0);
  });

  it('can’t be written to', async () => {
    await createFile('first.sqlite3');
    const { storage } = sqlitePlace('first.sqlite3', openUnchanged);

    expect(await storage.accounts.all()).toHaveLength(3);
    await expect(
      storage.account('zeta').transaction(({ account }) => account.delete()),
    ).rejects.toThrow('can’t be written to');
    expect(await readdir(folder)).toEqual(['first.sqlite3']);
  });
});

describe('a move is refused', () => {
  it('if there is no library', async () => {
    const empty = sqlitePlace('empty.sqlite3');

    await expect(move(empty, sqlitePlace('target.sqlite3'))).rejects.toThrow(
      'There is no library in empty.sqlite3.',
    );
  });

  it('if the target has another library', async () => {
    await createFile('first.sqlite3');
    const target = sqlitePlace('target.sqlite3');
    await target.storage.migrate(now);
    await target.storage.accounts.insert({ id: 'other', name: '', now });

    await expect(move(sqlitePlace('first.sqlite3', openUnchanged), target)).rejects.toThrow(
      'target.sqlite3 already holds a library. Choose an empty data folder or database.',
    );
    expect(await target.storage.accounts.all()).toHaveLength(1);
  });

  it('if it has already ended', async () => {
    await createFile('first.sqlite3');
    const target = sqlitePlace('target.sqlite3');
    await move(sqlitePlace('first.sqlite3', openUnchanged), target);

    await expect(move(sqlitePlace('first.sqlite3', openUnchanged), target)).rejects.toThrow(
      'target.sqlite3 already holds this library.',
    );
  });

  it('if the target has part of another library, or the source is only part of one', async () => {
    const target = sqlitePlace('target.sqlite3');
    await target.copying.prepare(now);
    await target.copying.begin('other');
    await createFile('first.sqlite3');

    await expect(move(sqlitePlace('first.sqlite3', openUnchanged), target)).rejects.toThrow(
      'target.sqlite3 holds part of another library',
    );
    await expect(move(target, sqlitePlace('next.sqlite3'))).rejects.toThrow(
      'target.sqlite3 is incomplete',
    );
  });

  it('if another version of Keepsake wrote the source', async () => {
    const earlier = openNodeDatabase(join(folder, 'earlier.sqlite3'));
    await migrate(earlier, { now, upTo: 13 });
    await earlier.run(`INSERT INTO accounts (id, created_at) VALUES ('a', '${now}')`);
    await earlier.close();
    await createFile('later.sqlite3');
    const later = openNodeDatabase(join(folder, 'later.sqlite3'));
    await later.run(`INSERT INTO schema_versions (version, migrated_at) VALUES (999, '${now}')`);
    await later.close();

    for (const [name, sentence] of [
      ['earlier.sqlite3', 'An earlier version of Keepsake wrote'],
      ['later.sqlite3', 'A later version of Keepsake wrote'],
    ] as const) {
      const source = sqlitePlace(name, openUnchanged);
      await expect(move(source, sqlitePlace('target.sqlite3'))).rejects.toThrow(sentence);
    }
  });
});
