import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import {
  startReplicatedServer,
  type ReplicatedServer,
} from '../../../tests/faults/shared-database/server.ts';
import { postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { startTcpProxy } from '../../../tests/fixtures/tcp-proxy.ts';
import type { Logger } from '../../ports.ts';
import { query } from '../sql.ts';
import { openDatabase } from './connection.ts';
import { postgresCopying } from './copy.ts';
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

  function open(
    address = servers.primary.url,
    replica: string | null = servers.replica.url,
    logger?: Logger,
  ): Database {
    const db = openDatabase(address, { replica, ...(logger && { logger }) });
    opened.push(db);
    return db;
  }

  function logTo(events: string[]): Logger {
    const log = (event: string) => void events.push(event);
    return { info: log, warn: log, error: log, audit: log };
  }

  const serverOf = (db: Database) =>
    db.snapshot('mine', async (queries) => (await queries.get(selectServer))?.server);

  /** Returns when the service last asked the replica something; null if it has no connection. */
  async function lastAskedAt(): Promise<unknown> {
    const [row] = await servers.replica.run(
      `SELECT max(query_start)::text AS time FROM pg_stat_activity WHERE application_name = 'Keepsake'`,
    );
    return row?.['time'];
  }

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

    // On a busy machine, the replica can be too far behind for a while.
    for (let index = 0; index < 50 || (index < 5_000 && !found.includes('replica')); index += 1) {
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

  it('reads from the primary while the replica is too far behind, without waiting for it each time', async () => {
    const db = open();
    await expect.poll(() => serverOf(db)).toBe('replica');
    expect(await lastAskedAt()).not.toBeNull();
    await servers.replica.run('SELECT pg_wal_replay_pause()');
    await add(db, 'Ferries');

    expect(await serverOf(db)).toBe('primary');
    const names = await db.snapshot('mine', (queries) => queries.all(selectNames));
    expect(names).toContainEqual({ name: 'Ferries' });
    const startedAt = performance.now();
    const times = new Set<unknown>();
    for (let count = 0; count < 40; count += 1) {
      await serverOf(db);
      times.add(await lastAskedAt());
    }
    const seconds = (performance.now() - startedAt) / 1_000;
    times.delete(null);
    // After a read has waited for the replica in vain, none does for a second. The first time can be from before.
    expect(times.size).toBeLessThanOrEqual(2 + seconds);

    await servers.replica.run('SELECT pg_wal_replay_resume()');
    await expect.poll(() => serverOf(db)).toBe('replica');
  });

  it('reads from the primary if the replica fails during a snapshot, or can’t be reached', async () => {
    const events: string[] = [];
    const db = open(undefined, undefined, logTo(events));
    await expect.poll(() => serverOf(db)).toBe('replica');
    let seen: (string | undefined)[] = [];
    let last: string | undefined;

    // On a busy machine, the replica can be too far behind again, and a snapshot then reads only from the primary.
    while (!seen.includes('replica')) {
      seen = [];
      last = await db.snapshot('mine', async (queries) => {
        const server = (await queries.get(selectServer))?.server;
        seen.push(server);
        if (server === 'replica') {
          events.length = 0;
          await servers.replica.end('SIGINT');
        }
        return (await queries.get(selectServer))?.server;
      });
    }

    expect([seen, last]).toEqual([['replica', 'primary'], 'primary']);
    expect(await serverOf(db)).toBe('primary');
    expect(events).toEqual(['replica.skipped']);
    await servers.replica.start();
    await expect.poll(() => serverOf(db)).toBe('replica');
    expect(events.at(-1)).toBe('replica.used');
  });

  it('reads from the primary if the replica freezes, and says so once', async () => {
    const events: string[] = [];
    const db = open(undefined, undefined, logTo(events));
    await expect.poll(() => serverOf(db)).toBe('replica');
    events.length = 0;

    servers.replica.freeze();
    try {
      const found = await Promise.all(Array.from({ length: 5 }, () => serverOf(db)));
      expect([...found, await serverOf(db)]).toEqual(Array(6).fill('primary'));
      expect(events).toEqual(['replica.skipped']);
    } finally {
      servers.replica.thaw();
    }
  });

  it('reads from the primary if the replica freezes during a snapshot', async () => {
    const db = open();
    await expect.poll(() => serverOf(db)).toBe('replica');
    try {
      const last = await db.snapshot('mine', async (queries) => {
        const server = (await queries.get(selectServer))?.server;
        if (server === 'replica') servers.replica.freeze();
        return (await queries.get(selectServer))?.server;
      });
      expect(last).toBe('primary');
    } finally {
      servers.replica.thaw();
    }
  });

  it('reads from the primary if its position in the WAL can’t be read', async () => {
    const db = open();
    await expect.poll(() => serverOf(db)).toBe('replica');
    const name = 'FUNCTION pg_control_system()';
    await servers.primary.runIn('library', `REVOKE EXECUTE ON ${name} FROM public`);
    try {
      expect(await serverOf(db)).toBe('primary');
    } finally {
      await servers.primary.runIn('library', `GRANT EXECUTE ON ${name} TO public`);
    }
  });

  it('reads from the primary if it’s given a server that isn’t a replica', async () => {
    const db = open(servers.primary.url, servers.primary.url);

    expect(await serverOf(db)).toBe('primary');
    // It isn't asked again, although it could be reached. A connection that was kept would be closed after 10 seconds.
    const connected = `SELECT count(*)::int AS count FROM pg_stat_activity WHERE application_name = 'Keepsake'`;
    await expect
      .poll(() => servers.primary.run(connected), { timeout: 5_000 })
      .toEqual([{ count: 1 }]);
  });

  it('writes to the primary, whichever server its address names first', async () => {
    const { primary, replica } = servers;
    const both = replica.url.replace(`:${replica.port}`, `$&,127.0.0.1:${primary.port}`);

    await add(open(both), 'Tides');

    const names = await open().snapshot('mine', (queries) => queries.all(selectNames));
    expect(names).toContainEqual({ name: 'Tides' });
  });

  it('finds the primary again, although another server in its address refuses its password', async () => {
    let target = 1;
    const proxy = await startTcpProxy({ target: () => target });
    const hosts = `127.0.0.1:${proxy.port},127.0.0.1:${await postgresPort()}`;
    const db = open(`postgres://service:wrong@${hosts}/library`, null);
    await expect(db.account('mine').get(selectServer)).rejects.toMatchObject({ code: 'denied' });

    target = servers.primary.port;

    expect(await db.account('mine').get(selectServer)).toEqual({ server: 'primary' });
    await db.close();
    await proxy.close();
  });

  it.skipIf(process.platform !== 'linux')(
    'notices a server that vanished without closing its connections',
    async () => {
      const proxy = await startTcpProxy({ target: () => servers.primary.port });
      const db = open(`postgres://service@127.0.0.1:${proxy.port}/library`, null);
      db.listen('test', () => undefined);
      await db.account('mine').get(selectServer);

      // The third field is the remote address; the sixth begins with the kind of timer, of which 02 is keepalive.
      const port = proxy.port.toString(16).toUpperCase().padStart(4, '0');
      const timers = async () =>
        (await readFile('/proc/self/net/tcp', 'utf8'))
          .split('\n')
          .map((line) => line.trim().split(/\s+/))
          .filter(([, , remote, state]) => remote?.endsWith(`:${port}`) && state === '01')
          .map(([, , , , , timer]) => timer?.slice(0, 2));
      await expect.poll(timers).toEqual(['02', '02']);
      await db.close();
      await proxy.close();
    },
  );

  it('can be moved from a replica, which can’t tell whether a service is using the library', async () => {
    const copying = postgresCopying(open(servers.replica.url, null));

    expect(await copying.isInUse()).toBe(false);
  });

  it('says so if only replicas can be reached', async () => {
    await expect(add(open(servers.replica.url), 'Weirs')).rejects.toMatchObject({
      code: 'read-only',
      message: expect.stringContaining('--database names the primary'),
    });
  });

  it('doesn’t read from the former primary after a failover, even if that’s promoted again', async () => {
    const { primary, replica } = servers;
    await primary.run('ALTER SYSTEM RESET synchronous_standby_names', 'SELECT pg_reload_conf()');
    await replica.end('SIGINT');
    await primary.runIn('library', 'CREATE TABLE lost AS SELECT generate_series(1, 100000)');
    await primary.end('SIGINT');
    await replica.start();
    await replica.run('SELECT pg_promote()');
    await primary.startAsReplica();

    const selectPort = query('SELECT inet_server_port() AS port', z.object({ port: z.int() }));
    const expectUnread = async () => {
      const reasons: unknown[] = [];
      const log: Logger['warn'] = (_event, fields) => void reasons.push(fields?.['code']);
      const db = open(replica.url, primary.url, { info: log, warn: log, error: log, audit: log });
      const ports = new Set<number | undefined>();
      const read = async () => {
        ports.add(
          await db.snapshot('mine', async (queries) => (await queries.get(selectPort))?.port),
        );
        return reasons;
      };
      await expect.poll(read).toContain('not-a-replica');
      expect([...ports]).toEqual([replica.port]);
    };
    await expectUnread();
    // Both servers then have the same timeline number, and the former primary is ahead.
    await primary.run('SELECT pg_promote()', 'CHECKPOINT');
    await expectUnread();
  });
});
