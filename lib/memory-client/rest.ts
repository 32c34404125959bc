/** The client over REST. */
import type { MemoryError } from '../contract/errors.ts';
import { maxConcurrentTurns } from '../contract/limits.ts';
import type { Result } from '../contract/result.ts';
import type { Credential, Sleep } from './attempt.ts';
import type { Deletion, MemoryClient } from './client.ts';
import { asksForConfirmation, createClient, readDeletion, repeatPolicies } from './operations.ts';
import { readServiceAddress, type Query } from './service-address.ts';
import { createTransport, type Transport } from './transport.ts';
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

/** Makes the client of one service and one credential. With an invalid `baseUrl` every call fails. */
export function createRestClient(options: RestClientOptions): MemoryClient {
  const transport = openTransport(options);
  return createClient((operation) => transport({ ...operation, ...operation.rest }));
}

/** Makes a transport from the same options. */
export function openTransport(options: RestClientOptions): Transport {
  return createTransport({
    address: readServiceAddress(options.baseUrl),
    credential: options.credential ?? null,
    fetch: options.fetch,
    sleep: options.sleep,
    random: options.random,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    turns: options.turns ?? createConcurrencyLimit(maxConcurrentTurns),
  });
}

interface DeletionCall {
  readonly path: string;
  readonly query: Query;
  readonly isConfirmed: boolean;
  readonly isTurn: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Deletes if confirmed; otherwise gets the service's question. */
export async function callForDeletion(
  transport: Transport,
  { path, query, isConfirmed, isTurn, signal }: DeletionCall,
): Promise<Result<Deletion, MemoryError>> {
  const sent = await transport({
    method: 'DELETE',
    path,
    query: isConfirmed ? { ...query, confirm: true } : query,
    repeatAfter: repeatPolicies.idempotent,
    isTurn,
    isAnswer: asksForConfirmation,
    signal,
  });
  return readDeletion(sent, isConfirmed);
}
