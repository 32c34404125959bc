/** Reads responses whose shape the contract leaves open: search, profile, rules, ask, notes and confirmations. */
import { quotesAgentName } from '../contract/nothing-found.ts';
import type * as z from 'zod/mini';
import {
  searchResponseSchema,
  type searchedContainerSchema,
  searchHitSchema,
  type SearchHit,
} from '../contract/memory-api.ts';
import type {
  FailedMemory,
  SearchOutcome,
  Profile,
  ProfileItem,
  Rule,
  AskAnswer,
  AddedNote,
  Deletion,
} from './client.ts';
import { isRecord, readText, toText, firstOf, readId } from './json.ts';

/** Reads `POST /v1/search`. Returns null if a required list is missing or a hit doesn't name its Memory. */
export function readSearch(body: unknown): SearchOutcome | null {
  const response = searchResponseSchema.safeParse(body);
  if (!response.success) return null;
  const { results, containers, corrections = [], operators = [] } = response.data;
  return {
    hits: results,
    failed: containers.filter(hasFailed).map(toFailedMemory),
    searched: containers.length,
    ...(corrections.length === 0 ? {} : { corrections }),
    ...(operators.length === 0 ? {} : { hasOperators: true }),
  };
}

type SearchedContainer = z.infer<typeof searchedContainerSchema>;

const reasonFields = ['message', 'sentence', 'detail', 'details', 'reason', 'error', 'description'];

/** Any `error` that isn't missing, null or false counts as a failure, even an empty string. */
function hasFailed({ error }: SearchedContainer): boolean {
  return error !== undefined && error !== null && error !== false;
}

function toFailedMemory(entry: SearchedContainer): FailedMemory {
  const name = [entry.name, entry['container_name'], entry.id, entry['container']].find(isText);
  return { name: name ?? 'A Memory without a name', reason: readReason(entry.error) };
}

function readReason(error: unknown): string {
  const text = readText(error, [...reasonFields, 'code', 'status', 'type']);
  if (text !== null) return text;
  const isEmptyError = error === true || (!Array.isArray(error) && isEmpty(error));
  return isEmptyError ? 'The service reported an error without a reason.' : JSON.stringify(error);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}

/** Reads `GET /v1/profile`. Returns null if all three lists are missing. */
export function readProfile(body: unknown): Profile | null {
  const profile = findProfile(body);
  if (profile === null) return null;
  // Passages may be outside the wrapper that contains the facts.
  const beside = isRecord(body) ? body['results'] : undefined;
  return {
    static: readItems(profile['static']),
    dynamic: readItems(profile['dynamic']),
    results: readItems(profile['results'] ?? beside),
  };
}

export function readRules(body: unknown): Rule[] {
  return readItems(body).map(({ id, text }) => (id === undefined ? { text } : { id, text }));
}

const profileWrappers = ['profile', 'data', 'result'];
const itemLists = ['rules', 'items', 'facts', 'memories', 'results', 'data', 'result'];
const itemTextFields = [
  'content',
  'text',
  'fact',
  'memory',
  'rule',
  'statement',
  'message',
  'passage',
];

function findProfile(body: unknown): Record<string, unknown> | null {
  if (!isRecord(body)) return null;
  if (Object.hasOwn(body, 'static') || Object.hasOwn(body, 'dynamic')) return body;
  return (
    firstOf(body, profileWrappers, findProfile) ?? (Object.hasOwn(body, 'results') ? body : null)
  );
}

/** Reads a list, a wrapped list or a single item, without dropping anything. */
function readItems(value: unknown): ProfileItem[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(readItem);
  if (!isRecord(value)) return [readItem(value)];
  const list = firstOf(value, itemLists, readList);
  if (list !== null) return list.map(readItem);
  if (readText(value, itemTextFields) !== null) return [readItem(value)];
  const unwrapped = firstOf(value, itemLists, readItems);
  if (unwrapped !== null) return unwrapped;
  return Object.keys(value).length === 0 ? [] : [readItem(value)];
}

function readItem(value: unknown): ProfileItem {
  if (!isRecord(value)) return { text: toText(value) };
  const id = firstOf(value, ['id', 'memory_id', 'rule_id', 'document_id'], readId);
  const containerName = firstOf(value, ['container_name', 'containerName'], readName);
  const savedAt = firstOf(value, ['saved_at', 'savedAt', 'created_at', 'updated_at'], readName);
  return {
    ...(id === null ? {} : { id }),
    text: readText(value, itemTextFields) ?? toText(value),
    ...(containerName === null ? {} : { containerName }),
    ...(savedAt === null ? {} : { savedAt }),
  };
}

function readList(value: unknown): unknown[] | null {
  return Array.isArray(value) ? value : null;
}

function readName(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

/** Reads `POST /v1/ask`. Returns null if the answer is empty. */
export function readAskAnswer(body: unknown): AskAnswer | null {
  if (isEmpty(body)) return null;
  const text = readText(body, answerTextFields) ?? toText(body);
  if (!isRecord(body)) return { text, sources: [] };
  const isQuotes = body['agent'] === quotesAgentName;
  const isUnanswered = body['answered'] === false;
  return {
    text,
    sources: readSources(body),
    ...(isQuotes ? { isQuotes } : {}),
    ...(isUnanswered ? { isUnanswered } : {}),
  };
}

const answerTextFields = [
  'answer',
  'message',
  'content',
  'text',
  'reply',
  'response',
  'output',
  'result',
  'data',
  'choices',
];
const sourceLists = ['sources', 'citations', 'references', 'passages', 'results', 'hits'];
const answerWrappers = ['data', 'result', 'answer', 'response', 'output'];
const passageTextFields = ['content', 'text', 'passage', 'snippet', 'quote'];

function isEmpty(body: unknown): boolean {
  if (typeof body === 'string') return body.trim() === '';
  if (typeof body !== 'object') return false;
  return body === null || Object.keys(body).length === 0;
}

function readSources(body: Record<string, unknown>): SearchHit[] {
  const list = firstOf(body, sourceLists, readList);
  if (list !== null) return list.map(readSource);
  return (
    firstOf(body, answerWrappers, (value) => (isRecord(value) ? readSources(value) : null)) ?? []
  );
}

function readSource(value: unknown): SearchHit {
  const hit = searchHitSchema.safeParse(value);
  if (hit.success) return hit.data;
  if (!isRecord(value)) return { container_name: '', content: toText(value) };
  return {
    container_name: firstOf(value, ['container_name', 'containerName'], readId) ?? '',
    content: readText(value, passageTextFields) ?? toText(value),
    document_id: firstOf(value, ['document_id', 'documentId'], readId),
    memory_id: firstOf(value, ['memory_id', 'memoryId'], readId),
    title: firstOf(value, ['title'], readId),
    url: firstOf(value, ['url'], readId),
  };
}

/** Reads `POST /v1/memories`. The contract defines no body, so the id may be in one of several places, or missing. */
export function readAddedNote(body: unknown): AddedNote {
  if (Array.isArray(body)) return readAddedNote(body[0]);
  if (!isRecord(body)) return { status: null, memoryId: readBareId(body) };
  return {
    status: typeof body['status'] === 'string' ? body['status'] : null,
    memoryId:
      firstOf(body, noteIdFields, readId) ??
      firstOf(body, noteWrappers, (inner) => readAddedNote(inner).memoryId),
  };
}

/** Reads a request for confirmation, with any HTTP status. Returns null for any other body. */
export function readConfirmation(body: unknown): Deletion | null {
  if (!isRecord(body)) return null;
  if (body['status'] !== 'confirmation_required' && body['code'] !== 'confirmation_required') {
    return null;
  }
  const sentence = readText(body, confirmationFields) ?? defaultConfirmation;
  return { outcome: 'confirmation-required', sentence };
}

const noteIdFields = ['memory_id', 'memoryId', 'note_id', 'id'];
const noteWrappers = ['memory', 'note', 'result', 'data'];
const confirmationFields = ['message', 'sentence', 'detail', 'details', 'text', 'content'];
const defaultConfirmation = 'The service asks for confirmation before it deletes this.';

/** A bare string counts as an id if it contains digits and no spaces, so it can't be a word or sentence. */
function readBareId(value: unknown): string | null {
  return typeof value === 'string' && !/^\S*\d\S*$/.test(value) ? null : readId(value);
}
