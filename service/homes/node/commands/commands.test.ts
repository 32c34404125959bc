import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { startService, type ServiceProcess } from '../testing/start-process.ts';

const MAIN = join(import.meta.dirname, '../main.ts');
let data: string;
let service: ServiceProcess | null;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-commands-'));
  service = null;
});
afterEach(async () => {
  await service?.end('SIGTERM');
  await rm(data, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command as a script does. */
function run(...args: string[]): Promise<Ended> {
  const child = spawn(process.execPath, [MAIN, ...args, '--data', data], { stdio: 'pipe' });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
  return new Promise((resolve) => {
    child.once('close', (code) => resolve({ code, output, errors }));
  });
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
])('a command $where', { timeout: 30_000 }, ({ isRunning }) => {
  beforeEach(async () => {
    if (isRunning) service = await startService(data);
  });

  it('makes Memories, and a key that reaches those named and no other', async () => {
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

  it('revokes a key by what it is called, by its id and by the key itself', async () => {
    const make = (name: string) =>
      runWell('key', 'create', '--name', name, '--level', 'full', '--profile');
    const keys = [await make('By name'), await make('By id'), await make('By key')];
    const listed = (await runWell('key', 'list')).split('\n').map((line) => line.split('\t'));
    const id = listed.find(([, , , name]) => name === 'By id')?.[0] ?? '';

    await runWell('key', 'revoke', 'By name');
    await runWell('key', 'revoke', id);
    await runWell('key', 'revoke', keys[2] ?? '');
    service ??= await startService(data);

    expect(listed.map(([, , level]) => level)).toEqual(['full', 'full', 'full']);
    for (const key of keys) expect(await ask(key, '/v1/profile')).toMatchObject({ status: 403 });
  });

  it.each([
    { args: ['update-now', 'nothing'], sentence: 'There is no document of this id.' },
    { args: ['key', 'revoke', 'nothing'], sentence: 'There is no such key' },
    {
      args: ['key', 'create', '--name', 'N', '--level', 'read', '--memories', 'Nowhere'],
      sentence: 'There is no Memory "Nowhere".',
    },
    { args: ['memory', 'create', ' '], sentence: '"name"' },
  ])('says what is wrong with $args', async ({ args, sentence }) => {
    const { code, output, errors } = await run(...args);

    expect({ code, output }).toEqual({ code: 1, output: '' });
    expect(errors).toContain(sentence);
  });
});

describe('sign-in-link', { timeout: 30_000 }, () => {
  it('gives a link to the app of the service that runs', async () => {
    service = await startService(data);

    const link = await runWell('sign-in-link');

    expect(link).toContain(`${service.url}/app/sign-in?token=`);
    expect((await fetch(link)).status).toBe(200);
  });

  it('says that no service runs', async () => {
    expect(await run('sign-in-link')).toMatchObject({
      code: 1,
      output: '',
      errors: expect.stringContaining('not running'),
    });
  });
});

describe('update-now', { timeout: 30_000 }, () => {
  it('begins the learning of a document anew', async () => {
    service = await startService(data);
    const memory = await runWell('memory', 'create', 'Birds');
    const key = await runWell('key', 'create', '--name', 'Writer', '--level', 'write');
    const added = await fetch(`${service.url}/v1/documents`, {
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
    expect(service.output()).toContain(asked);
  });
});

async function waitUntilLearned(key: string, path: string): Promise<void> {
  await expect
    .poll(() => ask(key, path))
    .toMatchObject({ body: { learned: true, learning_run: { status: 'succeeded' } } });
}
