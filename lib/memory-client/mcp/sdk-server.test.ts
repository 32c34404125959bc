/** Tests the client with servers of each era, built with the MCP SDK, in front of the service in the same process. */
import {
  createMcpHandler,
  McpServer,
  WebStandardStreamableHTTPServerTransport,
  type CallToolResult,
} from '@modelcontextprotocol/server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenService } from '../../../service/app.ts';
import { openNodeService } from '../../../service/runtime/node/node-service.ts';
import { ok } from '../../contract/result.ts';
import { createOwnerClient } from '../owner.ts';
import { mcpClientOf } from '../testing/fake-mcp-service.ts';
import { createManualTime } from '../testing/manual-time.ts';

const ownerToken = 'owner_token_0001';
let connection: OpenService;

beforeEach(async () => {
  connection = await openNodeService({ file: ':memory:', ownerToken });
  const owner = createOwnerClient({
    baseUrl: 'https://connection.example',
    credential: () => Promise.resolve(ownerToken),
    fetch: (request) => connection.fetch(request),
    sleep: createManualTime().sleep,
    random: () => 0.5,
  });
  const created = await owner.createContainer('Birds');
  if (!created.ok) throw new Error(created.error.message);
});
afterEach(() => connection.close());

/** REST routes for the tools. */
const routes: Record<string, { method: string; path: string }> = {
  list_containers: { method: 'GET', path: '/v1/containers' },
  search_memories: { method: 'POST', path: '/v1/search' },
  ask_agent: { method: 'POST', path: '/v1/ask' },
};

function createServer(): McpServer {
  const mcp = new McpServer({ name: 'test', version: '1' }, { capabilities: { tools: {} } });
  mcp.server.setRequestHandler('tools/call', async ({ params }): Promise<CallToolResult> => {
    const { method = '', path = '' } = routes[params.name] ?? {};
    const response = await connection.fetch(
      new Request(`https://connection.example${path}`, {
        method,
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ownerToken}` },
        ...(method === 'POST' ? { body: JSON.stringify(params.arguments) } : {}),
      }),
    );
    const text = await response.text();
    return { content: [{ type: 'text', text }], ...(response.ok ? {} : { isError: true }) };
  });
  return mcp;
}

/**
 * Starts a server of the earlier era, with a single session and streamed responses unless `enableJsonResponse` is set.
 */
async function startLegacy(enableJsonResponse: boolean) {
  const transport = new WebStandardStreamableHTTPServerTransport({
    sessionIdGenerator: () => 'session_1',
    enableJsonResponse,
  });
  await createServer().connect(transport);
  return (request: Request) => transport.handleRequest(request);
}

const eras = [
  { era: 'both eras', start: async () => createMcpHandler(createServer).fetch, messages: 1 },
  {
    era: 'the modern era only',
    start: async () => createMcpHandler(createServer, { legacy: 'reject' }).fetch,
    messages: 1,
  },
  { era: 'the earlier era, with streams', start: () => startLegacy(false), messages: 4 },
  { era: 'the earlier era, with JSON', start: () => startLegacy(true), messages: 4 },
];

describe.each(eras)('a server of $era', ({ start, messages }) => {
  it('is understood', async () => {
    const handle = await start();
    const { client, requests } = mcpClientOf((request) => handle(request));

    expect(await client.containers.list()).toMatchObject(ok([{ name: 'Birds' }]));
    expect(requests).toHaveLength(messages);
    expect(await client.search({ q: 'swift' })).toMatchObject({ value: { searched: 1 } });
    expect(requests).toHaveLength(messages + 1);
    expect(await client.search({ q: '' })).toMatchObject({
      error: { code: 'memory.validation', status: 400, traceId: expect.any(String) },
    });
  });
});
