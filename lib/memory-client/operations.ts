import type { MemoryError } from '../contract/errors.ts';
import {
  type AddMemoryRequest,
  addDocumentResponseSchema,
  containersResponseSchema,
  documentSchema,
  documentsResponseSchema,
} from '../contract/memory-api.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import { transientFailures } from './retry-policy.ts';
import type { Added, CallOptions, Deletion, DocumentPage, MemoryClient } from './client.ts';
import { failure } from './failure.ts';
import { pathSegment, type Query } from './service-address.ts';
import { isRecord } from './json.ts';
import {
  readAskAnswer,
  readProfile,
  readRules,
  readAddedNote,
  readConfirmation,
  readSearch,
} from './responses.ts';
import type { Call, CallTerms, Sent } from './transport.ts';

export interface Operation extends CallTerms {
  readonly rest: Pick<Call, 'method' | 'path' | 'query' | 'body'>;
  /** Null if only REST has the operation. */
  readonly tool: ToolCall | null;
  /** The body for a service that announces `note_metadata`. */
  readonly bodyWithMetadata?: object;
}

export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type Send = (operation: Operation) => Promise<Sent>;

export const repeatPolicies = {
  /** Reads, and writes that the service recognizes if they arrive twice. */
  idempotent: transientFailures,
  /** Interactive reads: after a timeout, the person decides whether to retry. */
  interactive: transientFailures.filter((failed) => failed !== 'timeout'),
  /** Writes that a retry might store twice. */
  notIdempotent: ['conflict', 'busy'],
  /** Agent turns, which cost money and count against the account. */
  agentTurn: ['busy'],
} as const satisfies Record<string, CallTerms['repeatAfter']>;

type OperationCall = Pick<Operation, 'rest' | 'tool' | 'bodyWithMetadata'>;

interface Definition<Input, Value> {
  /** Defaults to the failures for idempotent operations. */
  readonly repeatAfter?: CallTerms['repeatAfter'];
  readonly isTurn?: (input: Input) => boolean;
  readonly isResponse?: NonNullable<CallTerms['isResponse']>;
  /** Returns null for an id that can't be part of a path. */
  readonly call: (input: Input) => OperationCall | null;
  readonly read: (sent: Sent, input: Input) => Result<Value, MemoryError>;
}

export function createClient(send: Send): MemoryClient {
  function method<I, T>({ call, isTurn, read, ...special }: Definition<I, T>) {
    const terms = { repeatAfter: repeatPolicies.idempotent, ...special };
    return async (input: I, options: CallOptions = {}): AsyncResult<T, MemoryError> => {
      const made = call(input);
      if (made === null) return err(failure('memory.validation', 'This id is not valid.'));
      const sent = await send({ ...made, ...terms, isTurn: isTurn?.(input) === true, ...options });
      return read(sent, input);
    };
  }

  const { interactive, notIdempotent, agentTurn } = repeatPolicies;
  const listContainers = method({
    call: get('/v1/containers', 'list_containers'),
    read: json((body) => parsed(containersResponseSchema, body)?.containers ?? null),
  });
  const listRules = method({
    call: get('/v1/rules', 'memory_rules'),
    read: json(readRules),
  });
  return {
    containers: { list: (options) => listContainers({}, options) },
    documents: {
      // Safe to repeat with a `custom_id`; without one, a retry after a lost response might create a duplicate.
      add: method({
        call: post('/v1/documents', 'add_document'),
        read: json(readAdded),
      }),
      list: method({
        call: get('/v1/documents', 'list_documents'),
        read: json(readDocumentPage),
      }),
      get: method({
        call: ({ id }) => {
          const segment = pathSegment(id);
          const rest = { method: 'GET', path: `/v1/documents/${segment}` } as const;
          return segment === null ? null : { rest, tool: null };
        },
        read: json((body) => parsed(documentSchema, body)),
      }),
      delete: method({
        isResponse: asksForConfirmation,
        call: deletion('/v1/documents', 'delete_document'),
        read: (sent, { confirm }) => readDeletion(sent, confirm === true),
      }),
    },
    memories: {
      add: method({
        repeatAfter: notIdempotent,
        isTurn: (input: AddMemoryRequest) => input.static === true,
        call: ({ metadata, ...note }) => ({
          ...post('/v1/memories', 'add_memory')(note),
          ...(metadata === undefined ? {} : { bodyWithMetadata: { ...note, metadata } }),
        }),
        read: (sent) => {
          if (!sent.ok) return err(sent.error);
          // The contract defines no body, so none is required. An HTML page comes from something else, such as a proxy.
          const isBare = sent.body.kind === 'empty' || sent.body.kind === 'text';
          return isBare ? ok({ status: null, memoryId: null }) : json(readAddedNote)(sent);
        },
      }),
      forget: method({
        isTurn: ({ confirm }) => confirm === true,
        isResponse: asksForConfirmation,
        call: deletion('/v1/memories', 'forget_memory'),
        read: (sent, { confirm }) => readDeletion(sent, confirm === true),
      }),
    },
    search: method({
      repeatAfter: interactive,
      call: post('/v1/search', 'search_memories'),
      read: json(readSearch),
    }),
    profile: method({
      call: get('/v1/profile', 'get_profile'),
      read: json(readProfile),
    }),
    ask: method({
      repeatAfter: agentTurn,
      isTurn: () => true,
      call: post('/v1/ask', 'ask_agent'),
      read: json(readAskAnswer),
    }),
    rules: (options) => listRules({}, options),
  };
}

function get(path: string, name: string) {
  return (query: Query = {}): OperationCall => ({
    rest: { method: 'GET', path, query },
    tool: { name, arguments: query },
  });
}

function post(path: string, name: string) {
  return (input: object): OperationCall => ({
    rest: { method: 'POST', path, body: input },
    tool: { name, arguments: { ...input } },
  });
}

interface DeletionInput {
  readonly id: string;
  readonly container?: string;
  readonly confirm?: boolean | undefined;
}

function deletion(path: string, name: string) {
  return ({ id, confirm, ...place }: DeletionInput): OperationCall | null => {
    const segment = pathSegment(id);
    if (segment === null) return null;
    const query = confirm === true ? { ...place, confirm } : place;
    return {
      rest: { method: 'DELETE', path: `${path}/${segment}`, query },
      tool: { name, arguments: { id, ...query } },
    };
  };
}

export function asksForConfirmation(body: unknown): boolean {
  return readConfirmation(body) !== null;
}

export function readDeletion(sent: Sent, isConfirmed: boolean): Result<Deletion, MemoryError> {
  if (!sent.ok) {
    // The item is unknown because an earlier attempt deleted it and the response was lost.
    const isDone = isConfirmed && sent.mayBeDone && sent.error.code === 'memory.not-found';
    return isDone ? ok({ outcome: 'deleted' }) : err(sent.error);
  }
  const { body } = sent;
  if (body.kind === 'html' || body.kind === 'too-large') return err(failure('memory.malformed'));
  const confirmation = body.kind === 'json' ? readConfirmation(body.value) : null;
  if (confirmation !== null) return ok(confirmation);
  const { status, bin_id: binId } = body.kind === 'json' && isRecord(body.value) ? body.value : {};
  // Nothing is deleted before the person confirms (contract, section 3), unless the service reports a deletion.
  const isDeleted = isConfirmed || status === 'deleted' || status === 'forgotten';
  if (!isDeleted) return err(failure('memory.malformed'));
  return ok({ outcome: 'deleted', ...(typeof binId === 'string' ? { binId } : {}) });
}

/** `read` returns null for a body that isn't a response to the operation. */
export function json<T>(read: (body: unknown) => T | null) {
  return (sent: Sent): Result<T, MemoryError> => {
    if (!sent.ok) return err(sent.error);
    const value = sent.body.kind === 'json' ? read(sent.body.value) : null;
    return value === null ? err(failure('memory.malformed')) : ok(value);
  };
}

export interface Schema<T> {
  safeParse(value: unknown): { data?: T | undefined };
}

export function parsed<T>(schema: Schema<T>, body: unknown): T | null {
  return schema.safeParse(body).data ?? null;
}

function readAdded(body: unknown): Added | null {
  const answer = parsed(addDocumentResponseSchema, body);
  if (answer === null) return null;
  const { status, document_id: documentId, path } = answer;
  return { status, documentId: documentId ?? null, path: path ?? null };
}

function readDocumentPage(body: unknown): DocumentPage | null {
  const answer = parsed(documentsResponseSchema, body);
  if (answer === null) return null;
  if (Array.isArray(answer)) return { documents: answer, nextCursor: null };
  const { documents, next_cursor: nextCursor } = answer;
  // An empty cursor would request the first page again.
  return { documents, nextCursor: nextCursor === '' ? null : (nextCursor ?? null) };
}
