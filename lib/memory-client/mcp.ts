/** The client over MCP, which read-only connections use at `/mcp-http` of a service. */
import { maxConcurrentTurns } from '../contract/limits.ts';
import type { MemoryClient } from './client.ts';
import type { Sleep } from './attempt.ts';
import { failure } from './failure.ts';
import { type Access, createConversation } from './mcp/session.ts';
import { createClient, type Send } from './operations.ts';
import { defaultMaxBodyBytes, defaultTimeoutMs } from './rest.ts';
import { readServiceAddress } from './service-address.ts';
import { sendPersistently, type Sent } from './transport.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';

export interface McpClientOptions {
  /** Address of the service without `/mcp-http`; may have a path. */
  readonly baseUrl: string;
  readonly access: Access;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
  /** Sent to the service. */
  readonly version: string;
  /** For one message and its reply. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Shared by the clients of one account. By default each client has its own. */
  readonly turns?: ConcurrencyLimit;
}

/** The path of MCP below the base address. */
export const mcpPath = '/mcp-http';

/**
 * Makes the client of one service. With an invalid `baseUrl` every call fails; so does `documents.get`, for which the
 * contract has no tool, with `memory.not-offered`.
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
  const turns = options.turns ?? createConcurrencyLimit(maxConcurrentTurns);
  return async (operation) => {
    const { tool, signal } = operation;
    if (tool === null) return refused(failure('memory.not-offered'));
    const mayRunTwice = operation.repeatAfter.includes('server-error');
    const makeAttempt = () => conversation.callTool(tool, { mayRunTwice, signal });
    return sendPersistently(operation, makeAttempt, { sleep, random, turns });
  };
}

function refused(error: Extract<Sent, { ok: false }>['error']): Sent {
  return { ok: false, error, mayBeDone: false };
}
