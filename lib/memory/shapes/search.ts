/** A search's answer, in which a Memory that could not answer is never mistaken for an empty one. */
import type * as z from 'zod/mini';
import { searchAnswerSchema, type searchedContainerSchema } from '../../contracts/memory-api.ts';
import type { FailedMemory, SearchOutcome } from '../client.ts';
import { isRecord, readWords } from './json.ts';

/** Reads `POST /v1/search`; null where the promised lists are missing or a hit does not name its Memory. */
export function readSearch(body: unknown): SearchOutcome | null {
  const answer = searchAnswerSchema.safeParse(body);
  if (!answer.success) return null;
  const { results, containers } = answer.data;
  return {
    hits: results,
    failed: containers.filter(couldNotAnswer).map(toFailedMemory),
    searched: containers.length,
  };
}

type SearchedContainer = z.infer<typeof searchedContainerSchema>;

const reasonWords = ['message', 'sentence', 'detail', 'details', 'reason', 'error', 'description'];

/** An error of any type counts, the empty string included: only its absence says that the Memory answered. */
function couldNotAnswer({ error }: SearchedContainer): boolean {
  return error !== undefined && error !== null && error !== false;
}

function toFailedMemory(entry: SearchedContainer): FailedMemory {
  const name = [entry.name, entry['container_name'], entry.id, entry['container']].find(isWord);
  return { name: name ?? 'A Memory without a name', reason: readReason(entry.error) };
}

function readReason(error: unknown): string {
  const words = readWords(error, [...reasonWords, 'code', 'status', 'type']);
  if (words !== null) return words;
  const isMute = error === true || typeof error === 'string' || isEmptyRecord(error);
  return isMute ? 'It could not answer and gave no reason.' : JSON.stringify(error);
}

function isEmptyRecord(value: unknown): boolean {
  return isRecord(value) && Object.keys(value).length === 0;
}

function isWord(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
