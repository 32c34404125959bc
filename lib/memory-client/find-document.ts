/**
 * Finds a document by its `custom_id`. The contract has no lookup by `custom_id`, so the list is searched page by page.
 * Keepsake's own service lists only the matching document.
 */
import type { MemoryError } from '../contract/errors.ts';
import type { MemoryDocument } from '../contract/memory-api.ts';
import { type AsyncResult, ok } from '../contract/result.ts';
import type { MemoryClient } from './client.ts';

export type DocumentSearch = {
  container: string;
  customId: string;
  maxPages: number;
  /** Whether to send the `custom_id`, so that a service that can look it up returns only its document. */
  isSent?: boolean;
};

export type FoundDocument =
  | { found: true; document: MemoryDocument }
  /**
   * `isWhole` is true if every document of the Memory was read and had a `custom_id`, so the document doesn't exist.
   */
  | { found: false; isWhole: boolean };

/** Reads the newest documents first. Stops if the list returns to an earlier page. */
export async function findDocument(
  documents: Pick<MemoryClient['documents'], 'list'>,
  search: DocumentSearch,
): AsyncResult<FoundDocument, MemoryError> {
  if (search.isSent !== true) return readList(documents, search, {});
  const found = await readList(documents, search, { custom_id: search.customId });
  // A strict service may refuse a parameter that the contract doesn't have.
  const isRefused = !found.ok && found.error.code === 'memory.validation';
  return isRefused ? readList(documents, search, {}) : found;
}

async function readList(
  { list }: Pick<MemoryClient['documents'], 'list'>,
  { container, customId, maxPages }: DocumentSearch,
  filter: { custom_id?: string },
): AsyncResult<FoundDocument, MemoryError> {
  const cursors = new Set<string>();
  let cursor: string | null = null;
  let isWhole = true;
  for (let page = 0; page < maxPages; page += 1) {
    const more = cursor === null ? {} : { cursor };
    const listed = await list({ container, ...filter, ...more });
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
