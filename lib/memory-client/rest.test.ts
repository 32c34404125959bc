import { describe, expect, it } from 'vitest';
import type { MemoryClient } from './client.ts';
import { clientOf, hang, html, json } from './testing/fake-service.ts';

const hit = { container_name: 'Work', content: 'A passage', document_id: 'd1' };
const document = { id: 'd1', learned: false, learning_run: { status: 'queued' }, extra: 1 };

interface Operation {
  name: string;
  call: (client: MemoryClient, signal?: AbortSignal) => Promise<unknown>;
  sent: { method: string; url: string; body?: unknown };
  answer: unknown;
  value: unknown;
}

const operations: Operation[] = [
  {
    name: 'containers.list',
    call: (client, signal) => client.containers.list({ signal }),
    sent: { method: 'GET', url: '/v1/containers' },
    answer: { containers: [{ id: 'c1', name: 'Work', description: null, colour: 'red' }] },
    value: [{ id: 'c1', name: 'Work', description: null, colour: 'red' }],
  },
  {
    name: 'documents.add',
    call: (client, signal) =>
      client.documents.add(
        { container: 'c1', content: 'Text', title: 'T', custom_id: 'u1', metadata: { a: 1 } },
        { signal },
      ),
    sent: {
      method: 'POST',
      url: '/v1/documents',
      body: { container: 'c1', content: 'Text', title: 'T', custom_id: 'u1', metadata: { a: 1 } },
    },
    answer: { status: 'queued', document_id: 'd1', path: 'inbox/d1.md' },
    value: { status: 'queued', documentId: 'd1', path: 'inbox/d1.md' },
  },
  {
    name: 'documents.list',
    call: (client, signal) =>
      client.documents.list({ container: 'c1', limit: 2, cursor: 'x y' }, { signal }),
    sent: { method: 'GET', url: '/v1/documents?container=c1&limit=2&cursor=x+y' },
    answer: { documents: [document], next_cursor: 'next' },
    value: { documents: [document], nextCursor: 'next' },
  },
  {
    name: 'documents.get',
    call: (client, signal) => client.documents.get({ id: 'a/b' }, { signal }),
    sent: { method: 'GET', url: '/v1/documents/a%2Fb' },
    answer: document,
    value: document,
  },
  {
    name: 'documents.delete',
    call: (client, signal) => client.documents.delete({ id: 'd1' }, { signal }),
    sent: { method: 'DELETE', url: '/v1/documents/d1' },
    answer: { status: 'confirmation_required', message: 'Really?' },
    value: { outcome: 'confirmation-required', sentence: 'Really?' },
  },
  {
    name: 'search',
    call: (client, signal) => client.search({ q: 'bern', container: 'c1', limit: 5 }, { signal }),
    sent: { method: 'POST', url: '/v1/search', body: { q: 'bern', container: 'c1', limit: 5 } },
    answer: { results: [hit], containers: [{ id: 'c1', name: 'Work' }] },
    value: { hits: [hit], failed: [], searched: 1 },
  },
  {
    name: 'profile',
    call: (client, signal) => client.profile({ q: 'tea' }, { signal }),
    sent: { method: 'GET', url: '/v1/profile?q=tea' },
    answer: { static: ['Lives in Bern'], dynamic: [{ id: 'm2', content: 'Moving' }] },
    value: {
      static: [{ text: 'Lives in Bern' }],
      dynamic: [{ id: 'm2', text: 'Moving' }],
      results: [],
    },
  },
  {
    name: 'memories.add',
    call: (client, signal) =>
      client.memories.add({ content: 'A note', container: 'c1' }, { signal }),
    sent: { method: 'POST', url: '/v1/memories', body: { content: 'A note', container: 'c1' } },
    answer: { status: 'queued', memory_id: 'm1' },
    value: { status: 'queued', memoryId: 'm1' },
  },
  {
    name: 'memories.forget',
    call: (client, signal) =>
      client.memories.forget({ id: 'm1', container: 'c1', confirm: true }, { signal }),
    sent: { method: 'DELETE', url: '/v1/memories/m1?container=c1&confirm=true' },
    answer: { status: 'forgotten', id: 'm1' },
    value: { outcome: 'deleted' },
  },
  {
    name: 'ask',
    call: (client, signal) => client.ask({ message: 'Where?' }, { signal }),
    sent: { method: 'POST', url: '/v1/ask', body: { message: 'Where?' } },
    answer: { answer: 'In Bern', sources: [hit], agent: 'quotation' },
    value: { text: 'In Bern', sources: [hit], isQuotes: true },
  },
  {
    name: 'rules',
    call: (client, signal) => client.rules({ signal }),
    sent: { method: 'GET', url: '/v1/rules' },
    answer: { rules: [{ id: 'r1', content: 'Be brief' }] },
    value: [{ id: 'r1', text: 'Be brief' }],
  },
];

const error = (code: string) => ({ ok: false, error: { code } });

describe.each(operations)('$name', ({ name, call, sent, answer, value }) => {
  it('sends the request in the contract with the credential', async () => {
    const { client, requests } = clientOf(() => json(answer));

    await call(client);

    const request = requests[0];
    expect(request?.method).toBe(sent.method);
    expect(request?.url).toBe(`https://memory.example${sent.url}`);
    expect(request?.headers.get('authorization')).toBe('Bearer pms_secret_0001');
    expect(request?.redirect).toBe('manual');
    expect(request?.credentials).toBe('omit');
    const text = await request?.text();
    expect(text === '' ? undefined : JSON.parse(text ?? '')).toEqual(sent.body);
    expect(request?.headers.get('content-type')).toBe(
      sent.body === undefined ? null : 'application/json',
    );
  });

  it('reads the response', async () => {
    const { client } = clientOf(() => json(answer));

    expect(await call(client)).toEqual({ ok: true, value });
  });

  it('rejects HTML', async () => {
    const { client, requests } = clientOf(() => html());

    expect(await call(client)).toMatchObject(error('memory.malformed'));
    expect(requests).toHaveLength(1);
  });

  it('fails with memory.aborted and sends nothing if the signal is already aborted', async () => {
    const { client, requests } = clientOf(() => json(answer));

    expect(await call(client, AbortSignal.abort())).toMatchObject(error('memory.aborted'));
    expect(requests).toHaveLength(0);
  });

  it('fails with memory.aborted when the signal aborts during the request, and does not retry', async () => {
    const controller = new AbortController();
    const { client, requests, time } = clientOf((request) => {
      controller.abort();
      return hang(request);
    });

    expect(await call(client, controller.signal)).toMatchObject(error('memory.aborted'));
    expect(requests).toHaveLength(1);
    expect(time.running()).toBe(0);
  });

  it('is not retried with a rejected key', async () => {
    const { client, requests } = clientOf(() =>
      json({ code: 'unauthorized', message: 'Revoked', retryable: true, trace_id: 'tr_9' }, 403),
    );

    expect(await call(client)).toEqual({
      ok: false,
      error: {
        code: 'memory.unauthorized',
        message: 'Revoked',
        status: 403,
        retryable: false,
        traceId: 'tr_9',
      },
    });
    expect(requests).toHaveLength(1);
  });

  if (name.startsWith('documents.delete') || name.startsWith('memories.')) return;

  it.each(['', 'plain words', '[1, 2', '42', 'null', '{"half":'])('rejects %o', async (body) => {
    const { client } = clientOf(() => new Response(body));
    const isShown =
      (name === 'rules' && ['42', 'null'].includes(body)) || (name === 'ask' && body === '42');

    expect(await call(client)).toMatchObject(isShown ? { ok: true } : error('memory.malformed'));
  });
});

describe('documents.add', () => {
  it.each([
    [
      { status: 'exists', document_id: 'd1' },
      { status: 'exists', documentId: 'd1', path: null },
    ],
    [{ status: 'queued' }, { status: 'queued', documentId: null, path: null }],
    [
      { status: 'queued', document_id: null },
      { status: 'queued', documentId: null, path: null },
    ],
  ])('reads %o', async (answer, value) => {
    const { client } = clientOf(() => json(answer, 202));

    expect(await client.documents.add({ content: 'x' })).toEqual({ ok: true, value });
  });

  it.each([{}, { status: 'lost' }, { document_id: 'd1' }, []])(
    'does not count %o as accepted',
    async (answer) => {
      const { client } = clientOf(() => json(answer, 202));

      expect(await client.documents.add({ content: 'x' })).toMatchObject(error('memory.malformed'));
    },
  );
});

describe('documents.list', () => {
  it.each([
    [[document], null],
    [{ documents: [document] }, null],
    [{ documents: [document], next_cursor: null }, null],
    [{ documents: [document], next_cursor: '' }, null],
    [{ documents: [document], next_cursor: 'c' }, 'c'],
  ])('reads %o', async (answer, nextCursor) => {
    const { client, requests } = clientOf(() => json(answer));

    const page = await client.documents.list();

    expect(page).toEqual({ ok: true, value: { documents: [document], nextCursor } });
    expect(requests[0]?.url).toBe('https://memory.example/v1/documents');
  });
});

describe('identifiers', () => {
  it.each(['', '.', '..', '\udfff'])('sends nothing for %o', async (id) => {
    const { client, requests } = clientOf(() => json({}));

    expect(await client.documents.get({ id })).toMatchObject(error('memory.validation'));
    expect(await client.documents.delete({ id, confirm: true })).toMatchObject(
      error('memory.validation'),
    );
    expect(await client.memories.forget({ id, container: 'c1', confirm: true })).toMatchObject(
      error('memory.validation'),
    );
    expect(requests).toHaveLength(0);
  });
});

describe('memories.add', () => {
  it.each([
    () => new Response(null, { status: 204 }),
    () => new Response('', { status: 201 }),
    () => json(null, 202),
    () => json({}, 202),
    () => new Response('OK', { status: 202 }),
    () => new Response('{"id": "m1', { status: 202 }),
  ])('counts an uninformative 2xx as accepted', async (answer) => {
    const { client } = clientOf(answer);

    expect(await client.memories.add({ content: 'x' })).toEqual({
      ok: true,
      value: { status: null, memoryId: null },
    });
  });
});

describe('memories.add with a response that isn’t from the service', () => {
  it.each([
    () => new Response('<html>Log in to this network</html>', { status: 200 }),
    () => new Response(`${'['.repeat(500)}${']'.repeat(500)}`, { status: 200 }),
  ])('doesn’t succeed', async (answer) => {
    const { client } = clientOf(answer);

    expect(await client.memories.add({ content: 'x' })).toMatchObject(error('memory.malformed'));
  });
});

describe.each([
  {
    name: 'documents.delete',
    call: (client: MemoryClient, confirm?: boolean) =>
      client.documents.delete({ id: 'd1', confirm }),
  },
  {
    name: 'memories.forget',
    call: (client: MemoryClient, confirm?: boolean) =>
      client.memories.forget({ id: 'm1', container: 'c1', confirm }),
  },
])('$name', ({ call }) => {
  it.each([200, 202, 400, 403, 404, 409, 428, 500])(
    'returns the confirmation message of a %i response without a retry',
    async (status) => {
      const { client, requests } = clientOf(() =>
        json({ status: 'confirmation_required', message: 'Say yes first.' }, status),
      );

      expect(await call(client)).toEqual({
        ok: true,
        value: { outcome: 'confirmation-required', sentence: 'Say yes first.' },
      });
      expect(requests).toHaveLength(1);
    },
  );

  it.each([undefined, false])('sends no confirm parameter if confirm is %s', async (confirm) => {
    const { client, requests } = clientOf(() => json({ status: 'confirmation_required' }));

    await call(client, confirm);

    expect(requests[0]?.url).not.toContain('confirm');
  });

  it.each([
    () => new Response(null, { status: 204 }),
    () => json({ status: 'deleted', id: 'x' }),
    () => json(true),
    () => new Response('OK'),
  ])('counts any other 2xx as deleted', async (answer) => {
    const { client } = clientOf(answer);

    expect(await call(client, true)).toEqual({ ok: true, value: { outcome: 'deleted' } });
  });

  it.each([{ status: 'deleted' }, { status: 'forgotten', id: 'x' }])(
    'accepts a deletion without confirmation: %o',
    async (body) => {
      const { client } = clientOf(() => json(body));

      expect(await call(client)).toEqual({ ok: true, value: { outcome: 'deleted' } });
    },
  );

  it.each([
    () => new Response(null, { status: 204 }),
    () => json({ status: 'queued' }),
    () => json(['deleted']),
    () => json('deleted'),
    () => new Response('deleted'),
  ])('counts no other response as a deletion before the confirmation', async (answer) => {
    const { client } = clientOf(answer);

    expect(await call(client)).toMatchObject(error('memory.malformed'));
  });

  it('counts an unknown item as deleted after a lost response', async () => {
    const { client } = clientOf((_, nth) => {
      if (nth === 0) throw new TypeError('reset');
      return json({ code: 'not_found' }, 404);
    });

    expect(await call(client, true)).toEqual({ ok: true, value: { outcome: 'deleted' } });
  });

  it.each([
    { case: 'the first attempt', confirm: true, before: null },
    { case: 'an attempt rejected with 429', confirm: true, before: 429 },
    { case: 'an unconfirmed attempt', confirm: false, before: 503 },
  ])('reports an unknown item after $case', async ({ confirm, before }) => {
    const { client } = clientOf((_, nth) => json({}, nth === 0 && before !== null ? before : 404));

    expect(await call(client, confirm)).toMatchObject(error('memory.not-found'));
  });
});

describe('search', () => {
  it('keeps the hits of the Memories that were searched', async () => {
    const { client } = clientOf(() =>
      json({
        results: [hit],
        containers: [{ name: 'Work' }, { name: 'Home', error: { message: 'Damaged' } }],
      }),
    );

    expect(await client.search({ q: 'x' })).toEqual({
      ok: true,
      value: { hits: [hit], failed: [{ name: 'Home', reason: 'Damaged' }], searched: 2 },
    });
  });
});

describe('createRestClient', () => {
  it.each([undefined, null, () => Promise.resolve(null)])(
    'sends no Authorization header if there is no credential',
    async (credential) => {
      const { client, requests } = clientOf(() => json({ containers: [] }), { credential });

      expect(await client.containers.list()).toEqual({ ok: true, value: [] });
      expect(requests[0]?.headers.has('authorization')).toBe(false);
    },
  );

  it.each([
    ['a service that announces it', { note_metadata: true }, { content: 'x', metadata: { a: 1 } }],
    ['no other service', {}, { content: 'x' }],
  ])('sends the metadata of notes to %s', async (_name, capabilities, body) => {
    const { client, requests } = clientOf((request) =>
      json(request.url.endsWith('/v1/capabilities') ? capabilities : { status: 'queued' }),
    );

    await client.memories.add({ content: 'x', metadata: { a: 1 } });

    expect(requests).toHaveLength(2);
    expect(await requests[1]?.json()).toEqual(body);
  });

  it('doesn’t ask for capabilities to send a note without metadata', async () => {
    const { client, requests } = clientOf(() => json({ status: 'queued' }));

    await client.memories.add({ content: 'x' });

    expect(requests).toHaveLength(1);
  });

  it('keeps the path of the base address', async () => {
    const { client, requests } = clientOf(() => json({ containers: [] }), {
      baseUrl: 'https://host.example/base/',
    });

    await client.containers.list();

    expect(requests[0]?.url).toBe('https://host.example/base/v1/containers');
  });

  it.each([
    ['http://memory.example', 'memory.insecure'],
    ['not an address', 'memory.validation'],
  ])('sends nothing to %s', async (baseUrl, code) => {
    let isCredentialRead = false;
    const { client, requests } = clientOf(() => json({}), {
      baseUrl,
      credential: () => {
        isCredentialRead = true;
        return Promise.resolve('k');
      },
    });

    for (const { call } of operations) expect(await call(client)).toMatchObject(error(code));
    expect(requests).toHaveLength(0);
    expect(isCredentialRead).toBe(false);
  });
});
