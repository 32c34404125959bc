/** Tests that a pg_dump backup is complete and that the service works after a restore. */
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillLibrary } from '../../../tests/fixtures/full-library.ts';
import {
  createDatabase,
  findPrograms,
  postgresPort,
  ROLE,
  urlOf,
} from '../../../tests/fixtures/postgres-server.ts';
import { hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { openDatabase } from './connection.ts';
import { createPostgresStorage } from './storage.ts';

const now = '2026-11-21T00:00:00.000Z';

describe.skipIf(!hasServer)('a dump', () => {
  let folder: string;
  let port: number;
  let programs: string;
  let name: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'keepsake-backup-'));
    port = (await postgresPort()) ?? 0;
    programs = await findPrograms();
    name = await createDatabase(port);
    await withStorage(name, fillLibrary);
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function withStorage<T>(
    database: string,
    use: (storage: ReturnType<typeof createPostgresStorage>) => Promise<T>,
  ): Promise<T> {
    const storage = createPostgresStorage(openDatabase(urlOf(port, ROLE, database)));
    try {
      return await use(storage);
    } finally {
      await storage.close();
    }
  }

  function run(program: string, ...args: string[]) {
    const { status, stdout, stderr } = spawnSync(join(programs, program), args, {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
    });
    return { status, stdout, stderr };
  }

  /** Returns the lines of a database as SQL, without those that differ in each dump. Rows have no order. */
  function linesOf(database: string): string[] {
    const { stdout } = run('pg_dump', `--dbname=${urlOf(port, 'postgres', database)}`);
    return stdout
      .split('\n')
      .filter((line) => !/^\\(?:un)?restrict /.test(line))
      .toSorted();
  }

  it('by a user that sees all rows restores everything', async () => {
    const file = join(folder, 'dump');
    const dump = run(
      'pg_dump',
      '-Fc',
      `--file=${file}`,
      `--dbname=${urlOf(port, 'postgres', name)}`,
    );
    expect(dump).toMatchObject({ status: 0, stderr: '' });
    const restored = await createDatabase(port);
    const database = `--dbname=${urlOf(port, 'postgres', restored)}`;

    expect(run('pg_restore', database, file)).toMatchObject({ status: 0, stderr: '' });

    const lines = linesOf(name);
    expect(lines.length).toBeGreaterThan(1_000);
    expect(linesOf(restored)).toEqual(lines);
    const find = (found: string) =>
      withStorage(found, async (storage) => {
        await storage.migrate(now);
        const account = storage.account('zeta');
        const containers = (await account.containers.all()).map(({ seq }) => seq);
        return account.snapshot(async ({ search }) => {
          const scope = await search.open(containers);
          return scope.match({ terms: ['heron', 'weir'], limit: 50 });
        });
      });
    expect((await find(name)).length).toBeGreaterThan(3);
    expect(await find(restored)).toEqual(await find(name));
  });

  it('by the service’s own user fails, because row-level security hides the rows from it', () => {
    const { status, stderr } = run('pg_dump', `--dbname=${urlOf(port, ROLE, name)}`);

    expect(status).not.toBe(0);
    expect(stderr).toContain('row-level security');
  });
});
