import * as z from 'zod/mini';
import { isLongerThan, serviceLimits } from '../../lib/contract/limits.ts';
import { confirmationRequiredSchema } from '../../lib/contract/memory-api.ts';
import { ok, type Result } from '../../lib/contract/result.ts';
import { checkAddress } from '../fetching/page-fetcher.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { storable } from '../storage/storable.ts';
import { named, type ToolArgument } from './operation.ts';

export function checkContent(content: string): Result<string, Refusal> {
  if (content.trim() === '') return refuse('invalid', '"content" is empty.', { field: 'content' });
  const isTooLarge = new TextEncoder().encode(content).length > serviceLimits.contentBytes;
  if (isTooLarge) return tooLong('content', `${serviceLimits.contentBytes} bytes of UTF-8`);
  return ok(storable(content));
}

export const contentField = {
  minLength: 1,
  maxLength: serviceLimits.contentBytes,
  description: `At most ${serviceLimits.contentBytes} bytes of UTF-8, and not blank.`,
};

export function checkQuery(field: string, text: string): Result<string, Refusal> {
  if (text.trim() === '') return refuse('invalid', `"${field}" is empty.`, { field });
  return isLongerThan(text, serviceLimits.queryLength)
    ? tooLong(field, `${serviceLimits.queryLength} characters`)
    : ok(text);
}

export const queryField = { minLength: 1, maxLength: serviceLimits.queryLength };

/** Returns null if the text is missing or blank. */
export function checkLine(
  field: string,
  text: string | undefined,
  limit: number,
): Result<string | null, Refusal> {
  if (text === undefined || text.trim() === '') return ok(null);
  return isLongerThan(text, limit) ? tooLong(field, `${limit} characters`) : ok(storable(text));
}

/** Checks a URL alone; the address its host resolves to is checked when it's fetched. */
export function checkUrl(field: string, url: string): Result<string, Refusal> {
  if (url.length > serviceLimits.urlLength) {
    return tooLong(field, `${serviceLimits.urlLength} characters`);
  }
  const address = checkAddress(url);
  return address.ok ? ok(address.value.href) : refuse('invalid', address.error.message, { field });
}

/** Returns the metadata as JSON; null if it is missing. */
export function checkMetadata(
  metadata: unknown,
  limit: number = serviceLimits.metadataBytes,
): Result<string | null, Refusal> {
  if (metadata === undefined) return ok(null);
  const json = jsonOf(metadata);
  if (json === null)
    return refuse('invalid', '"metadata" is nested too deeply.', { field: 'metadata' });
  const isTooLarge = new TextEncoder().encode(json).length > limit;
  return isTooLarge ? tooLong('metadata', `${limit} bytes of JSON`) : ok(json);
}

const MAX_DEPTH = 100;

/**
 * Returns null if the value is nested too deeply. JSON.stringify recurses, as do the clients that parse the response.
 */
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

function tooLong(field: string, limit: string) {
  return refuse('invalid', `"${field}" is longer than ${limit}.`, { field });
}

export const containerToReadField = {
  description: 'Id of a Memory. All in reach if left out.',
};
export const containerToWriteField = {
  description: 'Id of a Memory. Optional if exactly one is in reach.',
};

export function isConfirmed(confirm: string | undefined): boolean {
  return confirm === 'true';
}

/** The response to a deletion that isn't confirmed. `message` is the sentence to relay to the person. */
export const confirmationRequired = named(
  'ConfirmationRequired',
  z.extend(confirmationRequiredSchema, { message: z.string() }),
);

type DeletionAnswer =
  | { readonly status: 'deleted' | 'forgotten'; readonly id: string; readonly bin_id?: string }
  | { readonly status: 'confirmation_required'; readonly message: string };

/** `what` completes the sentence "Confirm to delete …", or "Confirm to forget …". `after` says what happens then. */
export function askToConfirm(
  what: string,
  status: 'deleted' | 'forgotten' = 'deleted',
  after = 'It stays in the bin for 30 days.',
): Result<DeletionAnswer, Refusal> {
  const verb = status === 'deleted' ? 'delete' : 'forget';
  const message = `Nothing has been ${status} yet. Confirm to ${verb} ${what}. ${after}`;
  return ok({ status: 'confirmation_required', message });
}

export const askForGood = (what: string) => askToConfirm(what, 'deleted', 'This cannot be undone.');

/** `binId` is the id of the item's entry in the bin. */
export function gone(
  id: string,
  status: 'deleted' | 'forgotten' = 'deleted',
  binId?: string,
): Result<DeletionAnswer, Refusal> {
  return ok({ status, id, ...(binId === undefined ? {} : { bin_id: binId }) });
}

export const confirmField = {
  enum: ['true'],
  description: 'Without it nothing happens, and the answer asks for confirmation.',
};
export const confirmArgument: ToolArgument = {
  description: 'Send true only after the person has agreed.',
  type: 'boolean',
};
export const CONFIRM_FIRST =
  'Without `confirm` nothing happens: the answer has the status confirmation_required and a sentence. Relay it to the ' +
  'person word for word, and stop. Send confirm: true only after they agree, never on your own initiative.';

export function writeCursor(seq: number): string {
  return `d${seq.toString(36)}`;
}

/** Splits off the extra row that shows whether there is another page. */
export function pageOf<Row extends { readonly seq: number }>(rows: readonly Row[], limit: number) {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { shown, next_cursor: last === undefined ? null : writeCursor(last.seq) };
}

/** Reads a cursor: the `seq` that the next page starts before. */
export function checkCursor(cursor: string | undefined): Result<number, Refusal> {
  if (cursor === undefined) return ok(Number.MAX_SAFE_INTEGER);
  const seq = /^d[0-9a-z]{1,11}$/.test(cursor) ? parseInt(cursor.slice(1), 36) : NaN;
  return writeCursor(seq) === cursor
    ? ok(seq)
    : refuse('invalid', '"cursor" is not a cursor from this service.', { field: 'cursor' });
}
