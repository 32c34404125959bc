import { setImmediate } from 'node:timers/promises';
import { afterEach, describe, expect, it } from 'vitest';
import { asSuperuser, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import type { Storage } from '../port/storage.ts';
import { openDatabase } from './connection.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';

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

  it('refuses a database of a later version', async () => {
    const url = await emptyPostgres();
    await open(url).migrate(now);
    const database = openDatabase(url);
    await database.directory.run('UPDATE directory_schema_versions SET version = 99');
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
