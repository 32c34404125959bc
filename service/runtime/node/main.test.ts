import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startService } from './testing/start-process.ts';

let data: string;

beforeEach(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-main-'));
});
afterEach(() => rm(data, { recursive: true, force: true }));

describe('npm run service', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('stops gracefully on %s', async (signal) => {
    const service = await startService(data);

    expect(await service.end(signal)).toBe(0);
    expect(service.output()).toContain('"event":"service.stopped"');
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

  it('refuses a folder that another process has open', async () => {
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

  it('exits with 2 for an unknown flag', async () => {
    await expect(startService(data, ['--nonsense'])).rejects.toThrow('exited with 2');
  });
});
