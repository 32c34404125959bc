/** A document as a list shows it, read from the fields a reasonable service could send: the contract leaves most open. Pure. */
import type { ListedDocument } from '../../contracts/documents.ts';
import type { MemoryDocument } from '../../contracts/memory-api.ts';
import { cutBetweenWords, cutText } from '../../core/text/cut-text.ts';
import { isBlankName } from '../../core/text/memory-name.ts';
import { webAddress } from '../../core/web-address.ts';
import { firstOf, isRecord } from '../../memory/shapes/json.ts';

/** Characters of each that a row has any use for; a service may send more. */
const titleLength = 300;
const openingLength = 200;
const reasonLength = 500;

/** Gives what a row needs; what Keepsake itself wrote beside a document fills in what its service leaves out. */
export function listedDocument(document: MemoryDocument): ListedDocument {
  const { id, learning_run: run, custom_id: customId = null } = document;
  const metadata = isRecord(document.metadata) ? document.metadata : {};
  const opening =
    firstOf(document, ['excerpt', 'content', 'text'], words) ??
    firstOf(metadata, ['excerpt'], words);
  const reason = words(run?.reason);
  return {
    id,
    title: shortly(words(document.title) ?? firstOf(metadata, ['title'], words)),
    url:
      firstOf(document, ['url', 'source_url'], address) ??
      firstOf(metadata, ['url'], address) ??
      webAddress(customId),
    // The rest of a long text has no place in a row, and white space in it would be drawn as gaps.
    opening:
      opening === null
        ? null
        : cutBetweenWords(
            opening.slice(0, openingLength * 4).replaceAll(/\s+/gu, ' '),
            openingLength,
          ),
    savedAt:
      firstOf(document, ['saved_at', 'savedAt', 'created_at', 'createdAt'], time) ??
      firstOf(metadata, ['captured_at'], time),
    learning: learningOf(document),
    reason: reason === null ? null : cutText(reason, reasonLength),
    customId,
  };
}

function learningOf({ learned, learning_run: run }: MemoryDocument): ListedDocument['learning'] {
  if (learned === true) return 'learned';
  const status = run?.status;
  if (status === 'failed' || status === 'canceled') return status;
  return learned === undefined && (status === undefined || status === 'succeeded')
    ? 'untold'
    : 'learning';
}

function shortly(title: string | null): string | null {
  return title === null ? null : cutText(title, titleLength);
}

/** Nothing where nothing could be seen of them. */
function words(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isBlankName(value.slice(0, titleLength)) ? null : value.trim();
}

function address(value: unknown): string | null {
  return typeof value === 'string' ? webAddress(value) : null;
}

function time(value: unknown): number | null {
  // An engine finds a date in almost anything that holds a number.
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
  const ms = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
