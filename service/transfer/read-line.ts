/** Reads a line of an export and checks it by the rules that hold for what programs send. */
import type * as z from 'zod/mini';
import { serviceLimits } from '../../lib/contracts/limits.ts';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { checkAddress } from '../fetching/page-fetcher.ts';
import { checkShape } from '../operations/check-shape.ts';
import { webAddress } from '../operations/describe-document.ts';
import { checkContent, checkLine, checkMetadata, storable } from '../operations/rules.ts';
import { refuse, type Refusal } from '../refusal.ts';
import {
  header,
  headerSchema,
  lineSchema,
  type DocumentLine,
  type FactLine,
  type MemoryLine,
  type NoteLine,
  type RuleLine,
} from './format.ts';

/** A line as it is stored. */
export type CheckedLine =
  | (MemoryLine & { readonly description: string })
  | (Omit<DocumentLine, 'metadata'> & CheckedDocument)
  | NoteLine
  | FactLine
  | RuleLine
  | { readonly type: 'end'; readonly lines: number };

interface CheckedDocument {
  readonly title: string | null;
  readonly custom_id: string | null;
  readonly url: string | null;
  readonly fetch_url: string | null;
  /** JSON. */
  readonly metadata: string | null;
}

/** Checks that the first line is the header of an export that this version can read. */
export function checkHeader(bytes: Uint8Array): Result<null, Refusal> {
  if (isBlank(bytes))
    return refuse('invalid', 'it is blank, and an export begins with its header.');
  const read = parsed(bytes, headerSchema);
  if (!read.ok) return noExport();
  return read.value.version === header.version
    ? ok(null)
    : refuse('invalid', 'a newer version of Keepsake made this export.');
}

/** Refuses what does not begin as an export does. */
export function noExport() {
  const found = 'this is no export of Keepsake, which begins with a line that says so.';
  return refuse('invalid', `${found} Choose the .jsonl file that an export gave.`);
}

/** Reads a line after the header. */
export function readLine(bytes: Uint8Array): Result<CheckedLine, Refusal> {
  const read = parsed(bytes, lineSchema);
  if (!read.ok) return read;
  const line = read.value;
  switch (line.type) {
    case 'memory': {
      const { type, name, description = '' } = line;
      return ok({ type, name: storable(name), description: storable(description) });
    }
    case 'document':
      return checkDocument(line);
    case 'note':
    case 'fact': {
      const content = checkContent(line.content);
      return content.ok
        ? ok({ ...line, content: content.value, saved_at: inUtc(line.saved_at) })
        : content;
    }
    case 'rule':
      return ok({ ...line, content: storable(line.content), created_at: inUtc(line.created_at) });
    case 'end':
      return ok(line);
  }
}

function checkDocument(line: DocumentLine): Result<CheckedLine, Refusal> {
  const fetchUrl = checkFetchUrl(line.fetch_url ?? null);
  if (!fetchUrl.ok) return fetchUrl;
  // What was to be fetched and never was has no text yet.
  const isUnread = line.content === '' && fetchUrl.value !== null;
  const content = isUnread ? ok('') : checkContent(line.content);
  if (!content.ok) return content;
  const title = checkLine('title', line.title ?? undefined, serviceLimits.titleLength);
  if (!title.ok) return title;
  const customId = checkLine(
    'custom_id',
    line.custom_id ?? undefined,
    serviceLimits.customIdLength,
  );
  if (!customId.ok) return customId;
  const metadata = checkMetadata(line.metadata ?? undefined);
  if (!metadata.ok) return metadata;
  return ok({
    ...line,
    title: title.value,
    content: content.value,
    custom_id: customId.value,
    metadata: metadata.value,
    url: webAddress({ url: line.url }, null),
    fetch_url: fetchUrl.value,
    saved_at: inUtc(line.saved_at),
  });
}

/** What the service would not fetch for a program, it does not fetch for an import. */
function checkFetchUrl(url: string | null): Result<string | null, Refusal> {
  if (url === null) return ok(null);
  if (url.length > serviceLimits.urlLength) {
    return refuse('invalid', `"fetch_url" is longer than ${serviceLimits.urlLength} characters.`);
  }
  const address = checkAddress(url);
  return address.ok ? ok(address.value.href) : refuse('invalid', address.error.message);
}

function parsed<T>(bytes: Uint8Array, schema: z.ZodMiniType<T>): Result<T, Refusal> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return checkShape(schema, value);
  } catch {
    return refuse('invalid', 'it is damaged, or cut off in the middle.');
  }
}

/** Says whether a line holds nothing but space. */
export function isBlank(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 13 || byte === 9);
}

function inUtc(time: string): string {
  return new Date(time).toISOString();
}
