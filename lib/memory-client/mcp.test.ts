import { describe, expect, it } from 'vitest';
import type { MemoryClient } from './client.ts';
import { err, ok } from '../contract/result.ts';
import { failure } from './failure.ts';
import { defaultTimeoutMs } from './rest.ts';
import { hang, html, json } from './testing/fake-service.ts';
import { settle } from './testing/manual-time.ts';
import {
  mcpClientOf,
  messageOf,
  reply,
  replyAsEvents,
  replyError,
  toolResult,
} from './testing/fake-mcp-service.ts';

const hit = { container_name: 'Work', content: 'A passage', document_id: 'd1' };
const document = { id: 'd1', learned: false, learning_run: { status: 'queued' }, extra: 1 };
const nothing = toolResult({ containers: [] });
const failed = (code: string) => ({ ok: false, error: { code } });

interface Operation {
  name: string;
  call: (client: MemoryClient, signal?: AbortSignal) => Promise<unknown>;
  args: object;
  answer: object;
  value: unknown;
}

const operations: Operation[] = [
  {
    name: 'list_containers',
    call: (client, signal) => client.containers.list({ signal }),
    args: {},
    answer: { containers: [{ id: 'c1', name: 'Work', colour: 'red' }] },
    value: [{ id: 'c1', name: 'Work', colour: 'red' }],
  },
  {
    name: 'add_document',
    call: (client, signal) => client.documents.add({ content: 'T', custom_id: 'u' }, { signal }),
    args: { content: 'T', custom_id: 'u' },
    answer: { status: 'queued', document_id: 'd1' },
    value: { status: 'queued', documentId: 'd1', path: null },
  },
  {
    name: 'list_documents',
    call: (client, signal) => client.documents.list({ container: 'c1', limit: 2 }, { signal }),
    args: { container: 'c1', limit: 2 },
    answer: { documents: [document], next_cursor: 'next' },
    value: { documents: [document], nextCursor: 'next' },
  },
  {
    name: 'delete_document',
    call: (client, signal) => client.documents.delete({ id: 'd1', confirm: true }, { signal }),
    args: { id: 'd1', confirm: true },
    answer: { status: 'deleted', id: 'd1' },
    value: { outcome: 'deleted' },
  },
  {
    name: 'search_memories',
    call: (client, signal) => client.search({ q: 'x', limit: 3 }, { signal }),
    args: { q: 'x', limit: 3 },
    answer: { results: [hit], containers: [{ name: 'Work' }] },
    value: { hits: [hit], failed: [], searched: 1 },
  },
  {
    name: 'get_profile',
    call: (client, signal) => client.profile({ q: 'x' }, { signal }),
    args: { q: 'x' },
    answer: { static: ['Vegan'], dynamic: [] },
    value: { static: [{ text: 'Vegan' }], dynamic: [], results: [] },
  },
  {
    name: 'add_memory',
    call: (client, signal) => client.memories.add({ content: 'N' }, { signal }),
    args: { content: 'N' },
    answer: { status: 'queued', memory_id: 'm1' },
    value: { status: 'queued', memoryId: 'm1' },
  },
  {
    name: 'forget_memory',
    call: (client, signal) => client.memories.forget({ id: 'm1', container: 'c1' }, { signal }),
    args: { id: 'm1', container: 'c1' },
    answer: { status: 'confirmation_required', message: 'Really?' },
    value: { outcome: 'confirmation-required', sentence: 'Really?' },
  },
  {
    name: 'ask_agent',
    call: (client, signal) => client.ask({ message: 'Where?' }, { signal }),
    args: { message: 'Where?' },
    answer: { answer: 'Bern', sources: [hit] },
    value: { text: 'Bern', sources: [hit] },
  },
  {
    name: 'memory_rules',
    call: (client, signal) => client.rules({ signal }),
    args: {},
    answer: { rules: [{ id: 'r1', content: 'Be brief' }] },
    value: [{ id: 'r1', text: 'Be brief' }],
  },
];

describe.each(operations)('$name', ({ name, call, args, answer, value }) => {
  it('calls the tool by name in a self-describing request', async () => {
    const { client, requests } = mcpClientOf((request) => reply(request, toolResult(answer)));

    expect(await call(client)).toEqual(ok(value));
    const [request] = requests;
    expect(requests).toHaveLength(1);
    expect(request?.url).toBe('https://memory.example/mcp-http');
    expect(request?.method).toBe('POST');
    expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
      accept: 'application/json, text/event-stream',
      authorization: 'Bearer access_secret_0001',
      'content-type': 'application/json',
      'mcp-method': 'tools/call',
      'mcp-name': name,
      'mcp-protocol-version': '2026-07-28',
    });
    expect(await request?.json()).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: {
        name,
        arguments: args,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'Keepsake', version: '1.2.3' },
          'io.modelcontextprotocol/clientCapabilities': {},
        },
      },
    });
  });

  it('reads an event stream', async () => {
    const { client } = mcpClientOf((request) => replyAsEvents(request, toolResult(answer)));

    expect(await call(client)).toEqual(ok(value));
  });

  it('stops when its caller aborts', async () => {
    const { client } = mcpClientOf((request) => hang(request));
    const giveUp = new AbortController();
    const called = call(client, giveUp.signal);

    giveUp.abort();

    expect(await called).toMatchObject(failed('memory.aborted'));
  });
});

describe('documents.get', () => {
  it('has no tool and fails without a request', async () => {
    const { client, requests } = mcpClientOf((request) => reply(request, nothing));

    const got = await client.documents.get({ id: 'd1' });

    expect(got).toMatchObject(failed('memory.not-offered'));
    expect(requests).toHaveLength(0);
  });
});

describe('a tool’s result', () => {
  const containers = [{ id: 'c1', name: 'Work' }];
  const text = (value: unknown) => ({ type: 'text', text: JSON.stringify(value) });

  it.each([
    { as: 'structured content', result: { structuredContent: { containers } } },
    { as: 'text', result: { content: [text({ containers })] } },
    {
      as: 'structured content beside text for people',
      result: { structuredContent: { containers }, content: [{ type: 'text', text: '1 Memory' }] },
    },
    { as: 'wrapped structured content', result: { structuredContent: { result: { containers } } } },
    {
      as: 'wrapped text',
      result: { structuredContent: { result: JSON.stringify({ containers }) } },
    },
    {
      as: 'an embedded resource',
      result: {
        content: [{ type: 'resource', resource: { text: JSON.stringify({ containers }) } }],
      },
    },
    {
      as: 'text beside an image',
      result: { content: [{ type: 'image', data: '' }, text({ containers })] },
    },
  ])('is read from $as', async ({ result }) => {
    const { client } = mcpClientOf((request) => reply(request, result));

    expect(await client.containers.list()).toEqual(ok(containers));
  });

  it('is read from one block per item', async () => {
    const { client } = mcpClientOf((request) =>
      reply(request, { content: [text(document), text({ ...document, id: 'd2' })] }),
    );

    const listed = await client.documents.list();

    expect(listed).toMatchObject({ value: { documents: [{ id: 'd1' }, { id: 'd2' }] } });
  });

  it('is read as plain text if it isn’t JSON', async () => {
    const { client } = mcpClientOf((request) =>
      reply(request, { content: [{ type: 'text', text: 'In Bern.' }] }),
    );

    expect(await client.ask({ message: 'Where?' })).toEqual(ok({ text: 'In Bern.', sources: [] }));
  });

  it('may be empty for an accepted note', async () => {
    const { client } = mcpClientOf((request) => reply(request, { content: [] }));

    expect(await client.memories.add({ content: 'N' })).toEqual(
      ok({ status: null, memoryId: null }),
    );
  });

  it('reports a Memory that could not be searched', async () => {
    const answer = { results: [], containers: [{ name: 'Work', error: 'asleep' }] };
    const { client } = mcpClientOf((request) => reply(request, toolResult(answer)));

    expect(await client.search({ q: 'x' })).toMatchObject({
      value: { failed: [{ name: 'Work', reason: 'asleep' }] },
    });
  });

  it.each([null, 'text', 5, [], {}, { content: 'x' }, { structuredContent: { other: 1 } }])(
    'is malformed as %o',
    async (result) => {
      const { client } = mcpClientOf((request) => reply(request, result));

      expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
    },
  );

  it('doesn’t count as an empty search if the service asks for input', async () => {
    const result = { resultType: 'input_required', inputRequests: {} };
    const { client } = mcpClientOf((request) => reply(request, result));

    expect(await client.search({ q: 'x' })).toMatchObject(failed('memory.unexpected'));
  });
});

describe('a tool error', () => {
  it.each([
    { code: 'validation', as: 'memory.validation', status: 400, attempts: 1 },
    { code: 'unauthenticated', as: 'memory.unauthenticated', status: 401, attempts: 1 },
    { code: 'unauthorized', as: 'memory.unauthorized', status: 403, attempts: 1 },
    { code: 'not_found', as: 'memory.not-found', status: 404, attempts: 1 },
    { code: 'conflict', as: 'memory.conflict', status: 409, attempts: 3 },
    {
      code: 'capability_unavailable',
      as: 'memory.capability-unavailable',
      status: 422,
      attempts: 1,
    },
    { code: 'quota_exceeded', as: 'memory.quota-exceeded', status: 422, attempts: 1 },
    { code: 'rate_limited', as: 'memory.rate-limited', status: 429, attempts: 3 },
    { code: 'turns_exhausted', as: 'memory.turns-exhausted', status: 429, attempts: 3 },
    { code: 'internal', as: 'memory.server', status: 500, attempts: 3 },
  ])('is $as for $code, as over REST', async ({ code, as, status, attempts }) => {
    const envelope = { code, message: 'Why', details: { a: 1 }, retryable: false, trace_id: 't1' };
    const { client, requests } = mcpClientOf((request) =>
      reply(request, toolResult(envelope, true)),
    );

    expect(await client.containers.list()).toEqual(
      err({
        code: as,
        message: 'Why',
        status,
        details: { a: 1 },
        retryable: false,
        traceId: 't1',
      }),
    );
    expect(requests).toHaveLength(attempts);
  });

  it('is read even if it’s only text', async () => {
    const text = JSON.stringify({ code: 'not_found', message: 'Gone', trace_id: 't1' });
    const { client } = mcpClientOf((request) =>
      reply(request, { isError: true, content: [{ type: 'text', text }] }),
    );

    expect(await client.documents.delete({ id: 'd1' })).toMatchObject({
      error: { code: 'memory.not-found', message: 'Gone', traceId: 't1' },
    });
  });

  it('is a rate limit if the details say so', async () => {
    const envelope = { code: 'rate_limited', details: { limit_per_min: 600 } };
    const { client } = mcpClientOf((request) => reply(request, toolResult(envelope, true)));

    expect(await client.profile()).toMatchObject({
      error: { code: 'memory.rate-limited', details: { limit_per_min: 600 } },
    });
  });

  it('is reported as a wait before the next attempt, as over REST', async () => {
    const envelope = { code: 'rate_limited', details: { limit_per_min: 600 } };
    const { client, requests } = mcpClientOf((request, nth) =>
      reply(request, nth === 0 ? toolResult(envelope, true) : toolResult({ rules: [] })),
    );
    const waits: unknown[] = [];

    expect(await client.rules({ onWait: (told) => waits.push(told) })).toEqual(ok([]));
    expect(waits).toEqual([{ reason: 'rate-limit', ms: 5_000 }, null]);
    expect(requests).toHaveLength(2);
  });

  it.each([
    { content: [{ type: 'text', text: 'No such luck' }], message: 'No such luck' },
    { content: [{ type: 'text', text: '{"code":"odd","message":"Odd"}' }], message: 'Odd' },
  ])('is returned unchanged if its code isn’t in the contract', async (given) => {
    const { client, requests } = mcpClientOf((request) =>
      reply(request, { isError: true, content: given.content }),
    );

    expect(await client.containers.list()).toEqual(
      err({ code: 'memory.unexpected', message: given.message, retryable: false }),
    );
    expect(requests).toHaveLength(1);
  });

  it('may be a request for confirmation', async () => {
    const demand = { status: 'confirmation_required', message: 'Really?' };
    const { client } = mcpClientOf((request) => reply(request, toolResult(demand, true)));

    expect(await client.documents.delete({ id: 'd1' })).toEqual(
      ok({ outcome: 'confirmation-required', sentence: 'Really?' }),
    );
  });

  it('never contains the token', async () => {
    const envelope = { code: 'validation', message: 'access_secret_0001 is odd', details: {} };
    const { client } = mcpClientOf((request) => reply(request, toolResult(envelope, true)));

    const listed = await client.containers.list();

    expect(JSON.stringify(listed)).not.toContain('access_secret_0001');
    expect(listed).toMatchObject({ error: { message: '[credential] is odd' } });
  });
});

describe('a response without a secret', () => {
  it('stays unchanged without a token', async () => {
    const words = [{ type: 'text', text: 'null and void' }];
    const { client } = mcpClientOf((request) => reply(request, { isError: true, content: words }), {
      access: { token: () => Promise.resolve(ok(null)) },
    });

    expect(await client.containers.list()).toMatchObject({ error: { message: 'null and void' } });
  });

  it('is returned exactly as stored', async () => {
    const kept = { ...hit, content: 'access_secret_0001' };
    const found = { results: [kept], containers: [{ name: 'Work' }] };
    const { client } = mcpClientOf((request) => reply(request, toolResult(found)));

    expect(await client.search({ q: 'x' })).toMatchObject({ value: { hits: [kept] } });
  });
});

describe('protocol errors', () => {
  it.each([
    { code: -32_602, as: 'memory.validation', attempts: 1 },
    { code: -32_603, as: 'memory.server', attempts: 3 },
    { code: -32_050, as: 'memory.server', attempts: 3 },
    { code: -32_020, as: 'memory.unexpected', attempts: 1 },
    { code: 7, as: 'memory.unexpected', attempts: 1 },
  ])('$code is $as', async ({ code, as, attempts }) => {
    const { client, requests } = mcpClientOf((request) =>
      replyError(request, { code, message: 'access_secret_0001' }),
    );

    const listed = await client.containers.list();

    expect(listed).toMatchObject(failed(as));
    expect(JSON.stringify(listed)).not.toContain('access_secret_0001');
    expect(requests).toHaveLength(attempts);
  });

  it('carry the contract’s error envelope if there is one', async () => {
    const data = { code: 'unauthorized', message: 'No', trace_id: 't1' };
    const { client } = mcpClientOf((request) => replyError(request, { code: -32_603, data }));

    expect(await client.containers.list()).toMatchObject({
      error: { code: 'memory.unauthorized', message: 'No', traceId: 't1' },
    });
  });

  it('are malformed if they belong to another request', async () => {
    const { client } = mcpClientOf(() => json({ jsonrpc: '2.0', id: 99, result: nothing }));

    expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
  });
});

describe('HTTP errors', () => {
  it.each([
    { status: 401, code: 'memory.unauthenticated', attempts: 1 },
    { status: 403, code: 'memory.unauthorized', attempts: 1 },
    { status: 429, code: 'memory.turns-exhausted', attempts: 3 },
    { status: 503, code: 'memory.server', attempts: 3 },
  ])('$status is $code', async ({ status, code, attempts }) => {
    const { client, requests } = mcpClientOf(() => json({ message: 'No', trace_id: 't' }, status));

    expect(await client.containers.list()).toMatchObject({
      error: { code, message: 'No', status, traceId: 't' },
    });
    expect(requests).toHaveLength(attempts);
  });

  it.each([401, 403, 429, 503])(
    '%i keeps its meaning even with a protocol error in its body',
    async (status) => {
      const said = (error: { code: number; message?: string; data?: unknown }) =>
        mcpClientOf((request) => replyError(request, error, status));
      const bare = said({ code: -32_602, message: 'No' });
      const full = said({ code: -32_602, data: { message: 'Nay', trace_id: 't' } });

      expect(await bare.client.containers.list()).toMatchObject({
        error: { message: 'No', status },
      });
      expect(await full.client.containers.list()).toMatchObject({
        error: { message: 'Nay', status, traceId: 't' },
      });
    },
  );

  it.each([400, 404])('%i is replaced by a protocol error in its body', async (status) => {
    const { client } = mcpClientOf((request) =>
      replyError(request, { code: -32_020, message: 'No' }, status),
    );

    expect(await client.containers.list()).toMatchObject(failed('memory.unexpected'));
  });

  it.each([301, 307])('follows no redirect: %i', async (status) => {
    const { client, requests } = mcpClientOf(
      () => new Response(null, { status, headers: { Location: 'https://evil.example/' } }),
    );

    expect(await client.containers.list()).toMatchObject(failed('memory.redirected'));
    expect(requests).toHaveLength(1);
  });

  it('sends nothing unencrypted over a network', async () => {
    const { client, requests } = mcpClientOf(() => html(), { baseUrl: 'http://memory.example' });

    expect(await client.containers.list()).toMatchObject(failed('memory.insecure'));
    expect(requests).toHaveLength(0);
  });

  it.each([404, 405])('%i from another kind of server never means a missing item', async (n) => {
    const { client } = mcpClientOf(() => json({ code: 'not_found' }, n));

    expect(await client.documents.delete({ id: 'd1', confirm: true })).toMatchObject(
      failed('memory.malformed'),
    );
  });

  it('times out, then retries', async () => {
    const { client, time, requests } = mcpClientOf((request, nth) =>
      nth === 0 ? hang(request) : reply(request, nothing),
    );
    const listed = client.containers.list();

    // Lets the wait for the token finish and clear its timer.
    await settle();
    await time.pass(defaultTimeoutMs);

    expect(await listed).toEqual(ok([]));
    expect(requests).toHaveLength(2);
    expect(time.running()).toBe(0);
  });

  it('stops reading at the size limit', async () => {
    const { client } = mcpClientOf(
      () =>
        new Response(`data: ${'x'.repeat(5_000)}\n\n`, {
          headers: { 'Content-Type': 'text/event-stream' },
        }),
      { maxBodyBytes: 1_000 },
    );

    expect(await client.containers.list()).toMatchObject(failed('memory.malformed'));
  });
});

describe('a token that the service rejects', () => {
  const refuseFirst = (request: Request) =>
    request.headers.get('authorization') === 'Bearer new'
      ? reply(request, nothing)
      : json({ message: 'Stale' }, 401);

  it('is renewed, and the call retried, once', async () => {
    const asked: string[] = [];
    const { client, requests } = mcpClientOf(refuseFirst, {
      access: {
        token: () => Promise.resolve(ok('old')),
        renew: (stale) => {
          asked.push(stale);
          return Promise.resolve(ok('new'));
        },
      },
    });

    expect(await client.containers.list()).toEqual(ok([]));
    expect(asked).toEqual(['old']);
    expect(requests).toHaveLength(2);
  });

  it('is not renewed a second time in the same call', async () => {
    const { client, requests } = mcpClientOf(() => json({}, 401), {
      access: {
        token: () => Promise.resolve(ok('old')),
        renew: () => Promise.resolve(ok('newer')),
      },
    });

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthenticated'));
    expect(requests).toHaveLength(2);
  });

  it('ends the call if there is no new token', async () => {
    const { client, requests } = mcpClientOf(() => json({}, 401), {
      access: {
        token: () => Promise.resolve(ok('old')),
        renew: () => Promise.resolve(err(failure('memory.unauthenticated', 'Over'))),
      },
    });

    expect(await client.containers.list()).toEqual(
      err({ code: 'memory.unauthenticated', message: 'Over', retryable: false }),
    );
    expect(requests).toHaveLength(1);
  });

  it.each(['token', 'renew'] as const)(
    'doesn’t block the call if it never arrives: %s',
    async (from) => {
      const never = () => new Promise<never>(() => undefined);
      const access = { token: () => Promise.resolve(ok('old')), [from]: never };
      const waiting = () => mcpClientOf(() => json({}, 401), { access });
      const giveUp = new AbortController();
      const overdue = waiting();
      const givenUp = waiting();
      const found = overdue.client.search({ q: 'x' });
      const left = givenUp.client.search({ q: 'x' }, { signal: giveUp.signal });
      await settle();

      giveUp.abort();
      await overdue.time.pass(defaultTimeoutMs);

      expect(await found).toMatchObject(failed('memory.timeout'));
      expect(await left).toMatchObject(failed('memory.aborted'));
    },
  );

  it('is not renewed if none was sent', async () => {
    const { client } = mcpClientOf(() => json({}, 401), {
      access: {
        token: () => Promise.resolve(ok(null)),
        renew: () => Promise.reject(new Error('Unexpected renewal.')),
      },
    });

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthenticated'));
  });

  it('sends nothing if no token could be obtained', async () => {
    const { client, requests } = mcpClientOf(refuseFirst, {
      access: { token: () => Promise.resolve(err(failure('memory.unauthenticated', 'Over'))) },
    });

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthenticated'));
    expect(requests).toHaveLength(0);
  });

  it('is not renewed for a 403, which withdraws access', async () => {
    const { client, requests } = mcpClientOf(() => json({}, 403), {
      access: {
        token: () => Promise.resolve(ok('old')),
        renew: () => Promise.reject(new Error('Unexpected renewal.')),
      },
    });

    expect(await client.containers.list()).toMatchObject(failed('memory.unauthorized'));
    expect(requests).toHaveLength(1);
  });
});

describe('a question to the agent', () => {
  it.each([
    { of: 'an internal error', code: -32_603 },
    { of: 'a request that timed out inside the server', code: -32_001 },
    { of: 'a server error without a defined meaning', code: -32_000 },
  ])('is sent once if the reply is $of', async ({ code }) => {
    const { client, requests } = mcpClientOf(async (request) => {
      const { method } = await messageOf(request);
      if (method === 'tools/call') return replyError(request, { code });
      if (method === 'initialize') return reply(request, { protocolVersion: '2025-11-25' });
      return new Response(null, { status: 202 });
    });

    expect(await client.ask({ message: 'Where?' })).toMatchObject(failed('memory.server'));

    expect(await toolCallsIn(requests)).toBe(1);
  });

  it.each([408, 409, 500, 502, 503, 504])(
    'is sent once if the HTTP status is %i',
    async (status) => {
      const { client, requests } = mcpClientOf(() => json({}, status));

      expect(await client.ask({ message: 'Where?' })).toMatchObject({ ok: false });

      expect(await toolCallsIn(requests)).toBe(1);
    },
  );

  it('is sent once if the connection breaks', async () => {
    const { client, requests } = mcpClientOf(() => {
      throw new TypeError('network');
    });

    expect(await client.ask({ message: 'Where?' })).toMatchObject(failed('memory.unreachable'));

    expect(await toolCallsIn(requests)).toBe(1);
  });

  it('is retried if too many agent turns are running', async () => {
    const { client, requests } = mcpClientOf((request, nth) =>
      reply(
        request,
        nth === 0
          ? toolResult({ code: 'turns_exhausted' }, true)
          : toolResult({ answer: 'In Bern.' }),
      ),
    );

    expect(await client.ask({ message: 'Where?' })).toMatchObject({ ok: true });

    expect(await toolCallsIn(requests)).toBe(2);
  });

  it('opens the session a server might need, so that the person can retry', async () => {
    let isOpen = false;
    const { client } = mcpClientOf(async (request) => {
      const { method } = await messageOf(request);
      if (method === 'initialize') {
        isOpen = true;
        return reply(request, { protocolVersion: '2025-11-25' });
      }
      if (method !== 'tools/call') return new Response(null, { status: 202 });
      return isOpen
        ? reply(request, toolResult({ answer: 'In Bern.' }))
        : replyError(request, { code: -32_000 });
    });
    expect(await client.ask({ message: 'Where?' })).toMatchObject({ ok: false });

    expect(await client.ask({ message: 'Where?' })).toMatchObject({ ok: true });
  });

  it('is sent again after a handshake if the server hasn’t run it', async () => {
    const { client, requests } = mcpClientOf(async (request, nth) => {
      const { method } = await messageOf(request);
      if (nth === 0) return replyError(request, { code: -32_600 }, 400);
      if (method === 'initialize') return reply(request, { protocolVersion: '2025-11-25' });
      if (method !== 'tools/call') return new Response(null, { status: 202 });
      return reply(request, toolResult({ answer: 'In Bern.' }));
    });

    expect(await client.ask({ message: 'Where?' })).toMatchObject({ ok: true });

    expect(await toolCallsIn(requests)).toBe(2);
  });
});

async function toolCallsIn(requests: readonly Request[]): Promise<number> {
  const messages = await Promise.all(requests.map(messageOf));
  return messages.filter(({ method }) => method === 'tools/call').length;
}
