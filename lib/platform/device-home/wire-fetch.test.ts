import { describe, expect, it } from 'vitest';
import type { WireRequest } from '../../contracts/device-wire.ts';
import { createWireFetch, deviceHomeBaseUrl } from './wire-fetch.ts';

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

describe('the fetch of the device home', () => {
  it('carries method, path, query, headers and body there, and the answer back', async () => {
    const { asked, fetch } = createWorld(created);

    const response = await fetch(
      new Request(`${deviceHomeBaseUrl}/v1/documents?a=b%20c`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{"content":"ü"}',
      }),
    );

    expect(asked).toEqual([
      {
        target: 'device-home',
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
    ['nothing', undefined],
    ['another form', { outcome: 'answered' }],
    ['a failure of the worker', { outcome: 'failed', message: 'The worker ended.' }],
  ])('rejects as a network does on %s', async (_name, answer) => {
    const { fetch } = createWorld(answer);

    await expect(fetch(new Request(`${deviceHomeBaseUrl}/v1/containers`))).rejects.toThrow(
      TypeError,
    );
  });

  it('stops waiting when the caller gives up', async () => {
    const controller = new AbortController();
    const fetch = createWireFetch(() => new Promise(() => undefined));
    const { signal } = controller;

    const asked = fetch(new Request(`${deviceHomeBaseUrl}/v1/search`, { signal }));
    controller.abort();

    await expect(asked).rejects.toMatchObject({ name: 'AbortError' });
  });
});
