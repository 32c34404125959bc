import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir, homedir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startService, type ServiceProcess } from './testing/start-process.ts';
import { executeCommand, isCommand, readCommand } from './commands.ts';

const MAIN = join(import.meta.dirname, './main.ts');
let data: string;
let service: ServiceProcess | null;

async function open(isRunning: boolean, flags: readonly string[] = []): Promise<void> {
  data = await mkdtemp(join(tmpdir(), 'keepsake-commands-'));
  service = isRunning ? await startService(data, flags) : null;
}

async function close(): Promise<void> {
  await service?.end('SIGTERM');
  await rm(data, { recursive: true, force: true });
}

interface Exited {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command the way a script does. */
function run(...args: string[]): Promise<Exited> {
  const child = spawn(process.execPath, [MAIN, ...args, '--data', data], { stdio: 'pipe' });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

/** Returns the event of a log line, and the account it names. */
function eventIn(line: string): unknown {
  return line.startsWith('{')
    ? z.parse(z.object({ event: z.string(), account: z.optional(z.string()) }), JSON.parse(line))
    : null;
}

async function runWell(...args: string[]): Promise<string> {
  const { code, output, errors } = await run(...args);
  expect({ code, errors }).toEqual({ code: 0, errors: '' });
  return output.trimEnd();
}

async function ask(key: string, path: string): Promise<{ status: number; body: unknown }> {
  const response = await fetch((service?.url ?? '') + path, {
    headers: { authorization: `Bearer ${key}` },
  });
  return { status: response.status, body: await response.json() };
}

describe.each([
  { where: 'before the service runs', isRunning: false },
  { where: 'while the service runs', isRunning: true },
])('a command $where', ({ isRunning }) => {
  // The tests share a running service, since starting one takes a second.
  const [before, after] = isRunning ? [beforeAll, afterAll] : [beforeEach, afterEach];
  before(() => open(isRunning, ['--log-level', 'off']));
  after(close);

  it('creates Memories, and a key that reaches only the ones it names', async () => {
    const memory = await runWell('memory', 'create', 'Birds', '--description', 'At the lake');
    const both = await runWell('memory', 'create', 'Ferries, and boats');
    await runWell('memory', 'create', 'Taxes');
    const reach = ['--memories', 'Birds', '--memories', 'Ferries, and boats'];
    const key = await runWell('key', 'create', '--name', 'Reader', '--level', 'read', ...reach);
    service ??= await startService(data);

    expect(key).toMatch(/^keepsake_[\w-]{43}$/);
    expect(await ask(key, '/v1/containers')).toMatchObject({
      status: 200,
      body: {
        containers: [
          { id: memory, name: 'Birds', description: 'At the lake' },
          { id: both, name: 'Ferries, and boats' },
        ],
      },
    });
    expect(await ask(key, '/v1/profile')).toMatchObject({ status: 403 });
  });

  it('revokes a key by its name, its id and the key itself', async () => {
    const make = (name: string) =>
      runWell('key', 'create', '--name', name, '--level', 'full', '--profile');
    const keys = [await make('By name'), await make('By id'), await make('By key')];
    const listed = (await runWell('key', 'list')).split('\n').map((line) => line.split('\t'));
    const id = listed.find(([, , , name]) => name === 'By id')?.[0] ?? '';

    await runWell('key', 'revoke', 'By name');
    await runWell('key', 'revoke', id);
    await runWell('key', 'revoke', keys[2] ?? '');
    service ??= await startService(data);

    const made = listed.filter(([, , , name]) => name?.startsWith('By '));
    expect(made.map(([, , level]) => level)).toEqual(['full', 'full', 'full']);
    for (const key of keys) expect(await ask(key, '/v1/profile')).toMatchObject({ status: 403 });
  });

  it('exports an account to a new file that only its user can read, or to standard output', async () => {
    await runWell('memory', 'create', 'Exported');
    const file = join(data, 'export.jsonl');

    expect((await run('account', 'export', 'You', '--to', file)).code).toBe(0);

    const lines = (await readFile(file, 'utf8')).trimEnd().split('\n');
    expect(lines[0]).toContain('keepsake-export');
    expect(lines).toContainEqual(expect.stringContaining('"Exported"'));
    expect(JSON.parse(lines.at(-1) ?? '')).toEqual({ type: 'end', lines: lines.length - 1 });
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect((await run('account', 'export', 'You')).output.trimEnd()).toBe(lines.join('\n'));
    expect(await run('account', 'export', 'You', '--to', file)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('already exists'),
    });
    expect((await readFile(file, 'utf8')).trimEnd().split('\n')).toEqual(lines);
  });

  it('logs the export of an account', async () => {
    const account = (await runWell('account', 'list')).split('\t')[0];

    const { errors } = await run('account', 'export', 'You');

    const log = isRunning ? (service?.output() ?? '') : errors;
    expect(log.split('\n').map(eventIn)).toContainEqual({ event: 'account.exported', account });
  });

  it.each([
    { args: ['update-now', 'nothing'], names: 'document' },
    { args: ['account', 'export', 'nobody'], names: '"nobody"' },
    { args: ['key', 'revoke', 'nothing'], names: 'key' },
    {
      args: ['key', 'create', '--name', 'N', '--level', 'read', '--memories', 'Nowhere'],
      names: '"Nowhere"',
    },
    { args: ['memory', 'create', ' '], names: '"name"' },
  ])('exits with 1 for $args and names what is wrong', async ({ args, names }) => {
    const { code, output, errors } = await run(...args);

    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(names);
  });
});

describe('sign-in-link', () => {
  beforeEach(() => open(false));
  afterEach(close);

  it('prints a link to the owner app of the running service', async () => {
    service = await startService(data);

    const link = await runWell('sign-in-link');

    expect(link).toContain(`${service?.url}/app/sign-in?token=`);
    expect((await fetch(link)).status).toBe(200);
  });

  it('fails if the service isn’t running', async () => {
    expect(await run('sign-in-link')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('npm run service'),
    });
  });
});

describe('account', () => {
  beforeEach(() => open(false));
  afterEach(close);

  it('creates accounts that can sign in, and deletes them by name or id', async () => {
    service = await startService(data);
    const links = [
      await runWell('account', 'create', 'Ann'),
      await runWell('account', 'create', 'Ben'),
    ];
    for (const link of links) expect((await fetch(link)).status).toBe(200);
    const names = async () =>
      (await runWell('account', 'list')).split('\n').map((line) => line.split('\t')[2]);
    expect(await names()).toEqual(['You', 'Ann', 'Ben']);
    const id = (await runWell('account', 'list')).split('\n')[2]?.split('\t')[0] ?? '';

    await runWell('account', 'delete', 'Ann', '--yes');
    await runWell('account', 'delete', id, '--yes');

    expect(await names()).toEqual(['You']);
  });

  it('are suspended and resumed by name or id', async () => {
    service = await startService(data);
    await runWell('account', 'create', 'Ann');
    const ann = async () => (await runWell('account', 'list')).split('\n')[1]?.split('\t') ?? [];
    const [id = ''] = await ann();

    expect(await runWell('account', 'suspend', 'Ann')).toBe('Account "Ann" suspended.');
    expect((await ann()).slice(2)).toEqual(['Ann', 'suspended']);
    expect(await runWell('account', 'resume', id)).toBe('Account "Ann" resumed.');
    expect((await ann()).slice(2)).toEqual(['Ann']);
    expect(await run('account', 'suspend', 'You')).toMatchObject({
      code: 1,
      errors: expect.stringContaining('runs the service'),
    });
  });

  it('get a quota, and lose it', async () => {
    service = await startService(data);
    await runWell('account', 'create', 'Ann');
    const quota = (...limits: string[]) => runWell('account', 'quota', 'Ann', ...limits);

    expect(await quota('--documents', '10', '--bytes', '1000')).toBe(
      'documents\t0\t10\nbytes\t0\t1000\nturns today\t0\tnone',
    );
    await quota('--documents', 'none', '--turns', '5');
    expect(await quota()).toBe('documents\t0\tnone\nbytes\t0\t1000\nturns today\t0\t5');
    expect(await run('account', 'quota', 'Ann', '--bytes', 'much')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('none'),
    });
  });

  it('list their usage beside their quota', async () => {
    service = await startService(data);
    const headers = { authorization: `Bearer ${service.ownerToken}` };
    const send = (path: string, body: object) =>
      fetch(`${service?.url}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    await runWell('memory', 'create', 'Birds');
    await runWell('account', 'quota', 'You', '--turns', '5');
    await send('/v1/documents', { content: 'A heron waits.' });
    for (const message of ['heron', 'ferry']) await send('/v1/ask', { message });

    expect(await runWell('account', 'quota', 'You')).toBe(
      'documents\t1\tnone\nbytes\t14\tnone\nturns today\t2\t5',
    );
  });

  it('never deletes the operator’s account, an unknown one, or without --yes', async () => {
    const failed = { code: 1, output: '' };
    expect(await run('account', 'delete', 'You', '--yes')).toMatchObject({
      ...failed,
      errors: expect.stringContaining('runs the service'),
    });
    expect(await run('account', 'delete', 'Ann', '--yes')).toMatchObject({
      ...failed,
      errors: expect.stringContaining('"Ann"'),
    });
    expect(await run('account', 'delete', 'You')).toMatchObject({
      code: 2,
      errors: expect.stringContaining('--yes'),
    });
  });
});

describe('update-now', () => {
  beforeEach(() => open(true));
  afterEach(close);

  it('queues the document again', async () => {
    const memory = await runWell('memory', 'create', 'Birds');
    const key = await runWell('key', 'create', '--name', 'Writer', '--level', 'write');
    const added = await fetch(`${service?.url}/v1/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify({ container: memory, content: 'A heron waits.' }),
    });
    const { path, document_id } = z.parse(
      z.object({ path: z.string(), document_id: z.string() }),
      await added.json(),
    );
    await waitUntilLearned(key, path);

    await runWell('update-now', document_id);

    await waitUntilLearned(key, path);
    const asked = '"route":"/owner/documents/:id/update-now","status":202';
    expect(service?.output()).toContain(asked);
  });
});

async function waitUntilLearned(key: string, path: string): Promise<void> {
  await expect
    .poll(() => ask(key, path))
    .toMatchObject({ body: { learned: true, learning_run: { status: 'succeeded' } } });
}

describe('readCommand', () => {
  const noDownload = async () => [];

  /** Returns the request that a command sends to create a key. */
  async function keyAskedFor(args: readonly string[]): Promise<unknown> {
    const read = readCommand(args, {});
    if (!read.ok) throw new Error(read.error);
    const bodies: unknown[] = [];
    await read.value
      .command(async (method, path, body) => {
        const containers = ['A, B', 'C'].map((name) => ({ id: `id of ${name}`, name }));
        if (method === 'GET' && path === '/v1/containers') return { containers };
        bodies.push({ method, path, body });
        throw new Error('refused');
      }, noDownload)
      .catch(() => undefined);
    return bodies;
  }

  it('reads every option of a key', async () => {
    const args = ['key', 'create', '--name', 'N', '--level', 'write', '--memories', 'A, B'];
    const more = ['--memories', 'C', '--profile', '--agent', '--expires', '2027-12-31'];

    expect(await keyAskedFor([...args, ...more])).toEqual([
      {
        method: 'POST',
        path: '/owner/keys',
        body: {
          name: 'N',
          level: 'write',
          reach: ['id of A, B', 'id of C'],
          profile: true,
          agent: true,
          expires_at: '2027-12-31T23:59:59.999Z',
        },
      },
    ]);
  });

  it('lets a key reach all Memories and nothing else by default', async () => {
    const asked = await keyAskedFor(['key', 'create', '--name', 'N', '--level', 'read']);

    expect(asked).toMatchObject([
      { body: { reach: 'all', profile: false, agent: false, expires_at: null } },
    ]);
  });

  it('takes the data folder from a flag, or else from the home folder', () => {
    expect(readCommand(['memory', 'list', '--data', '/d'], {})).toMatchObject({
      value: { dataFolder: '/d' },
    });
    expect(readCommand(['memory', 'list'], {})).toMatchObject({
      value: { dataFolder: join(homedir(), '.keepsake') },
    });
  });

  it('takes the data folder from the environment if no flag names one', () => {
    const environment = { KEEPSAKE_DATA: '/from/environment' };

    expect(readCommand(['memory', 'list'], environment)).toMatchObject({
      value: { dataFolder: '/from/environment' },
    });
  });

  it.each([
    [['memory'], /^[^\n]*"memory"/],
    [['memory', 'create'], /^memory create /],
    [['memory', 'create', 'A', 'B'], /^memory create /],
    [['memory', 'list', 'A'], /^memory list /],
    [['memory', 'create', 'A', '--level', 'read'], /^memory create .*--level/],
    [['key', 'create', '--level', 'read'], /^key create .*--name/],
    [['key', 'create', '--name', 'N'], /^key create .*--level/],
    [['key', 'create', '--name', 'N', '--level', 'owner'], /^key create .*--level/],
    [['key', 'create', '--name', 'N', '--level', 'read', '--expires', 'soon'], /^--expires /],
    [
      ['key', 'create', '--name', 'N', '--level', 'read', '--expires', '12000-01-01'],
      /^--expires /,
    ],
    [
      ['key', 'create', '--name', 'N', '--level', 'read', '--expires', '+012000-01-01T00:00:00Z'],
      /^--expires /,
    ],
    [['update-now', '--nonsense', 'A'], /--nonsense/],
  ])('rejects %j with %s', (args, message) => {
    expect(readCommand(args, {})).toEqual({ ok: false, error: expect.stringMatching(message) });
  });
});

describe('a password', () => {
  const address = 'postgres://keepsake:secret@db.example/library';

  it.each([
    [[address]],
    [['memory', 'list', address]],
    [['memory', 'create', '--nonsense', address]],
    [['memory', 'list', '--database', `${address} `.replace('postgres', 'mysql')]],
    [['move', '--from', '/data', address]],
    [['move', '--from', address, '--to']],
    [['move', '--from', address, '--to', '--nonsense']],
    [['move', '--from', address]],
    [['move', '--from', address, '--to', address]],
  ])('isn’t printed for %j', async (args) => {
    const result = await executeCommand(args, {});

    expect(result).toMatchObject({ exitCode: 2 });
    expect(JSON.stringify(result)).not.toContain('secret');
  });
});

describe('isCommand', () => {
  it('distinguishes a command from server flags', () => {
    expect(isCommand(['memory', 'list'])).toBe(true);
    expect(isCommand(['--port', '1'])).toBe(false);
    expect(isCommand([])).toBe(false);
  });
});
