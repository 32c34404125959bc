/** The client over MCP: what a read-only connection speaks, at `/mcp-http` of a service. */
import { maxConcurrentTurns } from '../contracts/limits.ts';
import type { MemoryClient } from './client.ts';
import type { Sleep } from './deadline.ts';
import { failure } from './failure.ts';
import type { Access } from './mcp/access.ts';
import { createConversation } from './mcp/conversation.ts';
import { createClient, type Send } from './operations.ts';
import { defaultMaxBodyBytes, defaultTimeoutMs } from './rest.ts';
import { readServiceAddress } from './service-address.ts';
import { persist, type Sent } from './transport.ts';
import { createTurnLine, type TurnLine } from './turn-line.ts';

export interface McpClientOptions {
  /** Address of the service without `/mcp-http`; a path in it is kept. */
  readonly baseUrl: string;
  readonly access: Access;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
  /** Told to the service. */
  readonly version: string;
  /** For one message and its reply. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Shared by clients of one account; each client has its own where it is absent. */
  readonly turns?: TurnLine;
}

/** Where a service speaks MCP, below its base address. */
export const mcpPath = '/mcp-http';

/**
 * Makes the client of one service and one access. A `baseUrl` that cannot be used fails every call, and so does an
 * operation for which the contract has no tool: `documents.get`, with `memory.not-offered`.
 */
export function createMcpClient(options: McpClientOptions): MemoryClient {
  return createClient(openSend(options));
}

function openSend(options: McpClientOptions): Send {
  const { baseUrl, access, fetch, sleep, random, version } = options;
  const address = readServiceAddress(baseUrl);
  if (!address.ok) return () => Promise.resolve(refused(address.error));
  const conversation = createConversation({
    url: address.value.to(mcpPath),
    access,
    client: { name: 'Keepsake', version },
    fetch,
    sleep,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
  });
  const turns = options.turns ?? createTurnLine(maxConcurrentTurns);
  return async (operation) => {
    const { tool, signal } = operation;
    if (tool === null) return refused(failure('memory.not-offered'));
    const makeAttempt = () => conversation.callTool(tool, signal);
    return persist(operation, makeAttempt, { sleep, random, turns });
  };
}

function refused(error: Extract<Sent, { ok: false }>['error']): Sent {
  return { ok: false, error, mayBeDone: false };
}
