/** Finds a document by its `custom_id` when the service gave no id. The contract offers no way but its list. */
import type { MemoryError } from '../contract/errors.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { ok, type Result } from '../contract/result.ts';
import type { MemoryClient } from './client.ts';

export type DocumentSearch = {
  container: string;
  customId: string;
  maxPages: number;
};

export type FoundDocument =
  | { found: true; document: MemoryDocument }
  /** `isWhole`: every document of the Memory was read and had a `custom_id`, so it isn't there. */
  | { found: false; isWhole: boolean };

/** Reads the newest first. Ends if the list returns to an earlier page. */
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
