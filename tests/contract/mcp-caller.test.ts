/** The MCP endpoint before any tool runs: who can call it, where a client gets consent, and invalid requests. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRequestLimiter } from '../../service/auth/request-limiter.ts';
import { mcpRoutes } from '../../service/mcp/routes.ts';
import { McpClient, toolRefusalOf } from './mcp-client.ts';
import { openTwoAccounts, type TwoAccounts } from './two-accounts.ts';

let service: TwoAccounts;
beforeAll(async () => {
  service = await openTwoAccounts({ baseUrl: () => 'https://memory.example', routes: [mcpRoutes] });
});
afterAll(() => service.close());

const METADATA =
  'resource_metadata="https://memory.example/.well-known/oauth-protected-resource/mcp-http"';
const listing = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} };

interface Asked {
  readonly token?: string;
  readonly method?: string;
  readonly body?: string | null;
  readonly headers?: Record<string, string>;
}

function ask({ token, method = 'POST', body = JSON.stringify(listing), headers = {} }: Asked) {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return service.anonymous({ ...authorization, ...headers }).fetch(
    new Request('http://localhost/mcp-http', {
      method,
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      ...(method === 'POST' ? { body } : {}),
    }),
  );
}

const owner = { token: 'owner-of-first' };

describe('a caller of the MCP server', () => {
  it.each(['POST', 'GET', 'DELETE'])(
    'without a bearer token is told where to get consent: %s',
    async (method) => {
      const response = await ask({ method });

      expect(response.status).toBe(401);
      expect(response.headers.get('www-authenticate')).toBe(
        `Bearer ${METADATA}, scope="memory:read"`,
      );
      expect(await response.json()).toMatchObject({ code: 'unauthenticated', details: {} });
    },
  );

  it('with an expired access token is told to renew it', async () => {
    const response = await ask({ token: 'keepsake_at_expired' });

    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toBe(
      `Bearer error="invalid_token", ${METADATA}, scope="memory:read"`,
    );
    expect(await response.json()).toMatchObject({ code: 'unauthenticated' });
  });

  it('with an unknown key is rejected permanently', async () => {
    const response = await ask({ token: 'keepsake_unknown' });

    expect(response.status).toBe(403);
    expect(response.headers.has('www-authenticate')).toBe(false);
    expect(await response.json()).toMatchObject({ code: 'unauthorized' });
  });

  it('with a valid token is accepted', async () => {
    expect((await ask(owner)).status).toBe(200);
  });
});

describe('the MCP endpoint', () => {
  it.each(['GET', 'DELETE', 'PUT'])('has no sessions to follow or end: %s', async (method) => {
    const response = await ask({ ...owner, method });

    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
  });

  it.each([
    ['invalid JSON', '{', 422],
    ['an empty body', '', 422],
    ['a body larger than any document', `"${'x'.repeat(13 * 1024 * 1024)}"`, 400],
  ])('returns the envelope for %s', async (_name, body, status) => {
    const response = await ask({ ...owner, body });

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ code: 'validation' });
  });

  it.each([null, 7, [], {}, { jsonrpc: '2.0', id: 1, method: 7 }])(
    'reports that %j isn’t a protocol message',
    async (message) => {
      const response = await ask({ ...owner, body: JSON.stringify(message) });

      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({ jsonrpc: '2.0', error: {} });
    },
  );

  it.each(['*/*', '*/*;q=0.8', 'application/*, text/*', 'application/json, */*', null])(
    'accepts any client that takes both JSON and events: %s',
    async (accept) => {
      const response = await service.fetch(
        new Request('http://localhost/mcp-http', {
          method: 'POST',
          headers: {
            authorization: `Bearer ${owner.token}`,
            'content-type': 'application/json',
            ...(accept === null ? {} : { accept }),
          },
          body: JSON.stringify(listing),
        }),
      );

      expect(response.status).toBe(200);
      expect(await response.text()).toContain('search_memories');
    },
  );

  it.each(['text/html', 'application/json'])('rejects one that takes only %s', async (accept) => {
    expect((await ask({ ...owner, headers: { accept } })).status).toBe(406);
  });

  it.each([
    ['initialize', undefined],
    ['initialize', {}],
    [
      'initialize',
      { protocolVersion: 7, capabilities: {}, clientInfo: { name: 'x', version: '1' } },
    ],
    ['initialize', { protocolVersion: '2025-06-18' }],
    ['initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 5 } }],
    ['tools/list', { cursor: 9 }],
    ['tools/call', { name: 7 }],
    ['tools/call', undefined],
  ])('rejects invalid parameters of %s as such: %j', async (method, params) => {
    const response = await ask({
      ...owner,
      body: JSON.stringify({ jsonrpc: '2.0', id: 'seven', method, params }),
    });

    const text = await response.text();
    const json: unknown = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text);
    expect(json).toMatchObject({ jsonrpc: '2.0', id: 'seven', error: { code: -32602 } });
  });

  it('rejects an unknown tool', async () => {
    const call = { ...listing, method: 'tools/call', params: { name: 'create_container' } };

    const response = await ask({ ...owner, body: JSON.stringify(call) });

    expect(await response.text()).toContain('"code":-32602');
  });

  it('reports a bug in the envelope, without its message', async () => {
    const broken = await openTwoAccounts({
      baseUrl: () => 'https://memory.example',
      routes: [mcpRoutes],
      chooseAgent: () => {
        throw new Error('The secret is kestrel.');
      },
    });
    const client = await McpClient.connect(broken.owners[0]);

    const answer = await client.call('ask_agent', { message: 'Which bird?' });

    expect(toolRefusalOf(answer)).toBe('internal');
    expect(JSON.stringify(answer)).not.toContain('kestrel');
    await broken.close();
  });

  it('rejects subscriptions to changes', async () => {
    const meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const listen = {
      ...listing,
      method: 'subscriptions/listen',
      params: { notifications: { toolsListChanged: true }, _meta: meta },
    };

    const response = await ask({
      ...owner,
      body: JSON.stringify(listen),
      headers: { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'subscriptions/listen' },
    });

    expect(await response.json()).toMatchObject({ error: { code: -32601 } });
  });
});

describe('the request limit', () => {
  it('also counts requests that aren’t tool calls', async () => {
    const limiter = createRequestLimiter({ now: () => Date.now() }, 2);
    const limited = await openTwoAccounts({ limiter, routes: [mcpRoutes] });
    const { token } = await limited.owners[0].createKey();
    const list = () =>
      limited.owners[0].with(token).fetch(
        new Request('http://localhost/mcp-http', {
          method: 'POST',
          headers: { accept: 'application/json, text/event-stream' },
          body: JSON.stringify(listing),
        }),
      );

    expect([(await list()).status, (await list()).status]).not.toContain(429);
    const refused = await list();

    expect(refused.status).toBe(429);
    expect(await refused.json()).toMatchObject({ details: { limit_per_min: 2 } });
    await limited.close();
  });
});
