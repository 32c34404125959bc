/** Rules that several operations share: sizes, text that can be stored, and confirmation. */
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';

/**
 * Gives a text as it can be stored: U+0000 and halves of surrogate pairs become U+FFFD, since no UTF-8 text of the
 * database could hold them.
 */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}

/** Checks a document's or a note's text. */
export function checkContent(content: string): Result<string, Refusal> {
  if (content.trim() === '') return refuse('invalid', '"content" is empty.', { field: 'content' });
  const isTooLarge = new TextEncoder().encode(content).length > serviceLimits.contentBytes;
  if (isTooLarge) return tooLong('content', `${serviceLimits.contentBytes} bytes of UTF-8`);
  return ok(storable(content));
}

/** Checks what is searched for or asked. */
export function checkQuery(field: string, text: string): Result<string, Refusal> {
  if (text.trim() === '') return refuse('invalid', `"${field}" is empty.`, { field });
  return isLongerThan(text, serviceLimits.queryLength)
    ? tooLong(field, `${serviceLimits.queryLength} characters`)
    : ok(text);
}

/** Checks an optional line of text; an absent or blank one is null. */
export function checkLine(
  field: string,
  text: string | undefined,
  limit: number,
): Result<string | null, Refusal> {
  if (text === undefined || text.trim() === '') return ok(null);
  return isLongerThan(text, limit) ? tooLong(field, `${limit} characters`) : ok(storable(text));
}

/** Counts characters as a person does, so that one outside the basic plane counts once. */
function isLongerThan(text: string, limit: number): boolean {
  return text.length > 2 * limit || (text.length > limit && Array.from(text).length > limit);
}

/** Writes `metadata` as JSON and checks its size. Absent metadata is null. */
export function checkMetadata(metadata: unknown): Result<string | null, Refusal> {
  if (metadata === undefined) return ok(null);
  const json = jsonOf(metadata);
  if (json === null)
    return refuse('invalid', '"metadata" is nested too deeply.', { field: 'metadata' });
  const isTooLarge = new TextEncoder().encode(json).length > serviceLimits.metadataBytes;
  return isTooLarge
    ? tooLong('metadata', `${serviceLimits.metadataBytes} bytes of JSON`)
    : ok(json);
}

export interface ConfirmationRequired {
  readonly status: 'confirmation_required';
  /** The sentence to relay to the person. */
  readonly message: string;
}

/** Only the word `true` confirms. */
export function isConfirmed(confirm: string | undefined): boolean {
  return confirm === 'true';
}

const MAX_DEPTH = 100;

/** JSON.stringify recurses, and so do those who read the answer: depth is bounded here. */
function jsonOf(value: unknown): string | null {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) return null;
    level = level.flatMap((held) =>
      typeof held === 'object' && held !== null ? Object.values(held) : [],
    );
  }
  return JSON.stringify(value);
}

function tooLong(field: string, limit: string): { readonly ok: false; readonly error: Refusal } {
  return refuse('invalid', `"${field}" is longer than ${limit}.`, { field });
}
