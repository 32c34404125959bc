import { maxConcurrentTurns } from '../contract/limits.ts';
import { attempt, type Credential, type Sleep } from './attempt.ts';
import type { MemoryClient } from './client.ts';
import { createClient } from './operations.ts';
import { readServiceAddress } from './service-address.ts';
import { sendPersistently, type Transport } from './transport.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';

export interface RestClientOptions {
  /** Address of the service without `/v1`; may have a path. */
  readonly baseUrl: string;
  /** Absent if the service needs none, like the one on this device. Called before every attempt. */
  readonly credential?: Credential | null | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
  /** For one attempt, including its body. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Shared by the clients of one account. By default each client has its own. */
  readonly turns?: ConcurrencyLimit;
}

/** Contract, section 8: a search after a quiet spell can take up to a minute. */
export const defaultTimeoutMs = 90_000;
export const defaultMaxBodyBytes = 8 * 1024 * 1024;

/** With an invalid `baseUrl` every call fails. */
export function createRestClient(options: RestClientOptions): MemoryClient {
  const transport = openTransport(options);
  return createClient((operation) => transport({ ...operation, ...operation.rest }));
}

export function openTransport({
  credential = null,
  timeoutMs = defaultTimeoutMs,
  maxBodyBytes = defaultMaxBodyBytes,
  turns = createConcurrencyLimit(maxConcurrentTurns),
  ...given
}: RestClientOptions): Transport {
  const address = readServiceAddress(given.baseUrl);
  if (!address.ok) return async () => ({ ok: false, error: address.error, mayBeDone: false });
  const options = { ...given, credential, timeoutMs, maxBodyBytes, turns };
  return (call) => {
    const { method, path, query, body, signal } = call;
    const url = address.value.to(path, query);
    const prepared = { method, url, body: body === undefined ? null : JSON.stringify(body) };
    return sendPersistently(call, () => attempt(prepared, options, signal), options);
  };
}
