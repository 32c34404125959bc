/** The client over REST. */
import type { MemoryError } from '../contracts/errors.ts';
import { maxConcurrentTurns } from '../contracts/limits.ts';
import type { Result } from '../contracts/result.ts';
import type { Credential } from './attempt.ts';
import type { Deletion, MemoryClient } from './client.ts';
import type { Sleep } from './deadline.ts';
import { asksForConfirmation, createClient, readDeletion } from './operations.ts';
import { readServiceAddress, type Query } from './service-address.ts';
import { createTransport, type Transport } from './transport.ts';
import { createTurnLine, type TurnLine } from './turn-line.ts';

export interface RestClientOptions {
  /** Address of the service without `/v1`; a path in it is kept. */
  readonly baseUrl: string;
  /** Absent where the service asks for none, as the home on this device. Asked before every attempt. */
  readonly credential?: Credential | null | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: Sleep;
  /** In [0, 1). */
  readonly random: () => number;
  /** For one attempt, its body included. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Shared by clients of one account; each client has its own where it is absent. */
  readonly turns?: TurnLine;
}

/** Contract, section 8: a search after a quiet spell may take up to a minute. */
export const defaultTimeoutMs = 90_000;
export const defaultMaxBodyBytes = 8 * 1024 * 1024;

/** Makes the client of one service and one credential. A `baseUrl` that cannot be used fails every call. */
export function createRestClient(options: RestClientOptions): MemoryClient {
  const transport = openTransport(options);
  return createClient((operation) => transport({ ...operation, ...operation.rest }));
}

/** Makes the transport that the options describe. */
export function openTransport(options: RestClientOptions): Transport {
  return createTransport({
    address: readServiceAddress(options.baseUrl),
    credential: options.credential ?? null,
    fetch: options.fetch,
    sleep: options.sleep,
    random: options.random,
    timeoutMs: options.timeoutMs ?? defaultTimeoutMs,
    maxBodyBytes: options.maxBodyBytes ?? defaultMaxBodyBytes,
    turns: options.turns ?? createTurnLine(maxConcurrentTurns),
  });
}

interface DeletionCall {
  readonly path: string;
  readonly query: Query;
  readonly isConfirmed: boolean;
  readonly isTurn: boolean;
  readonly signal: AbortSignal | undefined;
}

/** Deletes where it is confirmed, and otherwise brings the service’s question. */
export async function callForDeletion(
  transport: Transport,
  { path, query, isConfirmed, isTurn, signal }: DeletionCall,
): Promise<Result<Deletion, MemoryError>> {
  const sent = await transport({
    method: 'DELETE',
    path,
    query: isConfirmed ? { ...query, confirm: true } : query,
    isTurn,
    isAnswer: asksForConfirmation,
    signal,
  });
  return readDeletion(sent, isConfirmed);
}
