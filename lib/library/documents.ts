/** Lists what the Memories of a connection hold, whoever saved it. */
import type { DocumentList, ListedDocument } from './model.ts';
import type { AppError } from '../contract/errors.ts';
import type { MessageInput } from '../messaging/messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { MemoryClient } from '../memory-client/client.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { cutBetweenWords, cutText } from '../text/cut-text.ts';
import { isBlankName } from '../text/memory-name.ts';
import { webAddress } from '../url/web-address.ts';
import { firstOf, isRecord } from '../memory-client/json.ts';

type DocumentsPorts = {
  /** The client of a kept connection; null where it is kept no longer. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
};

/** More than anybody looks through; a service that sends more at once would bring the panel to a halt. */
const mostAtOnce = 5_000;

/** Makes the use case. It keeps nothing: what is shown is what the service says then. */
export function createDocuments({ clientOf }: DocumentsPorts) {
  /**
   * Gives one page of what a Memory holds. The Memory is always named: the contract says for no other case that a
   * service lists several, and a document does not have to tell which one it is in.
   */
  async function list({
    connectionId,
    memoryId,
    cursor,
  }: MessageInput<'documents.list'>): Promise<Result<DocumentList, AppError>> {
    const client = await clientOf(connectionId);
    if (client === null) return err(homeGone);
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

  return { list };
}

const homeGone: AppError = {
  code: 'connection.none',
  message: 'This connection is no longer connected.',
  retryable: false,
};

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
