import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { pollUntil } from '../../../tests/browser/poll-until.ts';
import { createDatabase, postgresPort } from '../../../tests/fixtures/postgres-server.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import type { OpenService } from '../../app.ts';
import { HALF_MOVED } from '../../storage/half-moved.ts';
import { createSqliteStorage } from '../../storage/sqlite/storage.ts';
import { executeCommand } from './commands.ts';
import { openDataFolder } from './data-folder.ts';
import { eachSecond } from './move.ts';
import { openLibrary, openNodeService } from './node-service.ts';
import { startService } from './testing/start-process.ts';

const MAIN = join(import.meta.dirname, './main.ts');
let folder: string;
let from: string;
let to: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'keepsake-move-'));
  from = join(folder, 'from');
  to = join(folder, 'to');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Opened {
  readonly service: OpenService;
  readonly ask: (method: string, path: string, body?: unknown) => Promise<unknown>;
  close(): Promise<void>;
}

/** Opens a service as `npm run service` does. */
async function open(path: string, database: string | null = null): Promise<Opened> {
  const opened = await openDataFolder(path);
  if (!opened.ok) throw new Error(opened.error);
  const { databaseFile, ownerToken, release } = opened.value;
  const service = await openNodeService({ file: databaseFile, database, ownerToken }).catch(
    (error: unknown) => {
      release();
      throw error;
    },
  );
  return {
    service,
    async ask(method, url, body) {
      const answer = await service.fetch(
        new Request(`http://localhost${url}`, {
          method,
          headers: { authorization: `Bearer ${ownerToken}` },
          ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        }),
      );
      expect(answer.ok).toBe(true);
      return answer.json();
    },
    async close() {
      await service.close();
      release();
    },
  };
}

const TEXT = 'The reeds bend, and the water goes on over the weir. '.repeat(10);
const created = z.object({ id: z.string() });

/** Creates a library in the first folder. */
async function createLibrary(notes: number): Promise<void> {
  const { ask, close } = await open(from);
  const { id: containerId } = created.parse(
    await ask('POST', '/owner/containers', { name: 'Birds', description: '' }),
  );
  await close();
  const now = new Date().toISOString();
  const storage = createSqliteStorage(await openLibrary(join(from, 'memory.sqlite3'), now));
  const account = storage.account((await storage.accounts.all())[0]?.id ?? '');
  await account.transaction(async (areas) => {
    for (let note = 1; note <= notes; note += 1) {
      const id = `note-${note}`;
      await areas.notes.insert({ id, containerId, content: `Heron ${note} waits. ${TEXT}`, now });
      await areas.runs.queue(id, now);
    }
  });
  await storage.close();
  const learning = await open(from);
  await learning.service.idle();
  await learning.close();
}

async function countFound({ ask }: Opened): Promise<number> {
  const answer = await ask('POST', '/v1/search', { q: 'herons', limit: 50 });
  return z.object({ results: z.array(z.unknown()) }).parse(answer).results.length;
}

function move(source: string, target: string, progress?: (line: string) => void) {
  return executeCommand(['move', '--from', source, '--to', target], {}, progress);
}

describe.skipIf(!hasServer)('move', () => {
  it('to a server and back says what to do next, and both services answer as before', async () => {
    await createLibrary(3);
    const before = await readFile(join(from, 'memory.sqlite3'));
    const database = await emptyPostgres();

    const there = await move(from, database);

    expect(there).toMatchObject({ exitCode: 0 });
    const output = 'output' in there ? there.output : there.error;
    expect(output).toContain('3 documents and notes');
    expect(output).toContain(`start the service with --data ${from}, where the owner token stays`);
    expect(output).not.toContain(new URL(database).password);
    expect(await readFile(join(from, 'memory.sqlite3'))).toEqual(before);
    const server = await open(from, database);
    expect(await countFound(server)).toBe(3);
    await server.close();

    const back = await move(database, to);

    expect(back).toMatchObject({ exitCode: 0 });
    expect('output' in back ? back.output : back.error).toContain(`--data ${to}`);
    const file = await open(to);
    expect(await countFound(file)).toBe(3);
    await file.close();
  });

  it('is refused while a service is using the server', async () => {
    const database = await emptyPostgres();
    const service = await open(from, database);
    await service.service.idle();

    expect(await move(database, to)).toEqual({
      exitCode: 1,
      error: expect.stringMatching(/^A service is using the library in postgres:/),
    });
    await service.close();

    expect(await move(database, to)).toMatchObject({ exitCode: 0 });
  });

  it('names the flag of the server that failed while it copied', async () => {
    const database = new URL(await emptyPostgres());
    await (await open(from, database.href)).close();
    const other = new URL(database);
    other.pathname = await createDatabase((await postgresPort()) ?? 0);
    other.searchParams.set('options', '-c default_transaction_read_only=on');

    expect(await move(database.href, other.href)).toEqual({
      exitCode: 1,
      error: expect.stringMatching(/only accepts reads.* --to /),
    });
  });

  it('is refused with the flag that names the server, if it can’t be reached', async () => {
    const database = new URL(await emptyPostgres());
    database.port = '1';

    expect(await move(database.href, to)).toEqual({
      exitCode: 1,
      error:
        'The database server can’t be reached. Check that it’s running, and the address in --from.',
    });
  });
});

describe('move', () => {
  it('continues after it was killed at any moment', async () => {
    await createLibrary(1_000);
    for (const afterMs of [0, 100, 300]) {
      const child = spawn(process.execPath, [MAIN, 'move', '--from', from, '--to', to]);
      const exited = once(child, 'exit');
      const began = () => existsSync(join(to, 'memory.sqlite3')) || undefined;
      await pollUntil('the target', began, 60_000);
      await setTimeout(afterMs);
      child.kill('SIGKILL');
      await exited;
    }

    const moved = await move(from, to);

    // The move may have finished before it was killed.
    const hasEnded = 'error' in moved && moved.error.includes('already holds this library');
    expect(hasEnded ? 0 : moved.exitCode).toBe(0);
    const file = await open(to);
    expect(await countFound(file)).toBe(50);
    expect(JSON.stringify(await file.ask('GET', '/owner/containers'))).toContain('"notes":1000');
    await file.close();
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'says how to continue when stopped by %s',
    async (signal) => {
      await createLibrary(3_000);
      const child = spawn(process.execPath, [MAIN, 'move', '--from', from, '--to', to]);
      const closed = once(child, 'close');
      let printed = '';
      child.stderr.on('data', (chunk) => (printed += String(chunk)));
      const began = () => existsSync(join(to, 'memory.sqlite3')) || undefined;
      await pollUntil('the target', began, 60_000);

      child.kill(signal);

      expect(await closed).toEqual([1, null]);
      expect(printed).toContain('Run the same command again to continue.');
    },
  );

  it('leaves a library that no service opens until it has ended', async () => {
    await createLibrary(1);
    const db = await openLibrary(join(from, 'memory.sqlite3'), new Date().toISOString());
    await db.run('INSERT INTO schema_versions (version, migrated_at) VALUES (?, ?)', [
      HALF_MOVED,
      'a',
    ]);
    await db.close();

    expect(await executeCommand(['memory', 'list', '--data', from], {})).toEqual({
      exitCode: 1,
      error:
        'This library is incomplete: the move to it was interrupted. Run the same move again to continue.',
    });
    await expect(startService(from)).rejects.toThrow('This library is incomplete');
  });

  it('is refused while a service has the data folder open', async () => {
    const service = await open(from);

    expect(await move(from, to)).toEqual({
      exitCode: 1,
      error: `${from} is in use. Stop the service or the other move, and try again.`,
    });
    await service.close();
  });

  it('creates nothing if there is no library', async () => {
    expect(await move(from, to)).toEqual({
      exitCode: 1,
      error: `There is no library in ${from}.`,
    });
    expect([from, to].filter(existsSync)).toEqual([]);
  });

  it.each([
    [['--from', '/a'], 'needs --from and --to'],
    [['--from', '/a', '--to', '/a/'], 'the same place'],
    [['--from', '/a', '--to', '/b', '--data', '/c'], '--data'],
  ])('exits with 2 for %j', async (args, message) => {
    expect(await executeCommand(['move', ...args], {})).toEqual({
      exitCode: 2,
      error: expect.stringContaining(message),
    });
  });

  it('exits with 2 for an address that isn’t one, without its password', async () => {
    const moved = await executeCommand(
      ['move', '--from', 'Postgres://k:se/cret@db', '--to', '/b'],
      {},
    );

    expect(moved).toMatchObject({ exitCode: 2, error: expect.stringContaining('must look like') });
    expect(moved).not.toMatchObject({ error: expect.stringContaining('cret') });
  });
});

describe('eachSecond', () => {
  it('reports at most once a second, and not in the first second', () => {
    let time = 0;
    const lines: string[] = [];
    const report = eachSecond((line) => lines.push(line), { now: () => time });

    for (const [at, done] of [
      [999, 1],
      [1_000, 1_200],
      [1_500, 1_300],
      [2_000, 1_400],
    ] as const) {
      time = at;
      report({ step: 'copying', done, total: 12_000 });
    }

    expect(lines).toEqual(['Copied 1,200 of 12,000 rows.', 'Copied 1,400 of 12,000 rows.']);
  });
});
