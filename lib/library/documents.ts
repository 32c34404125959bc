import type { DocumentList, ListedDocument } from './model.ts';
import { noSuchConnection } from '../connections/model.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { cutText, firstWords } from '../text/cut-text.ts';
import { isBlankName } from '../text/memory-name.ts';
import { webAddress } from '../url/web-address.ts';
import { firstOf, isRecord } from '../memory-client/json.ts';

/** Maximum number of documents listed; more would freeze the panel. */
const mostAtOnce = 5_000;

/** Lists a single Memory, because the contract defines no list across Memories. */
export async function listDocuments(
  { connectionId, memoryId, cursor }: MessageInput<'documents.list'>,
  clientOf: (connectionId: string) => Promise<MemoryClient | null>,
): AsyncResult<DocumentList> {
  const client = await clientOf(connectionId);
  if (client === null) return err(noSuchConnection);
  const after = cursor === null ? {} : { cursor };
  const page = await client.documents.list({ container: memoryId, ...after });
  if (!page.ok) return page;
  const { documents, nextCursor } = page.value;
  return ok({
    documents: documents.slice(0, mostAtOnce).map(listedDocument),
    nextCursor,
    isCut: documents.length > mostAtOnce,
  });
}

/** Maximum characters shown in a row. */
const titleLength = 300;
const openingLength = 200;
const reasonLength = 500;

/** Uses Keepsake's own metadata for fields the service leaves out. */
export function listedDocument(document: MemoryDocument): ListedDocument {
  const { id, learning_run: run, custom_id: customId = null } = document;
  const metadata = isRecord(document.metadata) ? document.metadata : {};
  const opening =
    firstOf(document, ['excerpt', 'content', 'text'], visible) ??
    firstOf(metadata, ['excerpt'], visible);
  const title = visible(document.title) ?? firstOf(metadata, ['title'], visible);
  const reason = visible(run?.reason);
  return {
    id,
    title: title === null ? null : cutText(title, titleLength),
    url:
      firstOf(document, ['url', 'source_url'], address) ??
      firstOf(metadata, ['url'], address) ??
      webAddress(customId),
    opening: opening === null ? null : firstWords(opening, openingLength),
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
    ? 'unknown'
    : 'learning';
}

/** Returns null if there is no visible text. */
function visible(value: unknown): string | null {
  if (typeof value !== 'string') return null;
  return isBlankName(value.slice(0, titleLength)) ? null : value.trim();
}

function address(value: unknown): string | null {
  return typeof value === 'string' ? webAddress(value) : null;
}

function time(value: unknown): number | null {
  // `Date` parses almost anything that contains a number.
  const isDate = typeof value === 'string' && /^\d{4}-\d{2}-\d{2}/.test(value);
  const ms = isDate ? Date.parse(value) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
}
