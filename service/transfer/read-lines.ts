import type * as z from 'zod/mini';
import { joinBytes } from '../../lib/async/bytes.ts';
import { serviceLimits } from '../../lib/contract/limits.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';
import { checkContent, checkLine, checkMetadata, checkUrl } from '../operations/checks.ts';
import { sourceUrlOf } from '../operations/documents.ts';
import { checkShape } from '../operations/operation.ts';
import { refuse, type Refusal } from '../refusal.ts';
import { header, headerSchema, lineSchema, type Line } from './format.ts';
import { storable } from '../storage/storable.ts';

export const lineProblems = {
  emptyFile: 'The file is empty, or no file was chosen.',
  notAnExport: 'This isn’t a Keepsake export. Choose the .jsonl file of an export.',
  blankHeader: 'The first line is blank. An export starts with a header.',
  newerVersion: 'This export was made by a newer version of Keepsake.',
  damaged: 'The line is damaged or cut off.',
  tooLong: 'The line is too long.',
  afterEnd: 'The line comes after the end of the export.',
  wrongCount: (expected: number, found: number) =>
    `The export should have ${expected} lines before this one, but has ${found}. The file was changed after the export.`,
  incomplete: 'The file ends here, but the export isn’t complete.',
} as const;

export type CheckedLine =
  | (LineOf<'memory'> & { readonly description: string })
  | (Omit<LineOf<'document'>, keyof CheckedDocument> & CheckedDocument)
  | (Omit<LineOf<'note'>, 'metadata'> & Pick<CheckedDocument, 'metadata'>)
  | LineOf<'fact' | 'rule' | 'end'>;

type LineOf<Type extends Line['type']> = Extract<Line, { type: Type }>;

interface CheckedDocument extends Record<
  'title' | 'custom_id' | 'url' | 'fetch_url',
  string | null
> {
  /** JSON. */
  readonly metadata: string | null;
}

export function checkHeader(bytes: Uint8Array): Result<null, Refusal> {
  if (isBlankLine(bytes)) return refuse('invalid', lineProblems.blankHeader);
  const read = parsed(bytes, headerSchema);
  if (!read.ok) return refuse('invalid', lineProblems.notAnExport);
  return read.value.version <= header.version
    ? ok(null)
    : refuse('invalid', lineProblems.newerVersion);
}

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
    case 'note': {
      const content = checkContent(line.content);
      if (!content.ok) return content;
      const metadata = checkMetadata(line.metadata ?? undefined, serviceLimits.noteMetadataBytes);
      if (!metadata.ok) return metadata;
      return ok({ ...line, content: content.value, metadata: metadata.value });
    }
    case 'fact': {
      const content = checkContent(line.content);
      return content.ok ? ok({ ...line, content: content.value }) : content;
    }
    case 'rule':
      return ok({ ...line, content: storable(line.content) });
    case 'end':
      return ok(line);
  }
}

function checkDocument(line: LineOf<'document'>): Result<CheckedLine, Refusal> {
  const { fetch_url } = line;
  // An import can only make the service fetch what an API request could.
  const fetchUrl = typeof fetch_url === 'string' ? checkUrl('fetch_url', fetch_url) : ok(null);
  if (!fetchUrl.ok) return fetchUrl;
  // A document that hasn't been fetched yet has no content.
  const isUnfetched = line.content === '' && fetchUrl.value !== null;
  const content = isUnfetched ? ok('') : checkContent(line.content);
  if (!content.ok) return content;
  const title = checkLine('title', line.title ?? undefined, serviceLimits.titleLength);
  if (!title.ok) return title;
  // Allows ids that API requests now refuse, because documents from earlier versions may have them.
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
    url: sourceUrlOf({ url: line.url }, null),
    fetch_url: fetchUrl.value,
  });
}

function parsed<T>(bytes: Uint8Array, schema: z.ZodMiniType<T>): Result<T, Refusal> {
  try {
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    return checkShape(schema, value);
  } catch {
    return refuse('invalid', lineProblems.damaged);
  }
}

export function isBlankLine(line: Uint8Array): boolean {
  return line.every((byte) => byte === 32 || byte === 13 || byte === 9);
}

export type Bytes = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

const NEW_LINE = 10;

/** Splits bytes into lines. A line over the limit is `too-long`, and its bytes are dropped as they arrive. */
export async function* splitLines(
  bytes: Bytes,
  maxBytes: number,
): AsyncGenerator<Result<Uint8Array, 'too-long'>> {
  let pieces: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of bytes) {
    let from = 0;
    for (;;) {
      const at = chunk.indexOf(NEW_LINE, from);
      const piece = chunk.subarray(from, at === -1 ? chunk.length : at);
      length += piece.length;
      if (length > maxBytes) pieces = [];
      else pieces.push(piece);
      if (at === -1) break;
      yield takeLine();
      from = at + 1;
    }
  }
  if (length > 0) yield takeLine();

  function takeLine(): Result<Uint8Array, 'too-long'> {
    const line = length > maxBytes ? err('too-long' as const) : ok(joinBytes(pieces));
    pieces = [];
    length = 0;
    return line;
  }
}
