/** Finds a document by its `custom_id`, for when the service gave no id: the list is the contract's only other way. */
import type { MemoryError } from '../contracts/errors.ts';
import type { MemoryDocument } from '../contracts/memory-api.ts';
import { ok, type Result } from '../contracts/result.ts';
import type { MemoryClient } from './client.ts';

export type DocumentSearch = {
  container: string;
  customId: string;
  /** Pages of the list that are asked for at most. */
  maxPages: number;
};

export type FoundDocument =
  | { found: true; document: MemoryDocument }
  /** `isWhole`: every document of the Memory was looked at and told its `custom_id`, so it is not there. */
  | { found: false; isWhole: boolean };

/**
 * Looks through the documents of a Memory, newest first, page by page. A list that leads back to a page it gave before
 * ends there.
 */
export async function findDocument(
  { list }: Pick<MemoryClient['documents'], 'list'>,
  { container, customId, maxPages }: DocumentSearch,
): Promise<Result<FoundDocument, MemoryError>> {
  const cursors = new Set<string>();
  let cursor: string | null = null;
  let isWhole = true;
  for (let page = 0; page < maxPages; page += 1) {
    const listed = await list(cursor === null ? { container } : { container, cursor });
    if (!listed.ok) return listed;
    const { documents, nextCursor } = listed.value;
    const document = documents.find(({ custom_id: known }) => known === customId);
    if (document !== undefined) return ok({ found: true, document });
    isWhole &&= documents.every(({ custom_id: known }) => known !== undefined);
    if (nextCursor === null) return ok({ found: false, isWhole });
    if (cursors.has(nextCursor)) return ok({ found: false, isWhole: false });
    cursors.add(nextCursor);
    cursor = nextCursor;
  }
  return ok({ found: false, isWhole: false });
}
