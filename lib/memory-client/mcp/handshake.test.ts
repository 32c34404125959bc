/** Tests servers with older revisions, which use sessions: when a handshake happens, and how a session ends. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../contract/result.ts';
import { defaultTimeoutMs } from '../rest.ts';
import { hang, json } from '../testing/fake-service.ts';
import { settle } from '../testing/manual-time.ts';
import {
  mcpClientOf,
  messageOf,
  reply,
  replyAsEvents,
  replyError,
  toolResult,
} from '../testing/fake-mcp-service.ts';

const nothing = toolResult({ containers: [] });
const failed = (code: string) => ({ ok: false, error: { code } });

describe('a server that requires a handshake', () => {
  /** Creates a server that has one session at a time and rejects requests without a session. */
  function legacyServer({ refusal = 400, sessions = ['s1', 's2'], version = '2025-06-18' } = {}) {
    const known = { id: null as string | null };
    const left = [...sessions];
    const methods: string[] = [];
    const answer = async (request: Request) => {
      const { method } = await messageOf(request);
      methods.push(method);
      if (method === 'initialize') {
        known.id = left.shift() ?? null;
        const response = await reply(request, { protocolVersion: version, capabilities: {} });
        if (known.id !== null) response.headers.set('Mcp-Session-Id', known.id);
        return response;
      }
      const given = request.headers.get('mcp-session-id');
      if (request.headers.get('mcp-protocol-version') !== version) {
        return replyError(request, { code: -32_000, message: 'Session needed' }, refusal);
      }
      if (given !== known.id) {
        return replyError(request, { code: -32_001, message: 'Session not found' }, 404);
      }
      if (method === 'notifications/initialized') return new Response(null, { status: 202 });
      return replyAsEvents(request, nothing);
    };
    return { answer, methods, forget: () => (known.id = 'nobody') };
  }

  it('receives client and version, with only the headers each message needs', async () => {
    const { answer } = legacyServer();
    const { client, requests } = mcpClientOf(answer);
    await client.containers.list();

    const [, initialize, initialized] = requests;
    expect(await initialize?.json()).toEqual({
      jsonrpc: '2.0',
      id: 2,
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'Keepsake', version: '1.2.3' },
      },
    });
    expect(initialize?.headers.get('authorization')).toBe('Bearer access_secret_0001');
    expect(initialize?.headers.has('mcp-protocol-version')).toBe(false);
    expect(await initialized?.json()).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/initialized',
      params: {},
    });
  });

  it.each([
    { status: 400, code: -32_099, handshakes: 1 },
    { status: 200, code: -32_600, handshakes: 1 },
    { status: 200, code: -32_601, handshakes: 1 },
    { status: 200, code: -32_000, handshakes: 1 },
    { status: 200, code: -32_001, handshakes: 1 },
    { status: 200, code: -32_002, handshakes: 1 },
    { status: 404, code: -32_000, handshakes: 1 },
    { status: 400, code: -32_601, handshakes: 1 },
    { status: 200, code: -32_603, handshakes: 0 },
    { status: 404, code: -32_601, handshakes: 0 },
    { status: 400, code: -32_020, handshakes: 0 },
    { status: 400, code: -32_021, handshakes: 0 },
  ])('is recognized by its error response: %o', async ({ status, code, handshakes }) => {
    const methods: string[] = [];
    const { client } = mcpClientOf(async (request) => {
      const { method } = await messageOf(request);
      methods.push(method);
      return method === 'initialize' ? json({}, 403) : replyError(request, { code }, status);
    });

    await client.containers.list();

    expect(methods.filter((method) => method === 'initialize')).toHaveLength(handshakes);
  });

  it.each(['2025-11-25', '2025-06-18', '2025-03-26'])('may choose %s', async (version) => {
    const { client } = mcpClientOf(legacyServer({ version }).answer);

    expect(await client.containers.list()).toEqual(ok([]));
  });

  it.each([
    { refusal: 400, sessions: ['s1'] },
    { refusal: 404, sessions: ['s1'] },
    { refusal: 405, sessions: [] },
    { refusal: 200, sessions: ['s1'] },
  ])('gets a handshake and then keeps the session: %o', async (options) => {
    const { answer, methods } = legacyServer(options);
    const { client, requests } = mcpClientOf(answer);

    expect(await client.containers.list()).toEqual(ok([]));
    expect(await client.containers.list()).toEqual(ok([]));
    expect(methods).toEqual([
      'tools/call',
      'initialize',
      'notifications/initialized',
      'tools/call',
      'tools/call',
    ]);
    const last = requests.at(-1);
    expect(last?.headers.get('mcp-protocol-version')).toBe('2025-06-18');
    expect(last?.headers.get('mcp-session-id')).toBe(options.sessions[0] ?? null);
    expect(await last?.json()).not.toHaveProperty('params._meta');
  });

  it('gets one handshake for ten calls', async () => {
    const { answer, methods } = legacyServer();
    const { client } = mcpClientOf(answer);

    const all = await Promise.all(Array.from({ length: 10 }, () => client.containers.list()));

    expect(all).toEqual(all.map(() => ok([])));
    expect(methods.filter((method) => method === 'initialize')).toHaveLength(1);
  });

  it('gets another handshake after losing the session', async () => {
    const { answer, methods, forget } = legacyServer();
    const { client, requests } = mcpClientOf(answer);
    await client.containers.list();
    forget();

    expect(await client.containers.list()).toEqual(ok([]));
    expect(methods.filter((method) => method === 'initialize')).toHaveLength(2);
    expect(requests.at(-1)?.headers.get('mcp-session-id')).toBe('s2');
  });

  it('is rejected if it chooses an unsupported revision, and no note counts as accepted', async () => {
    const { answer, methods } = legacyServer({ version: '2024-11-05' });
    const { client } = mcpClientOf(answer);

    expect(await client.memories.add({ content: 'N' })).toMatchObject(failed('memory.malformed'));
    expect(methods).toEqual(['tools/call', 'initialize']);
  });

  it('gets no handshake if it only supports a newer revision', async () => {
    const { client, requests } = mcpClientOf((request) =>
      replyError(request, { code: -32_022, data: { supported: ['2027-01-01'] } }, 400),
    );

    expect(await client.containers.list()).toMatchObject(failed('memory.unexpected'));
    expect(requests).toHaveLength(1);
  });

  it('gets a handshake if it supports an older revision', async () => {
    const legacy = legacyServer({ version: '2025-11-25' });
    const { client } = mcpClientOf((request, nth) =>
      nth === 0
        ? replyError(request, { code: -32_022, data: { supported: ['2025-11-25'] } }, 400)
        : legacy.answer(request),
    );

    expect(await client.containers.list()).toEqual(ok([]));
  });

  it.each([
    { step: 'initialize', of: 'a refusal', answer: () => json({}, 403), code: 'unauthorized' },
    { step: 'initialize', of: 'something else', answer: () => json({}), code: 'malformed' },
    { step: 'initialize', of: 'nothing', answer: Response.error, code: 'unreachable' },
    {
      step: 'notifications/initialized',
      of: 'a refusal',
      answer: () => json({}, 403),
      code: 'unauthorized',
    },
    {
      step: 'notifications/initialized',
      of: 'nothing',
      answer: Response.error,
      code: 'unreachable',
    },
  ])('opens no session if the response to $step is $of', async ({ step, answer, code }) => {
    const legacy = legacyServer();
    const { client } = mcpClientOf(async (request) => {
      const { method } = await messageOf(request);
      return method === step ? answer() : legacy.answer(request);
    });

    expect(await client.containers.list()).toMatchObject(failed(`memory.${code}`));
    const calls = legacy.methods.filter((method) => method === 'tools/call');
    expect(legacy.methods.at(-1)).toBe(step === 'initialize' ? 'tools/call' : 'initialize');
    expect(calls.length).toBe(code === 'unreachable' ? 3 : 1);
  });

  it('may respond to a notification with an empty stream', async () => {
    const legacy = legacyServer();
    const { client } = mcpClientOf(async (request) => {
      const { method } = await messageOf(request);
      const headers = { 'Content-Type': 'text/event-stream' };
      return method.startsWith('notifications/')
        ? new Response('', { headers })
        : legacy.answer(request);
    });

    expect(await client.containers.list()).toEqual(ok([]));
  });

  it('keeps the session after a lost connection', async () => {
    const legacy = legacyServer();
    const { client } = mcpClientOf((request, nth) =>
      nth === 4 ? Response.error() : legacy.answer(request),
    );
    await client.containers.list();

    expect(await client.containers.list()).toEqual(ok([]));
    expect(legacy.methods.filter((method) => method === 'initialize')).toHaveLength(1);
  });

  it.each([
    { sessions: ['s1'], handshakes: 1, result: failed('memory.validation') },
    { sessions: [], handshakes: 2, result: ok([]) },
  ])('loses its session with a 400 only if it has no session ids: %o', async (expected) => {
    const legacy = legacyServer({ sessions: expected.sessions });
    const { client } = mcpClientOf((request, nth) =>
      nth === 4 ? json({}, 400) : legacy.answer(request),
    );
    await client.containers.list();

    expect(await client.containers.list()).toMatchObject(expected.result);
    expect(legacy.methods.filter((method) => method === 'initialize')).toHaveLength(
      expected.handshakes,
    );
  });

  it('opens one session if two calls notice at different times that the last session has ended', async () => {
    const legacy = legacyServer();
    const late = Promise.withResolvers<void>();
    const { client } = mcpClientOf(async (request, nth) => {
      const answer = await legacy.answer(request);
      if (nth === 5) await late.promise;
      return answer;
    });
    await client.containers.list();
    legacy.forget();

    const first = client.containers.list();
    const second = client.containers.list();
    expect(await first).toEqual(ok([]));
    late.resolve();

    expect(await second).toEqual(ok([]));
    expect(legacy.methods.filter((method) => method === 'initialize')).toHaveLength(2);
  });

  describe('that doesn’t respond to the handshake', () => {
    function silent() {
      return mcpClientOf(async (request) => {
        const { method } = await messageOf(request);
        return method === 'initialize' ? hang(request) : json({}, 400);
      });
    }

    it('releases a caller that aborts', async () => {
      const { client, requests } = silent();
      const giveUp = new AbortController();
      const listed = client.containers.list({ signal: giveUp.signal });
      await settle();
      expect(requests).toHaveLength(2);

      giveUp.abort();

      expect(await listed).toMatchObject(failed('memory.aborted'));
    });

    it('times out', async () => {
      const { client, time } = silent();
      const found = client.search({ q: 'x' });
      await settle();

      await time.pass(2 * defaultTimeoutMs);

      expect(await found).toMatchObject(failed('memory.timeout'));
    });
  });
});
