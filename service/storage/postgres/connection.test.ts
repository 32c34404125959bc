import { execFile, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { asSuperuser, idsOf, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import type { Storage } from '../port/storage.ts';
import { query } from '../sql.ts';
import { openDatabase } from './connection.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';
const hasOpenssl = spawnSync('openssl', ['version']).status === 0;

describe.skipIf(!hasServer)('a connection to PostgreSQL', () => {
  const opened: Storage[] = [];
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });

  function open(url: string): Storage {
    const storage = createPostgresStorage(openDatabase(url));
    opened.push(storage);
    return storage;
  }

  async function changed(change: (url: URL) => void): Promise<string> {
    const url = new URL(await emptyPostgres());
    change(url);
    return url.href;
  }

  async function terminate(url: string): Promise<void> {
    const database = new URL(url).pathname.slice(1);
    await asSuperuser((await postgresPort()) ?? 0, [
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
    ]);
  }

  it.each([
    ['an unknown port', (url: URL) => (url.port = '1'), 'unavailable', 'can’t be reached'],
    ['a wrong password', (url: URL) => (url.password = 'x'), 'denied', 'user name and password'],
    ['a missing password', (url: URL) => (url.password = ''), 'denied', 'user name and password'],
    [
      'a missing certificate file',
      (url: URL) => (url.search = '?sslmode=verify-full&sslrootcert=/none.pem'),
      'unavailable',
      'certificate file',
    ],
    [
      'an unknown database',
      (url: URL) => (url.pathname = '/none'),
      'unavailable',
      'no such database',
    ],
    [
      'a server without TLS',
      (url: URL) => (url.search = '?sslmode=verify-full'),
      'unavailable',
      'TLS',
    ],
  ])('says what to do about %s', async (_what, change, code, sentence) => {
    const storage = open(await changed(change));

    await expect(storage.migrate(now)).rejects.toMatchObject({
      name: 'StorageError',
      code,
      message: expect.stringContaining(sentence),
    });
  });

  it.skipIf(!hasOpenssl)(
    'uses TLS if the address requires it, and accepts only a trusted certificate',
    async () => {
      const [own, other] = await Promise.all([createCertificate(), createCertificate()]);
      const port = (await postgresPort()) ?? 0;
      const url = await emptyPostgres();
      const database = new URL(url).pathname.slice(1);
      const trusting = (certificate: string) =>
        open(`${url}?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate)}`);
      await asSuperuser(port, [
        `ALTER SYSTEM SET ssl_cert_file = '${own.certificate}'`,
        `ALTER SYSTEM SET ssl_key_file = '${own.key}'`,
        'ALTER SYSTEM SET ssl = on',
        'SELECT pg_reload_conf()',
      ]);
      try {
        // Reloading the settings takes the server a moment.
        await vi.waitFor(() => trusting(own.certificate).migrate(now), { timeout: 60_000 });

        const encrypted = await asSuperuser(port, [
          `SELECT 1 FROM pg_stat_ssl JOIN pg_stat_activity USING (pid) WHERE ssl AND datname = '${database}'`,
        ]);
        expect(encrypted.flat()).not.toEqual([]);
        const refused = { code: 'unavailable', message: expect.stringContaining('TLS') };
        await expect(trusting(other.certificate).migrate(now)).rejects.toMatchObject(refused);
        await expect(open(`${url}?sslmode=verify-full`).migrate(now)).rejects.toMatchObject(
          refused,
        );
      } finally {
        await asSuperuser(port, [
          'ALTER SYSTEM RESET ssl',
          'ALTER SYSTEM RESET ssl_cert_file',
          'ALTER SYSTEM RESET ssl_key_file',
          'SELECT pg_reload_conf()',
        ]);
        for (const { folder } of [own, other]) await rm(folder, { recursive: true });
      }
    },
  );

  /** Creates a self-signed certificate for 127.0.0.1 that the server's user can read. */
  async function createCertificate() {
    const folder = await mkdtemp(join(tmpdir(), 'keepsake-certificate-'));
    const [certificate, key] = [join(folder, 'certificate.pem'), join(folder, 'key.pem')];
    const request = 'req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1'.split(' ');
    request.push('-addext', 'subjectAltName=IP:127.0.0.1', '-out', certificate, '-keyout', key);
    await promisify(execFile)('openssl', request);
    if (process.getuid?.() === 0) {
      const { uid, gid } = idsOf('postgres');
      for (const path of [folder, certificate, key]) await chown(path, uid, gid);
    }
    return { folder, certificate, key };
  }

  it('says what to do about a server that only accepts reads', async () => {
    const url = await emptyPostgres();
    await open(url).migrate(now);
    const readOnly = new URL(url);
    readOnly.searchParams.set('options', '-c default_transaction_read_only=on');
    const storage = open(readOnly.href);

    await storage.tryReading();
    await expect(storage.tryWriting()).rejects.toMatchObject({ code: 'read-only' });
    expect(storage.writeFailure()).toMatchObject({ code: 'read-only' });
  });

  it('replaces all its connections to a server that no longer accepts writes', async () => {
    const url = await emptyPostgres();
    await open(url).migrate(now);
    const name = new URL(url).pathname.slice(1);
    const port = (await postgresPort()) ?? 0;
    const readOnly = `ALTER DATABASE ${name} SET default_transaction_read_only = on`;
    const reset = `ALTER DATABASE ${name} RESET default_transaction_read_only`;
    const storage = open(url);
    const write = (account: number) =>
      storage.account(`a${account}`).transaction(() => storage.tryReading());
    try {
      // The setting applies to sessions that begin later, like an address that moves to another server.
      await asSuperuser(port, [readOnly]);
      await Promise.all([1, 2, 3].map(write));
    } finally {
      await asSuperuser(port, [reset]);
    }

    await expect(storage.tryWriting()).rejects.toMatchObject({ code: 'read-only' });

    await Promise.all([1, 2, 3].map(() => storage.tryWriting()));
    expect(storage.writeFailure()).toBeNull();
  });

  it('tries each host of its address', async () => {
    const url = new URL(await emptyPostgres());
    const storage = open(url.href.replace('@', '@127.0.0.1:1,'));

    await storage.migrate(now);

    expect(await storage.accounts.all()).toEqual([]);
  });

  it('says what to do about a statement that the server stopped', async () => {
    const url = new URL(await emptyPostgres());
    url.searchParams.set('options', '-c statement_timeout=50');
    const database = openDatabase(url.href);
    opened.push(createPostgresStorage(database));

    await expect(
      database.directory.all(query('SELECT pg_sleep(60)', z.object({}))),
    ).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('statement_timeout'),
    });
  });

  it('says what to do about a server without a free connection', async () => {
    const url = await emptyPostgres();
    await open(url).migrate(now);
    const name = new URL(url).pathname.slice(1);
    const port = (await postgresPort()) ?? 0;
    await asSuperuser(port, [`ALTER DATABASE ${name} CONNECTION LIMIT 0`]);
    try {
      await expect(open(url).tryReading()).rejects.toMatchObject({
        code: 'busy',
        message: expect.stringContaining('max_connections'),
      });
    } finally {
      await asSuperuser(port, [`ALTER DATABASE ${name} CONNECTION LIMIT -1`]);
    }
  });

  it('says what to do if all its connections are in use, and works again once they are free', async () => {
    const database = openDatabase(await emptyPostgres(), { connectTimeoutMs: 8_000 });
    const storage = createPostgresStorage(database);
    opened.push(storage);
    await storage.migrate(now);
    const released = Promise.withResolvers<void>();
    let begun = 0;
    const busy: Promise<void>[] = [];
    // Opening all at once can take a busy machine longer than the time limit.
    for (let count = 1; count <= 10; count += 1) {
      const work = () => {
        begun += 1;
        return released.promise;
      };
      busy.push(storage.account(`a${count}`).transaction(work));
      await expect.poll(() => begun, { interval: 5 }).toBe(count);
    }

    await expect(storage.tryReading()).rejects.toMatchObject({
      code: 'busy',
      message: expect.stringContaining('in use'),
    });

    released.resolve();
    await Promise.all(busy);
    await storage.tryReading();
  });

  it('says so if the server’s disk is full, keeps what is stored, and works again once there is space', async (test) => {
    const disk = await mountDisk(40);
    // Without root there is no small disk to fill. CI has root.
    if (disk === null) return test.skip('Only root can mount a small disk.');
    const url = await emptyPostgres();
    const name = new URL(url).pathname.slice(1);
    const port = (await postgresPort()) ?? 0;
    await asSuperuser(port, [
      `CREATE TABLESPACE ${name} LOCATION '${disk.path}'`,
      `ALTER DATABASE ${name} SET TABLESPACE ${name}`,
    ]);
    const storage = createPostgresStorage(openDatabase(url));
    try {
      await storage.migrate(now);
      await storage.accounts.insert({ id: 'mine', name: '', now });
      const { containers, documents } = storage.account('mine');
      await containers.insert({ id: 'birds', name: 'Birds', description: '', now });
      const stored: string[] = [];
      const fill = async () => {
        for (let count = 0; count < 100; count += 1) {
          const fields = { customId: null, title: null, sourceUrl: null, metadata: null };
          // PostgreSQL would compress repetitive text.
          const content = randomBytes(400_000).toString('base64');
          await documents.insert({
            id: `d${count}`,
            containerId: 'birds',
            content,
            now,
            ...fields,
          });
          stored.push(`d${count}`);
        }
      };

      await expect(fill()).rejects.toMatchObject({ code: 'full' });
      expect(storage.writeFailure()).toMatchObject({ code: 'full' });
      const page = { containerIds: ['birds'], before: 1000, limit: 200 };
      expect((await documents.before(page)).map(({ id }) => id)).toEqual(stored.toReversed());

      await disk.enlarge();
      await storage.tryWriting();
      expect(storage.writeFailure()).toBeNull();
    } finally {
      await storage.close();
      await asSuperuser(port, [
        `ALTER DATABASE ${name} SET TABLESPACE pg_default`,
        `DROP TABLESPACE ${name}`,
      ]);
      await disk.unmount();
    }
  });

  it('that is lost fails the transaction, and a new one works', async () => {
    const url = await emptyPostgres();
    const storage = open(url);
    await storage.migrate(now);

    const losing = storage.transaction(async ({ accounts }) => {
      await accounts.insert({ id: 'mine', name: '', now });
      await terminate(url);
      await accounts.insert({ id: 'theirs', name: '', now });
    });

    await expect(losing).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('lost'),
    });
    expect(await storage.accounts.all()).toEqual([]);
    await storage.tryWriting();
    expect(storage.writeFailure()).toBeNull();
  });

  it('that is lost while idle is replaced', async () => {
    const url = await emptyPostgres();
    const storage = open(url);
    await storage.migrate(now);

    await terminate(url);
    await expect.poll(() => storage.accounts.all().catch(() => null)).toEqual([]);
  });

  it.skipIf(process.platform !== 'linux')(
    'that gets no answer is lost only if its server can’t be reached',
    async () => {
      const direct = new URL(await emptyPostgres());
      const proxy = await startFreezingProxy(Number(direct.port));
      // The second server is the same one, reached without the proxy.
      const hosts = `127.0.0.1:${proxy.port},${direct.host}`;
      const url = direct.href.replace(direct.host, hosts);
      const database = openDatabase(url, { connectTimeoutMs: 4_000 });
      const one = query('SELECT 1 AS one FROM pg_sleep($1)', z.object({ one: z.int() }));
      try {
        // Two connections, of which the second one must not be used once the first one was lost. Both are checked twice.
        const slow = [0, 1].map(() => database.directory.all(one, [9]));
        expect(await Promise.all(slow)).toEqual([[{ one: 1 }], [{ one: 1 }]]);

        await proxy.freeze();
        await expect(database.directory.all(one, [0])).rejects.toMatchObject({
          code: 'unavailable',
          message: expect.stringContaining('lost'),
        });

        expect(await database.directory.all(one, [0])).toEqual([{ one: 1 }]);
      } finally {
        await database.close();
        proxy.stop();
      }
    },
  );

  /**
   * Starts a proxy that can be frozen. It then looks like a machine that lost power: it closes nothing, passes nothing on, and
   * once its queue is full, the system ignores new connections.
   */
  async function startFreezingProxy(target: number) {
    const module = import.meta.resolve('../../../tests/fixtures/tcp-proxy.ts');
    const script = `import { startTcpProxy } from '${module}';
      console.log((await startTcpProxy({ target: () => ${target}, backlog: 1 })).port);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [printed] = await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    const port = Number(printed);
    const queued: Socket[] = [];
    return {
      port,
      async freeze() {
        child.kill('SIGSTOP');
        for (const _ of Array(2).keys()) {
          const socket = connect(port, '127.0.0.1').on('error', () => undefined);
          queued.push(socket);
          await once(socket, 'connect');
        }
      },
      stop() {
        for (const socket of queued) socket.destroy();
        child.kill('SIGKILL');
      },
    };
  }

  it('refuses a database of a later version', async () => {
    const url = await emptyPostgres();
    await open(url).migrate(now);
    const database = openDatabase(url);
    await database.directory.run(`UPDATE directory_schema_versions SET version = 99
       WHERE version = (SELECT max(version) FROM directory_schema_versions)`);
    await database.close();

    await expect(open(url).migrate(now)).rejects.toThrow(/has version 99.* Update this service\.$/);
  });

  it('migrates once if two services start at the same time', async () => {
    const url = await emptyPostgres();
    const [first, second] = [open(url), open(url)];

    await Promise.all([first.migrate(now), second.migrate(now)]);

    expect(await second.accounts.all()).toEqual([]);
  });

  it('keeps the transactions of an account apart across services', async () => {
    const url = await emptyPostgres();
    const [first, second] = [open(url), open(url)];
    await first.migrate(now);
    await first.accounts.insert({ id: 'mine', name: '', now });

    await Promise.all(
      [first, second, first, second, first, second].map((service, index) =>
        service.account('mine').transaction(async ({ containers }) => {
          const { length } = await containers.all();
          await setImmediate();
          const name = `Memory ${length}`;
          return containers.insert({ id: `m${index}`, name, description: '', now });
        }),
      ),
    );

    expect(await second.account('mine').containers.all()).toHaveLength(6);
  });
});

/** Mounts a disk of this many MiB that the server can write to; null if that isn't allowed. */
async function mountDisk(size: number) {
  const path = await mkdtemp(join(tmpdir(), 'keepsake-disk-'));
  const mount = (options: string) =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', path]).status === 0;
  if (!mount(`size=${size}m,mode=0700`)) {
    await rm(path, { recursive: true });
    return null;
  }
  const { uid, gid } = idsOf('postgres');
  await chown(path, uid, gid);
  return {
    path,
    async enlarge(): Promise<void> {
      if (!mount(`remount,size=${4 * size}m`)) throw new Error('The disk can’t be enlarged.');
    },
    async unmount(): Promise<void> {
      spawnSync('umount', [path]);
      await rm(path, { recursive: true });
    },
  };
}
