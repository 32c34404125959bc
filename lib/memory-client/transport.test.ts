import { describe, expect, it } from 'vitest';
import type { Wait } from './client.ts';
import { clientOf, hang, html, json } from './testing/fake-service.ts';
import { createRestClient, defaultTimeoutMs } from './rest.ts';
import { createManualTime, settle } from './testing/manual-time.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

const nothing = { containers: [] };
const failed = (code: string) => ({ ok: false, error: { code } });

/** Creates a service whose responses the test sends. */
function heldService(options = {}) {
  const held: { path: string; answer: (response: Response) => void }[] = [];
  const service = clientOf(
    (request) =>
      new Promise<Response>((answer) => {
        held.push({ path: new URL(request.url).pathname, answer });
      }),
    options,
  );
  return { ...service, held };
}

describe('retries', () => {
  it.each([408, 409, 429, 500, 502, 503, 504])(
    'makes two more attempts after %i, then gives up',
    async (status) => {
      const { client, requests } = clientOf(() => json({}, status));

      const listed = await client.containers.list();

      expect(listed).toMatchObject({ ok: false, error: { status } });
      expect(requests).toHaveLength(3);
    },
  );

  it.each([400, 401, 402, 403, 404, 405, 410, 413, 422, 451])(
    'does not retry after %i',
    async (status) => {
      const { client, requests } = clientOf(() => json({}, status));

      await client.containers.list();

      expect(requests).toHaveLength(1);
    },
  );

  it('decides by the status, and returns the service’s retryable flag to the caller', async () => {
    const { client, requests } = clientOf(() => json({ retryable: false }, 409));

    const listed = await client.containers.list();

    expect(requests).toHaveLength(3);
    expect(listed).toMatchObject({ ok: false, error: { retryable: false } });
  });

  it('returns the success of a later attempt', async () => {
    const { client } = clientOf((_, nth) => {
      if (nth === 0) throw new TypeError('network');
      return nth === 1 ? html(502) : json(nothing);
    });

    expect(await client.containers.list()).toEqual({ ok: true, value: [] });
  });

  it('backs off exponentially with full jitter', async () => {
    const { client, time } = clientOf(() => json({}, 503));

    await client.containers.list();

    expect(time.asked.filter((ms) => ms !== defaultTimeoutMs)).toEqual([250, 500]);
  });

  it('waits as long as Retry-After asks', async () => {
    const { client, time } = clientOf(() => json({}, 503, { 'Retry-After': '7' }));

    await client.containers.list();

    expect(time.asked.filter((ms) => ms !== defaultTimeoutMs)).toEqual([7_000, 7_000]);
  });

  it('fails as unreachable after three connection errors, without quoting the request', async () => {
    const { client, requests } = clientOf((request) => {
      throw new TypeError(`fetch failed: ${request.headers.get('authorization')}`);
    });

    expect(await client.containers.list()).toEqual({
      ok: false,
      error: {
        code: 'memory.unreachable',
        message: 'The service could not be reached.',
        retryable: true,
      },
    });
    expect(requests).toHaveLength(3);
  });

  it('sends the same body with every attempt', async () => {
    const { client, requests } = clientOf(() => json({}, 500));

    await client.documents.add({ content: 'A page' });

    const bodies = await Promise.all(requests.map((request) => request.text()));
    expect(bodies).toEqual(Array.from({ length: 3 }, () => '{"content":"A page"}'));
  });

  it.each([
    [500, 1],
    [408, 1],
    [409, 3],
    [429, 3],
  ])('retries a note after %i, with %i requests in all', async (status, times) => {
    const { client, requests } = clientOf(() => json({}, status));

    expect(await client.memories.add({ content: 'A note' })).toMatchObject({ ok: false });

    expect(requests).toHaveLength(times);
  });

  it.each([408, 409, 500, 502, 503, 504])(
    'sends a question once if the status is %i, because it might have used an agent turn',
    async (status) => {
      const { client, requests } = clientOf(() => json({}, status));

      expect(await client.ask({ message: 'x' })).toMatchObject({ ok: false, error: { status } });

      expect(requests).toHaveLength(1);
    },
  );

  it('sends a question once if the connection breaks', async () => {
    const { client, requests } = clientOf(() => {
      throw new TypeError('network');
    });

    expect(await client.ask({ message: 'x' })).toMatchObject(failed('memory.unreachable'));

    expect(requests).toHaveLength(1);
  });

  it('retries a question after 429, which uses no agent turn', async () => {
    const { client, requests } = clientOf((_, nth) =>
      nth === 0 ? json({ code: 'turns_exhausted' }, 429) : json({ answer: 'In Bern.' }),
    );

    expect(await client.ask({ message: 'x' })).toMatchObject({ ok: true });

    expect(requests).toHaveLength(2);
  });

  it('requests the credential before every attempt', async () => {
    const keys = ['first', 'second', null];
    const { client, requests } = clientOf(() => json({}, 500), {
      credential: () => Promise.resolve(keys.shift() ?? null),
    });

    await client.containers.list();

    expect(requests.map((request) => request.headers.get('authorization'))).toEqual([
      'Bearer first',
      'Bearer second',
      null,
    ]);
  });

  it('ends immediately when the signal aborts between two attempts', async () => {
    const time = createManualTime();
    const controller = new AbortController();
    const { client, requests } = clientOf(() => json({}, 500), { sleep: time.sleep });
    const listing = client.containers.list({ signal: controller.signal });
    await settle();
    expect(time.asked).toContain(250);

    controller.abort();

    expect(await listing).toMatchObject(failed('memory.aborted'));
    expect(requests).toHaveLength(1);
    expect(time.running()).toBe(0);
  });
});

describe('the timeout of an attempt', () => {
  it('is 90 seconds for each of three attempts', async () => {
    const { client, requests, time } = clientOf(hang);
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) await time.pass(90_000);

    expect(await listing).toMatchObject(failed('memory.timeout'));
    expect(requests).toHaveLength(3);
    expect(requests.every((request) => request.signal.aborted)).toBe(true);
    expect(time.running()).toBe(0);
  });

  it('applies even if fetch ignores the signal', async () => {
    const { client, time } = clientOf(() => new Promise<Response>(() => undefined));
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) await time.pass(90_000);

    expect(await listing).toMatchObject(failed('memory.timeout'));
  });

  it('covers a body that never ends, and cancels it', async () => {
    let cancelled = 0;
    const { client, time } = clientOf(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => controller.enqueue(new TextEncoder().encode('{"contai')),
            cancel: () => {
              cancelled += 1;
            },
          }),
        ),
    );
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) await time.pass(90_000);

    expect(await listing).toMatchObject(failed('memory.timeout'));
    await expect.poll(() => cancelled).toBe(3);
  });

  it('covers a credential that never arrives', async () => {
    const { client, requests, time } = clientOf(() => json(nothing), {
      credential: () => new Promise(() => undefined),
    });
    const listing = client.containers.list();

    for (let nth = 0; nth < 3; nth += 1) await time.pass(90_000);

    expect(await listing).toMatchObject(failed('memory.timeout'));
    expect(requests).toHaveLength(0);
  });

  it('does not hide an error status whose body never arrives', async () => {
    const { client, requests, time } = clientOf(
      () => new Response(new ReadableStream({}), { status: 403 }),
    );
    const listing = client.containers.list();

    await time.pass(90_000);

    expect(await listing).toMatchObject({
      ok: false,
      error: { code: 'memory.unauthorized', status: 403 },
    });
    expect(requests).toHaveLength(1);
  });

  it.each(['search', 'ask'] as const)(
    'ends a %s call at once, because a person is waiting for it',
    async (operation) => {
      const { client, requests, time } = clientOf(hang);
      const call =
        operation === 'search' ? client.search({ q: 'x' }) : client.ask({ message: 'x' });

      await time.pass(90_000);

      expect(await call).toMatchObject(failed('memory.timeout'));
      expect(requests).toHaveLength(1);
    },
  );

  it('differs from a 408, after which a search is retried', async () => {
    const { client, requests } = clientOf(() => json({}, 408));

    expect(await client.search({ q: 'x' })).toMatchObject(failed('memory.timeout'));
    expect(requests).toHaveLength(3);
  });

  it('can be set', async () => {
    const { client, time } = clientOf(hang, { timeoutMs: 1_234 });
    void client.containers.list();
    await settle();

    expect(time.asked[0]).toBe(1_234);
  });
});

describe('agent turns', () => {
  it('run two at a time; the third is sent after a response', async () => {
    const { client, held } = heldService();
    void client.ask({ message: '1' });
    void client.memories.add({ content: '2', static: true });
    void client.memories.forget({ id: '3', container: 'c', confirm: true });
    await settle();
    expect(held.map(({ path }) => path)).toEqual(['/v1/ask', '/v1/memories']);

    held[1]?.answer(json({ memory_id: 'm2' }));
    await settle();

    expect(held).toHaveLength(3);
    expect(held[2]?.path).toBe('/v1/memories/3');
  });

  it('do not delay other requests', async () => {
    const { client, held } = heldService();
    void client.ask({ message: '1' });
    void client.ask({ message: '2' });

    void client.search({ q: 'x' });
    void client.memories.add({ content: 'a note' });
    void client.memories.forget({ id: 'm', container: 'c' });
    void client.documents.delete({ id: 'd', confirm: true });
    await settle();

    expect(held).toHaveLength(6);
  });

  it('are released when a call fails', async () => {
    const { client } = clientOf(() => json({}, 400));

    for (let nth = 0; nth < 5; nth += 1) {
      expect(await client.ask({ message: 'x' })).toMatchObject(failed('memory.validation'));
    }
  });

  it('can be canceled while waiting', async () => {
    const { client, held } = heldService();
    const controller = new AbortController();
    void client.ask({ message: '1' });
    void client.ask({ message: '2' });
    const waiting = client.ask({ message: '3' }, { signal: controller.signal });
    await settle();

    controller.abort();

    expect(await waiting).toMatchObject(failed('memory.aborted'));
    expect(held).toHaveLength(2);
  });

  it('are limited across the clients of an account', async () => {
    const turns = createConcurrencyLimit(2);
    const first = heldService({ turns });
    const second = heldService({ turns });
    void first.client.ask({ message: '1' });
    void first.client.ask({ message: '2' });

    void second.client.ask({ message: '3' });
    await settle();

    expect(second.held).toHaveLength(0);
  });

  it('use none of their timeout while waiting', async () => {
    const { client, held, time } = heldService();
    void client.ask({ message: '1' });
    void client.ask({ message: '2' });
    void client.ask({ message: '3' });
    await settle();

    expect(held).toHaveLength(2);
    expect(time.running()).toBe(2);
  });
});

describe('a call that waits', () => {
  const limited = { code: 'rate_limited', details: { limit_per_min: 600 } };

  it.each([
    {
      of: 'the rate limit',
      refusal: () => json(limited, 429),
      wait: { reason: 'rate-limit', ms: 5_000 },
    },
    {
      of: 'a rate limit recognized by its details',
      refusal: () => json({ details: { limit_per_min: 'many' } }, 429),
      wait: { reason: 'rate-limit', ms: 5_000 },
    },
    {
      of: 'turns taken by others',
      refusal: () => json({ code: 'turns_exhausted' }, 429),
      wait: { reason: 'turns-exhausted', ms: 5_000 },
    },
    {
      of: 'a delay set by the service',
      refusal: () => json({}, 429, { 'Retry-After': '7' }),
      wait: { reason: 'turns-exhausted', ms: 7_000 },
    },
    {
      of: 'a failing service',
      refusal: () => json({}, 503),
      wait: { reason: 'retry', ms: 250 },
    },
    { of: 'a conflict', refusal: () => json({}, 409), wait: { reason: 'retry', ms: 250 } },
    {
      of: 'a broken connection',
      refusal: () => {
        throw new TypeError('network');
      },
      wait: { reason: 'retry', ms: 250 },
    },
  ])(
    'reports why and how long it waits after $of, and when it continues',
    async ({ refusal, wait }) => {
      const { client } = clientOf((_, nth) => (nth === 0 ? refusal() : json(nothing)));
      const waits: (Wait | null)[] = [];

      expect(await client.containers.list({ onWait: (told) => waits.push(told) })).toMatchObject({
        ok: true,
      });
      expect(waits).toEqual([wait, null]);
    },
  );

  it('reports the reason for a search too', async () => {
    const { client, requests } = clientOf((_, nth) =>
      nth === 0 ? json(limited, 429) : json({ results: [], containers: [] }),
    );
    const waits: (Wait | null)[] = [];

    const found = await client.search({ q: 'x' }, { onWait: (told) => waits.push(told) });

    expect(found).toMatchObject({ ok: true });
    expect(waits).toEqual([{ reason: 'rate-limit', ms: 5_000 }, null]);
    expect(requests).toHaveLength(2);
  });

  it('reports when it waits for an agent turn and when it continues', async () => {
    const { client, held } = heldService();
    const waits: (Wait | null)[] = [];
    const onWait = (told: Wait | null) => waits.push(told);
    void client.ask({ message: '1' }, { onWait });
    void client.ask({ message: '2' }, { onWait });
    await settle();
    expect(waits).toEqual([]);

    void client.ask({ message: '3' }, { onWait });
    await settle();
    expect(waits).toEqual([{ reason: 'turn' }]);

    held[0]?.answer(json({ answer: 'One.' }));
    await settle();
    expect(waits).toEqual([{ reason: 'turn' }, null]);
  });

  it('reports nothing more once canceled', async () => {
    const time = createManualTime();
    const { client } = clientOf(() => json({}, 503), { sleep: time.sleep });
    const controller = new AbortController();
    const waits: (Wait | null)[] = [];
    const listing = client.containers.list({
      signal: controller.signal,
      onWait: (told) => waits.push(told),
    });
    await settle();

    controller.abort();
    await listing;

    expect(waits).toEqual([{ reason: 'retry', ms: 250 }]);
  });

  it('reports nothing if it does not wait', async () => {
    const { client } = clientOf(() => json({}, 400));
    const waits: (Wait | null)[] = [];

    await client.ask({ message: 'x' }, { onWait: (told) => waits.push(told) });

    expect(waits).toEqual([]);
  });
});

describe('a delay requested by the service', () => {
  it.each([
    { details: undefined, told: { retry_after: 7 } },
    { details: { limit_per_min: 5 }, told: { retry_after: 7, limit_per_min: 5 } },
    { details: { retry_after: 3 }, told: { retry_after: 3 } },
    { details: 'soon', told: 'soon' },
  ])('is returned in seconds if only the header contains it: %o', async ({ details, told }) => {
    const { client } = clientOf(() => json({ details }, 429, { 'Retry-After': '7' }));

    expect(await client.containers.list()).toMatchObject({ error: { details: told } });
  });

  it('ends the call if the details ask for more than a call can wait', async () => {
    let requests = 0;
    const { client } = clientOf(() => {
      requests += 1;
      return json({ details: { retry_after: 3600 } }, 429);
    });

    expect(await client.ask({ message: 'x' })).toMatchObject({
      error: { code: 'memory.turns-exhausted', details: { retry_after: 3600 } },
    });
    expect(requests).toBe(1);
  });

  it('is not reported if the header contains none', async () => {
    const { client } = clientOf(() => json({}, 429));

    expect(await client.containers.list()).not.toHaveProperty('error.details');
  });
});

describe('a response that isn’t from the service', () => {
  it.each([() => html(404), () => new Response('Not here', { status: 404 })])(
    'doesn’t count as an unknown item at 404',
    async (answer) => {
      const { client } = clientOf(answer);

      expect(await client.documents.get({ id: 'd1' })).toMatchObject({
        ok: false,
        error: { code: 'memory.malformed', status: 404 },
      });
    },
  );
});

describe('a credential that cannot be read', () => {
  it('makes the call throw and releases the agent turn', async () => {
    const client = createRestClient({
      baseUrl: 'https://memory.example',
      credential: () => Promise.reject(new Error('vault')),
      fetch: () => Promise.resolve(json({ answer: 'x' })),
      sleep: createManualTime().sleep,
      random: () => 0,
    });

    for (let nth = 0; nth < 3; nth += 1) {
      await expect(client.ask({ message: 'x' })).rejects.toThrow('vault');
    }
  });
});
