/** The operations of the contract: how REST and MCP name each, when it may be repeated, and how its answer is read. */
import type * as z from 'zod/mini';
import type { MemoryError } from '../contract/errors.ts';
import {
  addDocumentAnswerSchema,
  containersAnswerSchema,
  documentSchema,
  documentsAnswerSchema,
} from '../contract/memory-api.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { transientFailures } from './retry-policy.ts';
import type { AnswerBody } from './answer-body.ts';
import type {
  Added,
  AddedNote,
  CallOptions,
  Deletion,
  DocumentPage,
  MemoryClient,
} from './client.ts';
import { failure } from './failure.ts';
import { pathSegment } from './service-address.ts';
import { isRecord } from './json.ts';
import {
  readAskAnswer,
  readProfile,
  readRules,
  readAddedNote,
  readConfirmation,
  readSearch,
} from './answers.ts';
import type { Call, CallTerms, Sent } from './transport.ts';

/** One call of an operation, for either transport. */
export interface Operation extends CallTerms {
  readonly rest: Pick<Call, 'method' | 'path' | 'query' | 'body'>;
  /** Null if only REST has the operation. */
  readonly tool: ToolCall | null;
}

/** A call of an MCP tool, named as in the contract. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type Send = (operation: Operation) => Promise<Sent>;

/** The failures after which an operation is sent again. How often and after what delay is the same for all of them. */
export const repeatPolicies = {
  /** Reads, and writes that the service recognises when they arrive twice. */
  idempotent: transientFailures,
  /** Reads that somebody is watching: after one timeout they decide whether to wait again. */
  interactive: transientFailures.filter((failed) => failed !== 'timeout'),
  /** Writes that would be stored twice: only failures that say nothing was stored. */
  notIdempotent: ['conflict', 'busy'],
  /** An agent turn costs money and counts against the account: only the refusal that says none was run. */
  agentTurn: ['busy'],
} as const satisfies Record<string, CallTerms['repeatAfter']>;

/** An operation: the call it makes for an input, and what it makes of the answer. */
interface Definition<Input, Value> {
  readonly repeatAfter: CallTerms['repeatAfter'];
  /** Whether a call with this input runs an agent turn. */
  readonly isTurn?: (input: Input) => boolean;
  readonly isAnswer?: CallTerms['isAnswer'];
  /** Null if the input names an item by an id that no path can carry. */
  readonly call: (input: Input) => Pick<Operation, 'rest' | 'tool'> | null;
  readonly read: (sent: Sent, input: Input) => Result<Value, MemoryError>;
}

type InputOf<Method> = Method extends (input: infer I, options?: CallOptions) => unknown
  ? NonNullable<I>
  : never;

const containersList: Definition<void, z.infer<typeof containersAnswerSchema>['containers']> = {
  repeatAfter: repeatPolicies.idempotent,
  call: () => ({
    rest: { method: 'GET', path: '/v1/containers' },
    tool: { name: 'list_containers', arguments: {} },
  }),
  read: json((body) => parsed(containersAnswerSchema, body)?.containers ?? null),
};

/** Safe to repeat with a `custom_id`; without one, a lost answer can leave the material there twice. */
const documentsAdd: Definition<InputOf<MemoryClient['documents']['add']>, Added> = {
  repeatAfter: repeatPolicies.idempotent,
  call: (input) => ({
    rest: { method: 'POST', path: '/v1/documents', body: input },
    tool: { name: 'add_document', arguments: input },
  }),
  read: json(readAdded),
};

const documentsList: Definition<InputOf<MemoryClient['documents']['list']>, DocumentPage> = {
  repeatAfter: repeatPolicies.idempotent,
  call: ({ container, limit, cursor }) => {
    const query = { container, limit, cursor };
    return {
      rest: { method: 'GET', path: '/v1/documents', query },
      tool: { name: 'list_documents', arguments: query },
    };
  },
  read: json(readDocumentPage),
};

const documentsGet: Definition<{ id: string }, z.infer<typeof documentSchema>> = {
  repeatAfter: repeatPolicies.idempotent,
  call: ({ id }) =>
    withSegment(id, (segment) => ({
      rest: { method: 'GET', path: `/v1/documents/${segment}` },
      tool: null,
    })),
  read: json((body) => parsed(documentSchema, body)),
};

const documentsDelete: Definition<InputOf<MemoryClient['documents']['delete']>, Deletion> = {
  repeatAfter: repeatPolicies.idempotent,
  isAnswer: asksForConfirmation,
  call: ({ id, confirm }) =>
    withSegment(id, (segment) => {
      const query = confirm === true ? { confirm } : {};
      return {
        rest: { method: 'DELETE', path: `/v1/documents/${segment}`, query },
        tool: { name: 'delete_document', arguments: { id, ...query } },
      };
    }),
  read: (sent, { confirm }) => readDeletion(sent, confirm === true),
};

const memoriesAdd: Definition<InputOf<MemoryClient['memories']['add']>, AddedNote> = {
  repeatAfter: repeatPolicies.notIdempotent,
  isTurn: (input) => input.static === true,
  call: (input) => ({
    rest: { method: 'POST', path: '/v1/memories', body: input },
    tool: { name: 'add_memory', arguments: input },
  }),
  read: (sent) => {
    if (!sent.ok) return err(sent.error);
    // The contract shows no body, so none is required. An HTML page comes from something else, such as a proxy.
    if (sent.body.kind === 'empty' || sent.body.kind === 'text') {
      return ok({ status: null, memoryId: null });
    }
    return json(readAddedNote)(sent);
  },
};

const memoriesForget: Definition<InputOf<MemoryClient['memories']['forget']>, Deletion> = {
  repeatAfter: repeatPolicies.idempotent,
  isTurn: ({ confirm }) => confirm === true,
  isAnswer: asksForConfirmation,
  call: ({ id, container, confirm }) =>
    withSegment(id, (segment) => {
      const query = confirm === true ? { container, confirm } : { container };
      return {
        rest: { method: 'DELETE', path: `/v1/memories/${segment}`, query },
        tool: { name: 'forget_memory', arguments: { id, ...query } },
      };
    }),
  read: (sent, { confirm }) => readDeletion(sent, confirm === true),
};

const search: Definition<
  InputOf<MemoryClient['search']>,
  NonNullable<ReturnType<typeof readSearch>>
> = {
  repeatAfter: repeatPolicies.interactive,
  call: (input) => ({
    rest: { method: 'POST', path: '/v1/search', body: input },
    tool: { name: 'search_memories', arguments: input },
  }),
  read: json(readSearch),
};

const profile: Definition<
  InputOf<MemoryClient['profile']>,
  NonNullable<ReturnType<typeof readProfile>>
> = {
  repeatAfter: repeatPolicies.idempotent,
  call: ({ q }) => ({
    rest: { method: 'GET', path: '/v1/profile', query: { q } },
    tool: { name: 'get_profile', arguments: { q } },
  }),
  read: json(readProfile),
};

const ask: Definition<
  InputOf<MemoryClient['ask']>,
  NonNullable<ReturnType<typeof readAskAnswer>>
> = {
  repeatAfter: repeatPolicies.agentTurn,
  isTurn: () => true,
  call: (input) => ({
    rest: { method: 'POST', path: '/v1/ask', body: input },
    tool: { name: 'ask_agent', arguments: input },
  }),
  read: json(readAskAnswer),
};

const rules: Definition<void, ReturnType<typeof readRules>> = {
  repeatAfter: repeatPolicies.idempotent,
  call: () => ({
    rest: { method: 'GET', path: '/v1/rules' },
    tool: { name: 'memory_rules', arguments: {} },
  }),
  read: json(readRules),
};

/** Makes a client that sends its operations through `send`. */
export function createClient(send: Send): MemoryClient {
  async function perform<I, T>(
    operation: Definition<I, T>,
    input: I,
    options: CallOptions = {},
  ): Promise<Result<T, MemoryError>> {
    const call = operation.call(input);
    if (call === null) return err(failure('memory.validation', 'This id is not valid.'));
    const { repeatAfter, isTurn, isAnswer, read } = operation;
    const sent = await send({
      ...call,
      repeatAfter,
      isTurn: isTurn?.(input) === true,
      ...(isAnswer === undefined ? {} : { isAnswer }),
      ...options,
    });
    return read(sent, input);
  }

  return {
    containers: { list: (options) => perform(containersList, undefined, options) },
    documents: {
      add: (input, options) => perform(documentsAdd, input, options),
      list: (input = {}, options) => perform(documentsList, input, options),
      get: (input, options) => perform(documentsGet, input, options),
      delete: (input, options) => perform(documentsDelete, input, options),
    },
    memories: {
      add: (input, options) => perform(memoriesAdd, input, options),
      forget: (input, options) => perform(memoriesForget, input, options),
    },
    search: (input, options) => perform(search, input, options),
    profile: (input = {}, options) => perform(profile, input, options),
    ask: (input, options) => perform(ask, input, options),
    rules: (options) => perform(rules, undefined, options),
  };
}

/** Whether a body asks for a confirmation, which answers a deletion at any status. */
export function asksForConfirmation(body: unknown): boolean {
  return readConfirmation(body) !== null;
}

/** Reads the outcome of a deletion. */
export function readDeletion(sent: Sent, isConfirmed: boolean): Result<Deletion, MemoryError> {
  if (!sent.ok) {
    // An earlier attempt deleted it and its answer was lost: that is why the item is unknown now.
    const isDone = isConfirmed && sent.mayBeDone && sent.error.code === 'memory.not-found';
    return isDone ? ok({ outcome: 'deleted' }) : err(sent.error);
  }
  const { body } = sent;
  if (body.kind === 'html' || body.kind === 'too-large') return err(failure('memory.malformed'));
  const confirmation = body.kind === 'json' ? readConfirmation(body.value) : null;
  if (confirmation !== null) return ok(confirmation);
  // Nothing is deleted before the person confirms (contract, section 3), unless the service says that it was.
  return isConfirmed || saysDeleted(body)
    ? ok({ outcome: 'deleted' })
    : err(failure('memory.malformed'));
}

function saysDeleted(body: AnswerBody): boolean {
  if (body.kind !== 'json' || !isRecord(body.value)) return false;
  return body.value['status'] === 'deleted' || body.value['status'] === 'forgotten';
}

/** Makes the reader of a JSON answer. `read` gives null for a body that doesn't answer the operation. */
function json<T>(read: (body: unknown) => T | null) {
  return (sent: Sent): Result<T, MemoryError> => {
    if (!sent.ok) return err(sent.error);
    const value = sent.body.kind === 'json' ? read(sent.body.value) : null;
    return value === null ? err(failure('memory.malformed')) : ok(value);
  };
}

interface Schema<T> {
  safeParse(value: unknown): { success: true; data: T } | { success: false };
}

function parsed<T>(schema: Schema<T>, body: unknown): T | null {
  const result = schema.safeParse(body);
  return result.success ? result.data : null;
}

function withSegment<T>(id: string, make: (segment: string) => T): T | null {
  const segment = pathSegment(id);
  return segment === null ? null : make(segment);
}

function readAdded(body: unknown): Added | null {
  const answer = parsed(addDocumentAnswerSchema, body);
  if (answer === null) return null;
  const { status, document_id: documentId, path } = answer;
  return { status, documentId: documentId ?? null, path: path ?? null };
}

function readDocumentPage(body: unknown): DocumentPage | null {
  const answer = parsed(documentsAnswerSchema, body);
  if (answer === null) return null;
  if (Array.isArray(answer)) return { documents: answer, nextCursor: null };
  const { documents, next_cursor: nextCursor } = answer;
  // An empty cursor would ask for the first page again.
  return { documents, nextCursor: nextCursor === '' ? null : (nextCursor ?? null) };
}
