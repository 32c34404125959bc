/** What a service says after a note was added, and after a delete or a forget. */
import type { AddedNote, Deletion } from '../client.ts';
import { firstOf, isRecord, readId, readWords } from './json.ts';

/** Reads `POST /v1/memories`, whose body the contract leaves open: the id is found, or there is none. */
export function readAddedNote(body: unknown): AddedNote {
  if (Array.isArray(body)) return readAddedNote(body[0]);
  if (!isRecord(body)) return { status: null, memoryId: readBareId(body) };
  return {
    status: firstOf(body, ['status'], readStatus),
    memoryId: firstOf(body, ids, readId) ?? firstOf(body, wrappers, readWrappedId),
  };
}

/** Reads the demand for a confirmation, at whatever status it came; null where the body is none. */
export function readConfirmation(body: unknown): Deletion | null {
  if (!isRecord(body)) return null;
  if (body['status'] !== 'confirmation_required' && body['code'] !== 'confirmation_required') {
    return null;
  }
  const sentence = firstOf(body, sentences, (value) => readWords(value, sentences));
  return { outcome: 'confirmation-required', sentence: sentence ?? unsaidSentence };
}

const ids = ['memory_id', 'memoryId', 'note_id', 'id'];
const wrappers = ['memory', 'note', 'result', 'data'];
const sentences = ['message', 'sentence', 'detail', 'details', 'text', 'content'];
const unsaidSentence =
  'The service asks for a confirmation before it deletes this, and gives no further words.';

function readWrappedId(value: unknown): string | null {
  return readAddedNote(value).memoryId;
}

/** A bare string is an identifier where it could be no word or sentence: digits in it, and no space. */
function readBareId(value: unknown): string | null {
  return typeof value === 'string' && !/^\S*\d\S*$/.test(value) ? null : readId(value);
}

function readStatus(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}
