import { maxConcurrentTurns } from '../contract/limits.ts';
import type { MemoryClient } from './client.ts';
import { failure } from './failure.ts';
import { type Access, createConversation } from './mcp/session.ts';
import { createClient } from './operations.ts';
import { defaultMaxBodyBytes, defaultTimeoutMs, type RestClientOptions } from './rest.ts';
import { readServiceAddress } from './service-address.ts';
import { sendPersistently } from './transport.ts';
import { createConcurrencyLimit } from './concurrency-limit.ts';

export interface McpClientOptions extends Omit<RestClientOptions, 'credential'> {
  readonly access: Access;
  readonly version: string;
}

export const mcpPath = '/mcp-http';

/** With an invalid `baseUrl`, every call fails. `documents.get` has no tool, so it fails with `memory.not-offered`. */
export function createMcpClient({
  access,
  version,
  timeoutMs = defaultTimeoutMs,
  maxBodyBytes = defaultMaxBodyBytes,
  turns = createConcurrencyLimit(maxConcurrentTurns),
  ...options
}: McpClientOptions): MemoryClient {
  const address = readServiceAddress(options.baseUrl);
  if (!address.ok) {
    return createClient(async () => ({ ok: false, error: address.error, mayBeDone: false }));
  }
  const callTool = createConversation({
    ...options,
    url: address.value.to(mcpPath),
    access,
    client: { name: 'Keepsake', version },
    timeoutMs,
    maxBodyBytes,
  });
  return createClient(async (operation) => {
    const { tool, signal } = operation;
    if (tool === null) return { ok: false, error: failure('memory.not-offered'), mayBeDone: false };
    const mayRunTwice = operation.repeatAfter.includes('server-error');
    const makeAttempt = () => callTool(tool, { mayRunTwice, signal });
    return sendPersistently(operation, makeAttempt, { ...options, turns });
  });
}
