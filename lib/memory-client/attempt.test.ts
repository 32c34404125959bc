import { describe, expect, it } from 'vitest';
import { clientOf, json } from './testing/fake-service.ts';
import { settle } from './testing/manual-time.ts';

const secret = 'pms_secret_0001';
const failed = (code: string) => ({ ok: false, error: { code } });

/** Sets fields that a browser sets on a response, but the `Response` constructor can't. */
function withFields(response: Response, fields: Partial<Response>): Response {
  for (const [name, value] of Object.entries(fields)) {
    Object.defineProperty(response, name, { value });
  }
  return response;
}

/** Returns a response whose body never ends. */
function endless(status = 200) {
  const seen = { pulled: 0, cancelled: 0 };
  const stream = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      seen.pulled += 1;
      controller.enqueue(new Uint8Array(1024).fill(0x20));
    },
    cancel: () => {
      seen.cancelled += 1;
    },
  });
  return { seen, response: new Response(stream, { status }) };
}

describe('redirects', () => {
  it.each([300, 301, 302, 303, 304, 307, 308, 399])('are not followed: %i', async (status) => {
    const { client, requests } = clientOf(
      () => new Response(null, { status, headers: { Location: 'https://memory.example/v1/b' } }),
    );

    expect(await client.search({ q: 'x' })).toMatchObject(failed('memory.redirected'));
    expect(requests).toHaveLength(1);
  });

  it('are discarded unread', async () => {
    const { seen, response } = endless(302);
    const { client } = clientOf(() => response);

    expect(await client.containers.list()).toMatchObject(failed('memory.redirected'));
    expect(seen.cancelled).toBe(1);
  });

  it('are not assumed when the response comes from the requested URL', async () => {
    const url = 'https://memory.example/v1/containers';
    const { client } = clientOf(() => withFields(json({ containers: [] }), { url }));

    expect(await client.containers.list()).toEqual({ ok: true, value: [] });
  });

  it('are detected in the form browsers report', async () => {
    const { client, requests } = clientOf(() =>
      withFields(new Response(), { type: 'opaqueredirect', status: 0 }),
    );

    expect(await client.search({ q: 'x' })).toMatchObject(failed('memory.redirected'));
    expect(requests).toHaveLength(1);
  });

  it.each([
    { redirected: true },
    { url: 'https://elsewhere.example/v1/containers' },
    { url: 'http://memory.example/v1/containers' },
  ])('invalidate a response if fetch followed the redirect: %o', async (fields) => {
    const { client } = clientOf(() => withFields(json({ containers: [] }), fields));

    expect(await client.containers.list()).toMatchObject(failed('memory.redirected'));
  });
});

describe('the response of a failed connection', () => {
  it('counts as no response', async () => {
    const { client, requests } = clientOf(() => Response.error());

    expect(await client.containers.list()).toMatchObject(failed('memory.unreachable'));
    expect(requests).toHaveLength(3);
  });
});

describe('the body of a response', () => {
  it.each([200, 299])('is read at status %i', async (status) => {
    const { client } = clientOf(() => json({ containers: [] }, status));

    expect(await client.containers.list()).toEqual({ ok: true, value: [] });
  });

  it('is read up to the limit', async () => {
    const { seen, response } = endless();
    const { client, requests } = clientOf(() => response, { maxBodyBytes: 10 * 1024 });

    expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
    expect(requests).toHaveLength(1);
    expect(seen.cancelled).toBe(1);
    expect(seen.pulled).toBeLessThan(15);
  });

  it('may be exactly as long as the limit', async () => {
    const text = '{"containers":[]}';
    const fits = clientOf(() => new Response(text), { maxBodyBytes: text.length });
    const exceeds = clientOf(() => new Response(text), { maxBodyBytes: text.length - 1 });

    expect(await fits.client.containers.list()).toEqual({ ok: true, value: [] });
    expect(await exceeds.client.containers.list()).toMatchObject(failed('memory.malformed'));
  });

  it('doesn’t hide the status if it’s too long', async () => {
    const { response } = endless(403);
    const { client } = clientOf(() => response, { maxBodyBytes: 1024 });

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthorized'));
  });

  it('is decoded as UTF-8 no matter how it is split, without its byte order mark', async () => {
    const text = '\uFEFF{"containers":[{"id":"c","name":"Größe 日本 🦊"}]}';
    const bytes = new TextEncoder().encode(text);
    const { client } = clientOf(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              for (const byte of bytes) controller.enqueue(Uint8Array.of(byte));
              controller.close();
            },
          }),
        ),
    );

    expect(await client.containers.list()).toMatchObject({
      ok: true,
      value: [{ name: 'Größe 日本 🦊' }],
    });
  });

  it('counts as a lost connection if it’s interrupted', async () => {
    const { client, requests } = clientOf(
      () =>
        new Response(
          new ReadableStream({
            start: (controller) => {
              controller.enqueue(new TextEncoder().encode('{"containers":'));
              controller.error(new TypeError('reset'));
            },
          }),
        ),
    );

    expect(await client.containers.list()).toMatchObject(failed('memory.unreachable'));
    expect(requests).toHaveLength(3);
  });

  it('is rejected if it is nested too deeply', async () => {
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    const { client } = clientOf(() => new Response(`{"static":${deep}}`));

    expect(await client.profile()).toMatchObject(failed('memory.malformed'));
  });
});

describe('a request', () => {
  it('accepts JSON and sends no referrer', async () => {
    const { client, requests } = clientOf(() => json({ containers: [] }));

    await client.containers.list();

    expect(requests[0]?.headers.get('accept')).toBe('application/json');
    expect(requests[0]?.referrerPolicy).toBe('no-referrer');
  });
});

describe('the credential', () => {
  it('redacts nothing if there is none', async () => {
    const { client } = clientOf(() => json({ message: 'null and void' }, 400), {
      credential: () => Promise.resolve(null),
    });

    expect(await client.containers.list()).toMatchObject({ error: { message: 'null and void' } });
  });

  it.each([400, 401, 403, 404, 409, 418, 422, 429, 500])(
    'is never quoted in an error: %i',
    async (status) => {
      const { client } = clientOf((request) => {
        const echoed = request.headers.get('authorization');
        return json(
          {
            message: `Refused ${echoed}`,
            details: { echoed, [secret]: [secret] },
            trace_id: secret,
          },
          status,
        );
      });

      const listed = await client.containers.list();

      expect(listed.ok).toBe(false);
      expect(JSON.stringify(listed)).not.toContain(secret);
    },
  );

  it.each(['two words', 'line\nbreak', 'schlüssel', '🔑', '\u0000'])(
    'is not sent if it’s not a valid header value: %o',
    async (credential) => {
      const { client, requests } = clientOf(() => json({}), {
        credential: () => Promise.resolve(credential),
      });

      const listed = await client.containers.list();

      expect(listed).toMatchObject({
        error: { code: 'memory.unauthenticated', message: expect.stringContaining('pasted') },
      });
      expect(JSON.stringify(listed)).not.toContain(credential);
      expect(requests).toHaveLength(0);
    },
  );

  it('sends nothing if it arrives after the caller gave up', async () => {
    const controller = new AbortController();
    const late = Promise.withResolvers<string>();
    const { client, requests } = clientOf(() => json({}), { credential: () => late.promise });
    const listing = client.containers.list({ signal: controller.signal });
    controller.abort();
    expect(await listing).toMatchObject(failed('memory.aborted'));

    late.resolve('key_1');
    await settle();

    expect(requests).toHaveLength(0);
  });

  it('is trimmed, for example of a pasted line break', async () => {
    const { client, requests } = clientOf(() => json({ containers: [] }), {
      credential: () => Promise.resolve(' key_1\r\n'),
    });

    await client.containers.list();

    expect(requests[0]?.headers.get('authorization')).toBe('Bearer key_1');
  });
});
