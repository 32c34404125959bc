import { describe, expect, it } from 'vitest';
import { createRestClient } from '../memory-client/rest.ts';
import { createManualTime } from '../memory-client/testing/manual-time.ts';
import { type KeyTrial, tryKey } from './keys.ts';

const baseUrl = 'https://memory.example';
const good: KeyTrial = { baseUrl, secret: 'pms_secret_0001' };
const memories = { containers: [{ id: 'm1', name: 'Reading', description: 'Mine' }] };
const html = (status: number) =>
  new Response('<!doctype html><title>Hello</title>', {
    status,
    headers: { 'Content-Type': 'text/html' },
  });

function createWorld(answer: (request: Request) => Response | Promise<Response>) {
  const requests: Request[] = [];
  const asked: string[] = [];
  const ports = {
    isGranted: async (origin: string) => {
      asked.push(origin);
      return origin !== 'https://not-allowed.example';
    },
    openTrial: ({ baseUrl: address, secret }: KeyTrial) =>
      createRestClient({
        baseUrl: address,
        credential: async () => secret,
        fetch: async (request) => {
          requests.push(request);
          return answer(request);
        },
        sleep: createManualTime((ms) => ms < 90_000).sleep,
        random: () => 0,
      }),
  };
  return { ports, requests, asked };
}

describe('tryKey', () => {
  it('lists the Memories of a key that works, with one request', async () => {
    const { ports, requests } = createWorld(() => Response.json(memories));

    expect(await tryKey(good, ports)).toEqual({
      ok: true,
      value: [{ id: 'm1', name: 'Reading' }],
    });
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET https://memory.example/v1/containers',
    ]);
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer pms_secret_0001');
  });

  it.each<[string, Partial<KeyTrial>]>([
    ['bad-address', { baseUrl: 'not an address' }],
    ['bad-address', { baseUrl: 'ftp://memory.example' }],
    ['bad-address', { baseUrl: 'https://user:word@memory.example' }],
    ['insecure-address', { baseUrl: 'http://memory.example' }],
    ['insecure-address', { baseUrl: 'http://192.168.1.5' }],
    ['bad-key', { secret: '' }],
    ['bad-key', { secret: 'two words' }],
    ['bad-key', { secret: 'pms_ключ' }],
    ['not-permitted', { baseUrl: 'https://not-allowed.example' }],
  ])('fails with %s and sends nothing for %o', async (outcome, changes) => {
    const { ports, requests } = createWorld(() => Response.json(memories));

    expect(await tryKey({ ...good, ...changes }, ports)).toMatchObject({ error: { outcome } });
    expect(requests).toEqual([]);
  });

  it.each<[string, () => Response]>([
    ['refused', () => Response.json({ code: 'unauthorized', trace_id: 't-9' }, { status: 403 })],
    ['refused', () => Response.json({}, { status: 401 })],
    ['refused', () => html(403)],
    ['not-this-service', () => html(200)],
    ['not-this-service', () => html(404)],
    ['not-this-service', () => Response.json({ error: 'No such path' }, { status: 404 })],
    ['not-this-service', () => Response.json({ items: [] })],
    ['not-this-service', () => new Response(null, { status: 204 })],
    ['not-this-service', () => Response.redirect('https://elsewhere.example/', 302)],
    ['not-this-service', () => Response.json({}, { status: 422 })],
    ['not-this-service', () => Response.json({}, { status: 418 })],
    ['service-trouble', () => Response.json({}, { status: 503 })],
    ['service-trouble', () => Response.json({}, { status: 429 })],
    ['service-trouble', () => Response.json({ code: 'rate_limited' }, { status: 429 })],
    [
      'service-trouble',
      () => Response.json({ details: { max_turns_per_day: 5 } }, { status: 429 }),
    ],
    ['service-trouble', () => Response.json({}, { status: 409 })],
    ['timeout', () => new Response('', { status: 408 })],
    [
      'unreachable',
      () => {
        throw new TypeError('Failed to fetch');
      },
    ],
  ])('fails with %s (%#)', async (outcome, answer) => {
    const { ports } = createWorld(answer);

    expect(await tryKey(good, ports)).toMatchObject({ ok: false, error: { outcome } });
  });

  it('returns the trace id of a rejection after one request', async () => {
    const { ports, requests } = createWorld(() =>
      Response.json({ code: 'unauthorized', message: 'No.', trace_id: 't-9' }, { status: 403 }),
    );

    expect(await tryKey(good, ports)).toMatchObject({
      error: { outcome: 'refused', error: { traceId: 't-9', status: 403, message: 'No.' } },
    });
    expect(requests).toHaveLength(1);
  });

  it('returns the status of another kind of service', async () => {
    const { ports } = createWorld(() => html(404));

    expect(await tryKey(good, ports)).toMatchObject({
      error: { outcome: 'not-this-service', status: 404 },
    });
  });

  it.each(['http://localhost:8787', 'http://127.0.0.1:8787/memory', 'http://[::1]'])(
    'accepts plain HTTP on this device: %s',
    async (address) => {
      const { ports, asked } = createWorld(() => Response.json(memories));

      expect(await tryKey({ ...good, baseUrl: address }, ports)).toMatchObject({ ok: true });
      expect(asked).toEqual([new URL(address).origin]);
    },
  );
});
