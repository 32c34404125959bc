/** The client over REST. */
import {
  addDocumentAnswerSchema,
  containersAnswerSchema,
  documentSchema,
  documentsAnswerSchema,
} from '../contracts/memory-api.ts';
import type { MemoryError } from '../contracts/errors.ts';
import { maxConcurrentTurns } from '../contracts/limits.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import type { AnswerBody } from './answer-body.ts';
import type { Credential } from './attempt.ts';
import type { Added, Deletion, DocumentPage, MemoryClient } from './client.ts';
import type { Sleep } from './deadline.ts';
import { failure } from './failure.ts';
import { pathSegment, readServiceAddress, type Query } from './service-address.ts';
import { readAskAnswer } from './shapes/ask-answer.ts';
import { readProfile, readRules } from './shapes/items.ts';
import { readAddedNote, readConfirmation } from './shapes/notes.ts';
import { readSearch } from './shapes/search.ts';
import { createTransport, type Call, type Transport } from './transport.ts';
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
const defaultMaxBodyBytes = 32 * 1024 * 1024;

/** Makes the client of one service and one credential. A `baseUrl` that cannot be used fails every call. */
export function createRestClient(options: RestClientOptions): MemoryClient {
  const transport = openTransport(options);
  const call = async <T>(request: Call, read: Reader<T>): Promise<Result<T, MemoryError>> => {
    const sent = await transport(request);
    return sent.ok ? readJson(sent.body, read) : err(sent.error);
  };

  return {
    containers: {
      list: ({ signal } = {}) =>
        call({ method: 'GET', path: '/v1/containers', signal }, (body) => {
          const answer = containersAnswerSchema.safeParse(body);
          return answer.success ? answer.data.containers : null;
        }),
    },
    documents: {
      add: (input, { signal } = {}) =>
        call({ method: 'POST', path: '/v1/documents', body: input, signal }, readAdded),
      list: ({ container, limit, cursor } = {}, { signal } = {}) => {
        const query = { container, limit, cursor };
        return call({ method: 'GET', path: '/v1/documents', query, signal }, readDocumentPage);
      },
      get: async ({ id }, { signal } = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        return call({ method: 'GET', path: `/v1/documents/${segment}`, signal }, (body) => {
          const document = documentSchema.safeParse(body);
          return document.success ? document.data : null;
        });
      },
      delete: async ({ id, confirm }, { signal } = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        return callForDeletion(transport, {
          path: `/v1/documents/${segment}`,
          query: {},
          isConfirmed: confirm === true,
          isTurn: false,
          signal,
        });
      },
    },
    memories: {
      add: async (input, { signal } = {}) => {
        const isTurn = input.static === true;
        const path = '/v1/memories';
        const sent = await transport({ method: 'POST', path, body: input, isTurn, signal });
        if (!sent.ok) return err(sent.error);
        // The contract shows no body: a note that was taken needs none.
        if (sent.body.kind === 'empty') return ok({ status: null, memoryId: null });
        return readJson(sent.body, readAddedNote);
      },
      forget: async ({ id, container, confirm }, { signal } = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        return callForDeletion(transport, {
          path: `/v1/memories/${segment}`,
          query: { container },
          isConfirmed: confirm === true,
          isTurn: confirm === true,
          signal,
        });
      },
    },
    search: (input, { signal } = {}) =>
      call({ method: 'POST', path: '/v1/search', body: input, signal }, readSearch),
    profile: ({ q } = {}, { signal } = {}) =>
      call({ method: 'GET', path: '/v1/profile', query: { q }, signal }, readProfile),
    ask: (input, { signal } = {}) =>
      call({ method: 'POST', path: '/v1/ask', body: input, isTurn: true, signal }, readAskAnswer),
    rules: ({ signal } = {}) =>
      call({ method: 'GET', path: '/v1/rules', signal }, (body) => readRules(body)),
  };
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

/** Null where the body is not what the operation answers. */
type Reader<T> = (body: unknown) => T | null;

function readJson<T>(body: AnswerBody, read: Reader<T>): Result<T, MemoryError> {
  const value = body.kind === 'json' ? read(body.value) : null;
  return value === null ? err(failure('memory.malformed')) : ok(value);
}

function readAdded(body: unknown): Added | null {
  const answer = addDocumentAnswerSchema.safeParse(body);
  if (!answer.success) return null;
  const { status, document_id: documentId, path } = answer.data;
  return { status, documentId: documentId ?? null, path: path ?? null };
}

function readDocumentPage(body: unknown): DocumentPage | null {
  const answer = documentsAnswerSchema.safeParse(body);
  if (!answer.success) return null;
  if (Array.isArray(answer.data)) return { documents: answer.data, nextCursor: null };
  const { documents, next_cursor: nextCursor } = answer.data;
  // An empty cursor would ask for the first page again.
  return { documents, nextCursor: nextCursor === '' ? null : (nextCursor ?? null) };
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
    isAnswer: (body) => readConfirmation(body) !== null,
    signal,
  });
  if (!sent.ok) {
    // An attempt whose answer was lost has done it: that is why the item is unknown now.
    const isDone = isConfirmed && sent.mayBeDone && sent.error.code === 'memory.not-found';
    return isDone ? ok({ outcome: 'deleted' }) : err(sent.error);
  }
  const { body } = sent;
  if (body.kind === 'html' || body.kind === 'too-large') return err(failure('memory.malformed'));
  const confirmation = body.kind === 'json' ? readConfirmation(body.value) : null;
  return ok(confirmation ?? { outcome: 'deleted' });
}

function unusableId(): MemoryError {
  return failure('memory.validation', 'No item can have such an identifier.');
}
