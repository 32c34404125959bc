import { describe, expect, it } from 'vitest';
import { type WireRequest, wireRequestSchema } from '../contract/device-wire.ts';
import { createFileFetch, createWireFetch, deviceServiceBaseUrl } from './wire-fetch.ts';

function createWorld(answer: unknown) {
  const asked: WireRequest[] = [];
  const fetch = createWireFetch(async (request) => {
    asked.push(request);
    return answer;
  });
  return { asked, fetch };
}

const created = {
  outcome: 'answered',
  status: 202,
  headers: [['content-type', 'application/json']],
  body: '{"status":"queued"}',
};

describe('createWireFetch', () => {
  it('sends method, path, query, headers and body, and returns the response', async () => {
    const { asked, fetch } = createWorld(created);

    const response = await fetch(
      new Request(`${deviceServiceBaseUrl}/v1/documents?a=b%20c`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"content":"ü"}',
      }),
    );

    expect(asked).toEqual([
      {
        target: 'device-service',
        method: 'POST',
        path: '/v1/documents?a=b%20c',
        headers: [['content-type', 'application/json']],
        body: '{"content":"ü"}',
      },
    ]);
    expect(response.status).toBe(202);
    expect(await response.json()).toEqual({ status: 'queued' });
  });

  it.each([
    ['no response', undefined],
    ['a malformed response', { outcome: 'answered' }],
    ['a failed worker', { outcome: 'failed', message: 'The worker ended.' }],
  ])('rejects like a network error on %s', async (_name, answer) => {
    const { fetch } = createWorld(answer);

    await expect(fetch(new Request(`${deviceServiceBaseUrl}/v1/containers`))).rejects.toThrow(
      TypeError,
    );
  });

  it('stops waiting when the caller gives up', async () => {
    const controller = new AbortController();
    const fetch = createWireFetch(() => new Promise(() => undefined));
    const { signal } = controller;

    const asked = fetch(new Request(`${deviceServiceBaseUrl}/v1/search`, { signal }));
    controller.abort();

    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('createFileFetch', () => {
  it('sends the file names and returns the response', async () => {
    const asked: WireRequest[] = [];
    const fetch = createFileFetch(async (request) => {
      asked.push(request);
      return created;
    });

    const response = await fetch({ method: 'POST', path: '/owner/import', bodyFrom: 'f1' });

    expect(asked).toEqual([
      {
        target: 'device-service',
        method: 'POST',
        path: '/owner/import',
        headers: [],
        body: null,
        bodyFrom: 'f1',
      },
    ]);
    expect(await response.json()).toEqual({ status: 'queued' });
  });

  it('rejects if the request failed', async () => {
    const fetch = createFileFetch(async () => ({ outcome: 'failed', message: 'No room.' }));

    await expect(fetch({ method: 'GET', path: '/owner/export', saveAs: 'f1' })).rejects.toThrow(
      'No room.',
    );
  });
});

describe('a transfer file’s name', () => {
  const request = { target: 'device-service', method: 'GET', path: '/', headers: [], body: null };
  const name = '4f8b5f0e-7f0d-4c59-9d3b-0a4dbe1f3b55';

  it.each(['..', '../memory.sqlite3', `${name}/x`, 'a', ''])('is rejected if it is %o', (bad) => {
    expect(wireRequestSchema.safeParse({ ...request, saveAs: bad }).success).toBe(false);
    expect(wireRequestSchema.safeParse({ ...request, bodyFrom: bad }).success).toBe(false);
    expect(wireRequestSchema.safeParse({ ...request, saveAs: name }).success).toBe(true);
  });
});
