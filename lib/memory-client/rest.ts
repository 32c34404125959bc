import { maxConcurrentTurns } from '../contract/limits.ts';
import { attempt, type Credential, type Sleep } from './attempt.ts';
import type { MemoryClient } from './client.ts';
import { createCapabilities, readStreamed } from './ask-stream.ts';
import { createClient } from './operations.ts';
import { readServiceAddress } from './service-address.ts';
import { sendPersistently, type Transport } from './transport.ts';
import { createConcurrencyLimit, type ConcurrencyLimit } from './concurrency-limit.ts';

export interface RestClientOptions {
  /** Address of the service without `/v1`; it may contain a path. */
  readonly baseUrl: string;
  /** Undefined if the service needs no credential, like the service on this device. Called before every attempt. */
  readonly credential?: Credential | null | undefined;
  readonly fetch: (request: Request) => Promise<Response>;
  readonly sleep: Sleep;
  /** Returns a number in [0, 1). */
  readonly random: () => number;
  /** Timeout of one attempt, including its body, in milliseconds. */
  readonly timeoutMs?: number;
  readonly maxBodyBytes?: number;
  /** Shared by the clients of one account. By default, each client has its own. */
  readonly turns?: ConcurrencyLimit;
}

/** A search after a quiet period may take up to a minute (contract, section 8). */
export const defaultTimeoutMs = 90_000;
export const defaultMaxBodyBytes = 8 * 1024 * 1024;

/** With an invalid `baseUrl`, every call fails. */
export function createRestClient(options: RestClientOptions): MemoryClient {
  const transport = openTransport(options);
  const capabilities = createCapabilities(transport);
  return createClient(async ({ rest, onText, bodyWithMetadata, ...terms }) => {
    const isBeyondContract = onText !== undefined || bodyWithMetadata !== undefined;
    const offered = isBeyondContract ? await capabilities(terms.signal) : {};
    const body = offered.note_metadata === true ? (bodyWithMetadata ?? rest.body) : rest.body;
    const streamed = offered.ask_stream === true ? { onText } : {};
    return transport({ ...terms, ...rest, body, ...streamed });
  });
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
    const { method, path, query, body, signal, onText, idempotencyKey: key } = call;
    const headers = {
      ...(onText === undefined ? {} : { Accept: 'text/event-stream, application/json' }),
      ...(key === undefined ? {} : { 'Idempotency-Key': key }),
    };
    const url = address.value.to(path, query);
    const json = body === undefined ? null : JSON.stringify(body);
    const request = { method, url, headers, body: json };
    const reading = onText === undefined ? options : { ...options, readBody: readStreamed(onText) };
    return sendPersistently(call, () => attempt(request, reading, signal), options);
  };
}
