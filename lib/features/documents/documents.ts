/** Lists what the Memories of a home hold, whoever saved it. */
import type { DocumentList } from '../../contracts/documents.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { MessageInput } from '../../contracts/messages.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { MemoryClient } from '../../memory/client.ts';
import { listedDocument } from './listed-document.ts';

export type DocumentsPorts = {
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
  code: 'home.none',
  message: 'This home is no longer connected.',
  retryable: false,
};
