/** Profile items and rules, read from strings or objects, bare or wrapped. Nothing that stands in an answer is lost. */
import type { Profile, ProfileItem, Rule } from '../client.ts';
import { asItCame, firstOf, isRecord, readId, readWords } from './json.ts';

/** Reads `GET /v1/profile`; null where none of the three promised lists is there. */
export function readProfile(body: unknown): Profile | null {
  const profile = findProfile(body);
  if (profile === null) return null;
  // Passages may stand beside the wrapper that holds the facts.
  const beside = isRecord(body) ? body['results'] : undefined;
  return {
    static: readItems(profile['static']),
    dynamic: readItems(profile['dynamic']),
    results: readItems(profile['results'] ?? beside),
  };
}

/** Reads `GET /v1/rules`. */
export function readRules(body: unknown): Rule[] {
  return readItems(body).map(({ id, text }) => (id === undefined ? { text } : { id, text }));
}

const wrappers = ['profile', 'data', 'result'];
const lists = ['rules', 'items', 'facts', 'memories', 'results', 'data', 'result'];
const words = ['content', 'text', 'fact', 'memory', 'rule', 'statement', 'message', 'passage'];

function findProfile(body: unknown): Record<string, unknown> | null {
  if (!isRecord(body)) return null;
  if (Object.hasOwn(body, 'static') || Object.hasOwn(body, 'dynamic')) return body;
  return firstOf(body, wrappers, findProfile) ?? (Object.hasOwn(body, 'results') ? body : null);
}

/** Nothing where nothing is given, each element of a list, and one item of anything else. */
function readItems(value: unknown): ProfileItem[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value)) return value.map(readItem);
  if (!isRecord(value)) return [readItem(value)];
  const list = firstOf(value, lists, (inner) => (Array.isArray(inner) ? inner : null));
  if (list !== null) return list.map(readItem);
  if (firstOf(value, words, (inner) => readWords(inner, words)) !== null) return [readItem(value)];
  const unwrapped = firstOf(value, lists, readItems);
  if (unwrapped !== null) return unwrapped;
  return Object.keys(value).length === 0 ? [] : [readItem(value)];
}

function readItem(value: unknown): ProfileItem {
  if (!isRecord(value)) return { text: asItCame(value) };
  const id = firstOf(value, ['id', 'memory_id', 'rule_id', 'document_id'], readId);
  const containerName = firstOf(value, ['container_name', 'containerName'], readName);
  const savedAt = firstOf(value, ['saved_at', 'savedAt', 'created_at', 'updated_at'], readName);
  return {
    ...(id === null ? {} : { id }),
    text: firstOf(value, words, (inner) => readWords(inner, words)) ?? asItCame(value),
    ...(containerName === null ? {} : { containerName }),
    ...(savedAt === null ? {} : { savedAt }),
  };
}

function readName(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
