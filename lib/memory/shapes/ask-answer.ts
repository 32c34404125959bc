/** The answer of an agent, read from any of the shapes a service may give it. */
import { searchHitSchema, type SearchHit } from '../../contracts/memory-api.ts';
import type { AskAnswer } from '../client.ts';
import { asItCame, firstOf, isRecord, readId, readWords } from './json.ts';

/** Reads `POST /v1/ask`; null where nothing at all stands in the answer. */
export function readAskAnswer(body: unknown): AskAnswer | null {
  if (isEmpty(body)) return null;
  const text = readWords(body, answerWords) ?? asItCame(body);
  return { text, sources: isRecord(body) ? readSources(body) : [] };
}

const answerWords = [
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
const wrappers = ['data', 'result', 'answer', 'response', 'output'];
const passageWords = ['content', 'text', 'passage', 'snippet', 'quote'];

function isEmpty(body: unknown): boolean {
  if (typeof body === 'string') return body.trim() === '';
  if (typeof body !== 'object') return false;
  return body === null || Object.keys(body).length === 0;
}

function readSources(body: Record<string, unknown>): SearchHit[] {
  const list = firstOf(body, sourceLists, (value) => (Array.isArray(value) ? value : null));
  if (list !== null) return list.map(readSource);
  return firstOf(body, wrappers, (value) => (isRecord(value) ? readSources(value) : null)) ?? [];
}

function readSource(value: unknown): SearchHit {
  const hit = searchHitSchema.safeParse(value);
  if (hit.success) return hit.data;
  if (!isRecord(value)) return { container_name: '', content: asItCame(value) };
  return {
    container_name: firstOf(value, ['container_name', 'containerName'], readId) ?? '',
    content:
      firstOf(value, passageWords, (inner) => readWords(inner, passageWords)) ?? asItCame(value),
    document_id: firstOf(value, ['document_id', 'documentId'], readId),
    memory_id: firstOf(value, ['memory_id', 'memoryId'], readId),
    title: firstOf(value, ['title'], readId),
    url: firstOf(value, ['url'], readId),
  };
}
