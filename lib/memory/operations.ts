/** Every operation of the contract, written once: how REST names it, how MCP names it, and how its answer is read. */
import type { MemoryError } from '../contracts/errors.ts';
import {
  addDocumentAnswerSchema,
  containersAnswerSchema,
  documentSchema,
  documentsAnswerSchema,
} from '../contracts/memory-api.ts';
import { err, ok, type Result } from '../contracts/result.ts';
import type { AnswerBody } from './answer-body.ts';
import type { Added, Deletion, DocumentPage, MemoryClient } from './client.ts';
import { failure } from './failure.ts';
import { pathSegment } from './service-address.ts';
import { isRecord } from './shapes/json.ts';
import { readAskAnswer } from './shapes/ask-answer.ts';
import { readProfile, readRules } from './shapes/items.ts';
import { readAddedNote, readConfirmation } from './shapes/notes.ts';
import { readSearch } from './shapes/search.ts';
import type { Call, CallTerms, Sent } from './transport.ts';

/** One call of an operation, in the words of both ways to the service. */
export interface Operation extends CallTerms {
  readonly rest: Pick<Call, 'method' | 'path' | 'query' | 'body'>;
  /** Null where only REST has it. */
  readonly tool: ToolCall | null;
}

/** A tool of MCP, by the contract's name. */
export interface ToolCall {
  readonly name: string;
  readonly arguments: Readonly<Record<string, unknown>>;
}

export type Send = (operation: Operation) => Promise<Sent>;

/** Makes the client whose operations go by `send`. */
export function createClient(send: Send): MemoryClient {
  const call = async <T>(
    operation: Operation,
    read: Reader<T>,
  ): Promise<Result<T, MemoryError>> => {
    const sent = await send(operation);
    return sent.ok ? readJson(sent.body, read) : err(sent.error);
  };

  return {
    containers: {
      list: (options = {}) =>
        call(
          {
            rest: { method: 'GET', path: '/v1/containers' },
            tool: { name: 'list_containers', arguments: {} },
            ...options,
          },
          (body) => {
            const answer = containersAnswerSchema.safeParse(body);
            return answer.success ? answer.data.containers : null;
          },
        ),
    },
    documents: {
      add: (input, options = {}) =>
        call(
          {
            rest: { method: 'POST', path: '/v1/documents', body: input },
            tool: { name: 'add_document', arguments: input },
            ...options,
          },
          readAdded,
        ),
      list: ({ container, limit, cursor } = {}, options = {}) => {
        const query = { container, limit, cursor };
        return call(
          {
            rest: { method: 'GET', path: '/v1/documents', query },
            tool: { name: 'list_documents', arguments: query },
            ...options,
          },
          readDocumentPage,
        );
      },
      get: async ({ id }, options = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        return call(
          { rest: { method: 'GET', path: `/v1/documents/${segment}` }, tool: null, ...options },
          (body) => {
            const document = documentSchema.safeParse(body);
            return document.success ? document.data : null;
          },
        );
      },
      delete: async ({ id, confirm }, options = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        const isConfirmed = confirm === true;
        const given = isConfirmed ? { confirm: true } : {};
        return callForDeletion(send, isConfirmed, {
          rest: { method: 'DELETE', path: `/v1/documents/${segment}`, query: given },
          tool: { name: 'delete_document', arguments: { id, ...given } },
          isTurn: false,
          ...options,
        });
      },
    },
    memories: {
      add: async (input, options = {}) => {
        const sent = await send({
          rest: { method: 'POST', path: '/v1/memories', body: input },
          tool: { name: 'add_memory', arguments: input },
          isTurn: input.static === true,
          endsWhenUnknown: true,
          ...options,
        });
        if (!sent.ok) return err(sent.error);
        // The contract shows no body, so any will do but one that something else sent in the service's place.
        if (sent.body.kind === 'empty' || sent.body.kind === 'text') {
          return ok({ status: null, memoryId: null });
        }
        return readJson(sent.body, readAddedNote);
      },
      forget: async ({ id, container, confirm }, options = {}) => {
        const segment = pathSegment(id);
        if (segment === null) return err(unusableId());
        const isConfirmed = confirm === true;
        const given = isConfirmed ? { container, confirm: true } : { container };
        return callForDeletion(send, isConfirmed, {
          rest: { method: 'DELETE', path: `/v1/memories/${segment}`, query: given },
          tool: { name: 'forget_memory', arguments: { id, ...given } },
          isTurn: isConfirmed,
          ...options,
        });
      },
    },
    search: (input, options = {}) =>
      call(
        {
          rest: { method: 'POST', path: '/v1/search', body: input },
          tool: { name: 'search_memories', arguments: input },
          endsOnTimeout: true,
          ...options,
        },
        readSearch,
      ),
    profile: ({ q } = {}, options = {}) =>
      call(
        {
          rest: { method: 'GET', path: '/v1/profile', query: { q } },
          tool: { name: 'get_profile', arguments: { q } },
          ...options,
        },
        readProfile,
      ),
    ask: (input, options = {}) =>
      call(
        {
          rest: { method: 'POST', path: '/v1/ask', body: input },
          tool: { name: 'ask_agent', arguments: input },
          isTurn: true,
          endsOnTimeout: true,
          ...options,
        },
        readAskAnswer,
      ),
    rules: (options = {}) =>
      call(
        {
          rest: { method: 'GET', path: '/v1/rules' },
          tool: { name: 'memory_rules', arguments: {} },
          ...options,
        },
        (body) => readRules(body),
      ),
  };
}

/** Whether a body is the demand for a confirmation, which answers a deletion at whatever status it comes. */
export function asksForConfirmation(body: unknown): boolean {
  return readConfirmation(body) !== null;
}

/** Reads what came of a deletion. */
export function readDeletion(sent: Sent, isConfirmed: boolean): Result<Deletion, MemoryError> {
  if (!sent.ok) {
    // An attempt whose answer was lost has done it: that is why the item is unknown now.
    const isDone = isConfirmed && sent.mayBeDone && sent.error.code === 'memory.not-found';
    return isDone ? ok({ outcome: 'deleted' }) : err(sent.error);
  }
  const { body } = sent;
  if (body.kind === 'html' || body.kind === 'too-large') return err(failure('memory.malformed'));
  const confirmation = body.kind === 'json' ? readConfirmation(body.value) : null;
  if (confirmation !== null) return ok(confirmation);
  // Before the person has agreed nothing is deleted (contract, section 3), unless the service itself says that it was.
  return isConfirmed || saysDeleted(body)
    ? ok({ outcome: 'deleted' })
    : err(failure('memory.malformed'));
}

function saysDeleted(body: AnswerBody): boolean {
  if (body.kind !== 'json' || !isRecord(body.value)) return false;
  return body.value['status'] === 'deleted' || body.value['status'] === 'forgotten';
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

async function callForDeletion(
  send: Send,
  isConfirmed: boolean,
  operation: Operation,
): Promise<Result<Deletion, MemoryError>> {
  return readDeletion(await send({ ...operation, isAnswer: asksForConfirmation }), isConfirmed);
}

function unusableId(): MemoryError {
  return failure('memory.validation', 'No item can have such an identifier.');
}
