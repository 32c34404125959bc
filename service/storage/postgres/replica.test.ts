import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  startReplicatedServer,
  type ReplicatedServer,
} from '../../../tests/faults/shared-database/server.ts';
import { hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { query } from '../sql.ts';
import { openDatabase } from './connection.ts';
import type { Database } from './sql.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const selectServer = query(
  `SELECT CASE WHEN pg_is_in_recovery() THEN 'replica' ELSE 'primary' END AS server`,
  z.object({ server: z.string() }),
);
const selectNames = query('SELECT name FROM containers', z.object({ name: z.string() }));

describe.skipIf(!hasServer)('a PostgreSQL database with a replica', () => {
  let folder: string;
  let servers: ReplicatedServer;
  const opened: Database[] = [];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-replica-'));
    servers = await startReplicatedServer(folder);
    const storage = createPostgresStorage(openDatabase(servers.primary.url));
    await storage.migrate(now);
    await storage.accounts.insert({ id: 'mine', name: '', now });
    await storage.close();
  });
  afterEach(async () => {
    for (const db of opened.splice(0)) await db.close();
  });
  afterAll(async () => {
    await servers.stop();
    await rm(folder, { recursive: true });
  });

  function open(address = servers.primary.url, replica = servers.replica.url): Database {
    const db = openDatabase(address, { replica });
    opened.push(db);
    return db;
  }

  const serverOf = (db: Database) =>
    db.snapshot('mine', async (queries) => (await queries.get(selectServer))?.server);

  async function add(db: Database, name: string): Promise<void> {
    const { account } = createPostgresStorage(db);
    await account('mine').containers.insert({ id: name, name, description: '', now });
  }

  it('reads snapshots from the replica, and everything else from the primary', async () => {
    const db = open();

    await expect.poll(() => serverOf(db)).toBe('replica');
    expect(await db.account('mine').get(selectServer)).toEqual({ server: 'primary' });
  });

  it('finds in a snapshot whatever was committed before', async () => {
    const [db, other] = [open(), open()];
    const found: string[] = [];
    const missing: string[] = [];

    for (let index = 0; index < 50; index += 1) {
      await add(other, `Birds ${index}`);
      await db.snapshot('mine', async (queries) => {
        const names = await queries.all(selectNames);
        if (!names.some(({ name }) => name === `Birds ${index}`)) missing.push(`Birds ${index}`);
        found.push((await queries.get(selectServer))?.server ?? '');
      });
    }

    expect(missing).toEqual([]);
    expect(found).toContain('replica');
  });

  it('reads from the primary while the replica is too far behind', async () => {
    const db = open();
    await servers.replica.run('SELECT pg_wal_replay_pause()');
    await add(db, 'Ferries');

    expect(await serverOf(db)).toBe('primary');
    const names = await db.snapshot('mine', (queries) => queries.all(selectNames));
    expect(names).toContainEqual({ name: 'Ferries' });

    await servers.replica.run('SELECT pg_wal_replay_resume()');
    await expect.poll(() => serverOf(db)).toBe('replica');
  });

  it('reads from the primary if the replica fails during a snapshot, or can’t be reached', async () => {
    const db = open();
    await expect.poll(() => serverOf(db)).toBe('replica');
    const seen: (string | undefined)[] = [];

    const last = await db.snapshot('mine', async (queries) => {
      const server = (await queries.get(selectServer))?.server;
      seen.push(server);
      if (server === 'replica') await servers.replica.end('SIGINT');
      return (await queries.get(selectServer))?.server;
    });

    expect([seen, last]).toEqual([['replica', 'primary'], 'primary']);
    expect(await serverOf(db)).toBe('primary');
    await servers.replica.start();
    await expect.poll(() => serverOf(db)).toBe('replica');
  });

  it('reads from the primary if it’s given a server that isn’t a replica', async () => {
    const db = open(servers.primary.url, servers.primary.url);

    expect(await serverOf(db)).toBe('primary');
    // It isn't asked again, although it could be reached.
    const connected = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'Keepsake'`;
    const [row] = await servers.primary.run(connected);
    expect(row).toEqual({ count: 1 });
  });

  it('writes to the primary, whichever server its address names first', async () => {
    const { primary, replica } = servers;
    const both = replica.url.replace(`:${replica.port}`, `$&,127.0.0.1:${primary.port}`);

    await add(open(both), 'Tides');

    const names = await open().snapshot('mine', (queries) => queries.all(selectNames));
    expect(names).toContainEqual({ name: 'Tides' });
  });

  it('says so if only replicas can be reached', async () => {
    await expect(add(open(servers.replica.url), 'Weirs')).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('--database names the primary'),
    });
  });
});
