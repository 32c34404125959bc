import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openNodeDatabase } from '../../storage/sqlite/node.ts';
import { executeCommand } from './commands.ts';
import { freePort } from '../../../tests/fixtures/free-port.ts';
import { asSuperuser } from '../../../tests/fixtures/postgres-server.ts';
import { startTcpProxy } from '../../../tests/fixtures/tcp-proxy.ts';
import { emptyPostgres, hasServer } from '../../../tests/fixtures/storage-engines.ts';
import { startService } from './testing/start-process.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-main-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

/** Returns the content of the database and the files next to it. */
async function filesIn(folder: string): Promise<Map<string, string>> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('memory')).toSorted();
  const contents = names.map((name) => readFile(join(folder, name), 'latin1'));
  const read = await Promise.all(contents);
  return new Map(names.map((name, index) => [name, read[index] ?? '']));
}

function command(...args: string[]) {
  return executeCommand([...args, '--data', data], {});
}

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops gracefully on %s', async (signal) => {
    const service = await startService(data);

    expect(await service.end(signal)).toBe(0);
    expect(service.output()).toContain('"event":"service.stopped"');
  });

  it('reports that it’s stopping, and still answers, while it drains', async () => {
    const service = await startService(data, ['--drain', '15']);
    const ended = service.end('SIGTERM');
    const readiness = async () => (await fetch(`${service.url}/readyz`)).status;
    await expect.poll(readiness).toBe(503);

    const headers = { authorization: `Bearer ${service.ownerToken}` };
    expect((await fetch(`${service.url}/v1/containers`, { headers })).status).toBe(200);
    expect((await fetch(`${service.url}/healthz`)).status).toBe(200);

    expect(await ended).toBe(0);
  });

  it('serves metrics on a port of their own if asked to, without content', async () => {
    const port = await freePort();
    const service = await startService(data, ['--metrics', `127.0.0.1:${port}`]);
    const headers = { authorization: `Bearer ${service.ownerToken}` };
    const send = (path: string, body: object) =>
      fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await send('/owner/containers', { name: 'Plover' });
    await send('/v1/documents', { content: 'A dunlin at dusk.', title: 'Knot' });
    await send('/v1/search', { q: 'dunlin' });
    await fetch(`${service.url}/v1/documents/curlew`, { headers });
    const read = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();

    await expect.poll(read).toMatch(/^keepsake_learning_runs_total 1$/m);
    const text = await read();
    const requests = /^keepsake_request_duration_seconds_count\{(.*)\} 1$/gm;
    const labels = Array.from(text.matchAll(requests), ([, each]) => each);
    expect(labels).toContain('method="POST",route="/v1/search",status="200"');
    expect(labels).toContain('method="GET",route="/v1/documents/:id",status="404"');
    expect(text).toMatch(/^process_resident_memory_bytes \d+/m);
    expect(text).not.toMatch(/plover|dunlin|knot|curlew/i);
    expect((await fetch(`${service.url}/metrics`)).status).toBe(404);
    await service.end('SIGTERM');
  });

  it('serves metrics to a host name only if it’s allowed, but to any IP address', async () => {
    const port = await freePort();
    const flags = ['--metrics', `127.0.0.1:${port}`, '--allow-host', 'memory.example'];
    const service = await startService(data, flags);
    const statusFor = async (host: string) => {
      const sent = get({ port, path: '/metrics', headers: { host } });
      const [response]: IncomingMessage[] = await once(sent, 'response');
      response?.resume();
      return response?.statusCode;
    };

    for (const host of [`127.0.0.1:${port}`, 'localhost', '10.0.0.5:9464', '[fd00::5]:9464'])
      expect(await statusFor(host)).toBe(200);
    expect(await statusFor('memory.example:9464')).toBe(200);
    for (const host of ['rebound.example', '10.0.0.5.rebound.example:9464'])
      expect(await statusFor(host)).toBe(421);
    await service.end('SIGTERM');
  });

  it('logs account exports even with --log-level off, and while serving metrics', async () => {
    const flags = ['--metrics', `127.0.0.1:${await freePort()}`, '--log-level', 'off'];
    const service = await startService(data, flags);
    const headers = { authorization: `Bearer ${service.ownerToken}` };
    const listed = await (await fetch(`${service.url}/owner/accounts`, { headers })).json();
    const { accounts } = z.parse(
      z.object({ accounts: z.array(z.object({ id: z.string() })) }),
      listed,
    );
    const id = accounts[0]?.id ?? '';

    await (await fetch(`${service.url}/owner/accounts/${id}/export`, { headers })).text();

    await service.end('SIGTERM');
    const logged = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'))
      .map((line): unknown => JSON.parse(line));
    expect(logged).toEqual([
      { time: expect.any(String), level: 'audit', event: 'account.exported', account: id },
    ]);
  });

  it('takes a second signal to stop at once', async () => {
    const service = await startService(data, ['--drain', '300']);
    const ended = service.end('SIGTERM');
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);

    expect(await service.end('SIGTERM')).not.toBe(0);
    await ended;
  });

  it('prints its address before it logs anything', async () => {
    const service = await startService(data);
    await service.end('SIGTERM');

    const [first] = service.output().split('\n');
    expect(first).toBe(`Personal Memory Service: ${service.url}`);
    expect(service.output()).toContain('"route":"/owner/sign-in-links"');
  });

  it('logs events as JSON without keys, queries or content', async () => {
    const service = await startService(data);
    const headers = { authorization: `Bearer ${service.ownerToken}` };
    const send = (path: string, body: unknown) =>
      fetch(service.url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    await send('/owner/containers', { name: 'Plover' });
    await send('/v1/documents', { content: 'A dunlin at dusk.', title: 'Knot', custom_id: 'ruff' });
    await send('/v1/search', { q: 'dunlin' });
    await fetch(`${service.url}/v1/documents?cursor=curlew`, { headers });
    await service.end('SIGTERM');

    const lines = service
      .output()
      .split('\n')
      .filter((line) => line.startsWith('{'));
    const events = lines.map((line): unknown => JSON.parse(line));
    expect(events).toContainEqual(
      expect.objectContaining({ level: 'info', event: 'request', status: 202 }),
    );
    expect(service.output()).not.toMatch(/plover|dunlin|knot|ruff|curlew/i);
    expect(service.output()).not.toContain(service.ownerToken);
  });

  it('exits with 1 if another process has the data folder open', async () => {
    const first = await startService(data);

    await expect(startService(data)).rejects.toThrow(`exited with 1: ${data}`);

    await first.end('SIGTERM');
  });

  it('names the port that is already in use before it logs the failure', async () => {
    const first = await startService(data);
    const { port } = new URL(first.url);

    await expect(startService(join(data, 'other'), ['--port', port])).rejects.toThrow(
      new RegExp(`^The service exited with 1: [^{]*${port}`),
    );

    await first.end('SIGTERM');
  });

  it.each([
    [['--address', '203.0.113.1'], '203.0.113.1', '--address'],
    [['--metrics', '203.0.113.1:9464'], '203.0.113.1', '--metrics'],
  ])('names the address that this machine doesn’t have for %j', async (flags, address, flag) => {
    await expect(startService(data, flags)).rejects.toThrow(
      new RegExp(`^The service exited with 1: [^{\n]* ${address}\\.[^{\n]* ${flag}\\.\n`),
    );
  });

  it('names the flag of the port that is already in use', async () => {
    const first = await startService(data);
    const { port } = new URL(first.url);

    await expect(
      startService(join(data, 'other'), ['--metrics', `127.0.0.1:${port}`]),
    ).rejects.toThrow(new RegExp(`^The service exited with 1: [^{]*${port}[^{]* --metrics\\.\n`));

    await first.end('SIGTERM');
  });

  it('names a data folder that can’t be written to', async () => {
    // Not even root can create files there.
    await expect(startService('/proc')).rejects.toThrow(
      /^The service exited with 1: [^{\n]*folder \/proc [^{\n]*\n\{/,
    );
  });

  it.each<[string, (file: string) => Promise<unknown>]>([
    ['empty', (file) => writeFile(file, '')],
    ['filled with zeros', (file) => writeFile(file, new Uint8Array(8192))],
    ['replaced by another file', (file) => writeFile(file, 'Nothing here. '.repeat(1000))],
    [
      'replaced by an empty database',
      async (file) => {
        await rm(file);
        const other = openNodeDatabase(file);
        await other.run('CREATE TABLE other (thing TEXT)');
        await other.close();
      },
    ],
    ['missing beside its write-ahead log', (file) => rename(file, `${file}-wal`)],
  ])('doesn’t start over when the database is %s', async (_name, damage) => {
    expect(await command('memory', 'create', 'Plover')).toMatchObject({ exitCode: 0 });
    const file = join(data, 'memory.sqlite3');
    await damage(file);
    const before = await filesIn(data);

    expect(await command('memory', 'list')).toEqual({
      exitCode: 1,
      error: expect.stringContaining(`${file} `),
    });
    expect(await filesIn(data)).toEqual(before);
  });

  it('exits with 1 and one sentence if the database was emptied', async () => {
    await writeFile(join(data, 'memory.sqlite3'), '');

    await expect(startService(data)).rejects.toThrow(
      /^The service exited with 1: [^{\n]*memory\.sqlite3 [^{\n]*\n\{/,
    );
  });

  it('starts over in a folder where an earlier first start was interrupted', async () => {
    await writeFile(join(data, 'memory.sqlite3.new'), 'Half a database');

    expect(await command('memory', 'create', 'Plover')).toMatchObject({ exitCode: 0 });
  });

  it('starts and reads when nothing can be written', async () => {
    const first = await startService(data);
    const headers = { authorization: `Bearer ${first.ownerToken}` };
    const body = JSON.stringify({ name: 'Plover' });
    await fetch(`${first.url}/owner/containers`, { method: 'POST', headers, body });
    await first.end('SIGTERM');

    // Limits files to 4 KiB, which simulates a full disk.
    const service = await startService(data, [], 'ulimit -f 8');
    const listed = await fetch(`${service.url}/v1/containers`, { headers });
    const refused = await fetch(`${service.url}/owner/containers`, {
      method: 'POST',
      headers,
      body: '{"name":"Knot"}',
    });
    const readiness = await fetch(`${service.url}/readyz`);

    expect(await listed.json()).toMatchObject({ containers: [{ name: 'Plover' }] });
    expect(refused.status).toBe(500);
    expect([readiness.status, await readiness.json()]).toMatchObject([
      503,
      { reads: true, writes: false },
    ]);
    expect(service.output()).toContain('"storage.disk"');
    await service.end('SIGTERM');
  });

  it('takes an operator token, which must differ from the owner token', async () => {
    const token = 'operator'.repeat(4);
    const service = await startService(data, [], `export KEEPSAKE_OPERATOR_TOKEN=${token}`);
    const ask = async (path: string) =>
      (await fetch(service.url + path, { headers: { authorization: `Bearer ${token}` } })).status;

    expect(await ask('/owner/accounts')).toBe(200);
    expect(await ask('/v1/containers')).toBe(403);
    expect(service.output()).not.toContain(token);
    await service.end('SIGTERM');

    const same = `export KEEPSAKE_OPERATOR_TOKEN=${token} KEEPSAKE_OWNER_TOKEN=${token}`;
    await expect(startService(data, [], same)).rejects.toThrow('Choose another one');
  });

  it('exits with 2 for an unknown flag', async () => {
    await expect(startService(data, ['--nonsense'])).rejects.toThrow('exited with 2');
  });
});

describe('npm run service with a database', () => {
  it.skipIf(!hasServer)('keeps the library there, and finds it after a restart', async () => {
    const flags = ['--database', await emptyPostgres()];
    const first = await startService(data, flags);
    const send = (service: typeof first, path: string, body: unknown) =>
      fetch(service.url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${service.ownerToken}`,
          'content-type': 'application/json',
        },
        body: JSON.stringify(body),
      });
    await send(first, '/owner/containers', { name: 'Birds' });
    const saved = await send(first, '/v1/documents', {
      content: 'A dunlin feeds at dusk, when the tide is out.',
      title: 'Waders',
    });
    expect(saved.status).toBe(202);
    const find = async (service: typeof first) =>
      (await send(service, '/v1/search', { q: 'dunlin' })).text();
    await expect.poll(() => find(first)).toContain('A dunlin feeds at dusk');
    expect(await first.end('SIGTERM')).toBe(0);

    const second = await startService(data, flags);

    expect(await find(second)).toContain('A dunlin feeds at dusk');
    expect(await second.end('SIGTERM')).toBe(0);
    expect(await command('memory', 'list', ...flags)).toMatchObject({
      output: expect.stringContaining('Birds'),
    });
    expect((await filesIn(data)).size).toBe(0);
  });

  it.skipIf(!hasServer)('refuses a server that is too old, and creates nothing there', async () => {
    const database = new URL(await emptyPostgres());
    const target = Number(database.port);
    // No old server is available, so a proxy changes the version that the server reports.
    const proxy = await startTcpProxy({
      target: () => target,
      rewrite: (chunk) => {
        const changed = chunk.toString('latin1').replaceAll(/\b1[5-9](?=\d{4}\b|\.\d+ )/g, '14');
        return Buffer.from(changed, 'latin1');
      },
    });
    const proxied = new URL(database);
    proxied.port = String(proxy.port);

    await expect(startService(data, ['--database', proxied.href])).rejects.toThrow(
      /^The service exited with 1: The service stopped: The database server is PostgreSQL 14\.\d+ .* 15 or later\.\n/,
    );
    const tables = `SELECT tablename FROM pg_tables WHERE schemaname = 'public'`;
    expect(await asSuperuser(target, [tables], database.pathname.slice(1))).toEqual([[]]);
    await proxy.close();
  });

  it('says why it can’t be reached', async () => {
    const flags = ['--database', 'postgres://keepsake@127.0.0.1:1/library'];

    await expect(startService(data, flags)).rejects.toThrow(
      'The service stopped: The database server can’t be reached.',
    );
  });
});
