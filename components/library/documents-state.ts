import type { DocumentList, ListedDocument } from '../../lib/library/model.ts';
import { type AppError, isRefusal } from '../../lib/contract/errors.ts';

export type DocumentsPart = {
  /** Newest first, in the service's order. */
  documents: readonly ListedDocument[];
  /** Cursor of the next page; null if there is none. */
  cursor: string | null;
  /** Cursors already requested, to stop at a list that repeats itself. */
  asked: ReadonlySet<string>;
  isRead: boolean;
  /** Whether the service has more documents than can be listed. */
  isCut: boolean;
  /** When the first page was requested, in milliseconds since the epoch. Saves made before then are listed. */
  askedAt: number;
  error: AppError | null;
};

export type DocumentsState = {
  parts: ReadonlyMap<string, DocumentsPart>;
  error: AppError | null;
};

export type DocumentsAction =
  | { type: 'memories'; ids: readonly string[] }
  | { type: 'failed'; error: AppError }
  | { type: 'part-read'; id: string; cursor: string | null; list: DocumentList; askedAt: number }
  | { type: 'part-failed'; id: string; error: AppError }
  | { type: 'deleted'; documentId: string };

export const noDocuments: DocumentsState = { parts: new Map(), error: null };

const unread: DocumentsPart = {
  documents: [],
  cursor: null,
  asked: new Set(),
  isRead: false,
  isCut: false,
  askedAt: 0,
  error: null,
};

export function documentsReducer(state: DocumentsState, action: DocumentsAction): DocumentsState {
  switch (action.type) {
    case 'memories':
      return {
        parts: new Map(action.ids.map((id) => [id, state.parts.get(id) ?? unread])),
        error: null,
      };
    case 'failed':
      // Also hide documents that the key can no longer access.
      return isRefusal(action.error)
        ? { ...noDocuments, error: action.error }
        : { ...state, error: action.error };
    case 'part-read':
      return withPart(state, action.id, (part) => withPage(part, action));
    case 'part-failed':
      return withPart(state, action.id, (part) => ({
        ...(isRefusal(action.error) ? unread : part),
        isRead: true,
        error: action.error,
      }));
    case 'deleted': {
      const without = (part: DocumentsPart) => ({
        ...part,
        documents: part.documents.filter(({ id }) => id !== action.documentId),
      });
      return {
        ...state,
        parts: new Map([...state.parts].map(([id, part]) => [id, without(part)])),
      };
    }
  }
}

export type DocumentRowOf = {
  memoryId: string;
  document: ListedDocument;
  /** The time to sort by, in milliseconds since the epoch; −Infinity if unknown. */
  time: number;
};

/** Leaves out rows older than the oldest row of any unfinished Memory, since its next page could push them down. */
export function documentsShown({ parts }: DocumentsState, memoryIds: readonly string[]) {
  const timed = memoryIds.flatMap((memoryId) => {
    const part = parts.get(memoryId);
    return part === undefined ? [] : [{ memoryId, part, times: timesOf(part.documents) }];
  });
  /** The Memory to read next for more rows; null if there are no more. */
  let next: string | null = null;
  /** Older rows aren't shown yet: their place isn't certain. −Infinity if everything is shown. */
  let horizon = Number.NEGATIVE_INFINITY;
  for (const { memoryId, part, times } of timed) {
    if (part.cursor === null || part.error !== null) continue;
    const known = times.at(-1) ?? Number.POSITIVE_INFINITY;
    if (next !== null && known <= horizon) continue;
    next = memoryId;
    horizon = known;
  }
  const rows: readonly DocumentRowOf[] = timed
    .flatMap(({ memoryId, part, times }) =>
      part.documents.map((document, at) => ({
        memoryId,
        document,
        time: times[at] ?? Number.NEGATIVE_INFINITY,
      })),
    )
    .filter(({ time }) => time >= horizon)
    // The comparison comes first, because Infinity − Infinity is NaN.
    .sort((one, other) => (one.time === other.time ? 0 : other.time - one.time));
  return { rows, next, horizon };
}

/** Returns times that keep the service's order: a missing or later time becomes the previous document's time. */
function timesOf(documents: readonly ListedDocument[]): number[] {
  const first = documents.find(({ savedAt }) => savedAt !== null)?.savedAt;
  let before = first ?? Number.NEGATIVE_INFINITY;
  return documents.map(({ savedAt }) => (before = Math.min(before, savedAt ?? before)));
}

/** Returns whether a Memory's list is complete and was requested after `since` (milliseconds since the epoch). */
export function listsAllOf({ parts }: DocumentsState, memoryId: string, since: number): boolean {
  const part = parts.get(memoryId);
  if (part === undefined || !part.isRead || part.isCut || part.error !== null) return false;
  return part.cursor === null && part.askedAt > since;
}

type PageRead = Extract<DocumentsAction, { type: 'part-read' }>;

function withPage(part: DocumentsPart, { cursor, list, askedAt }: PageRead): DocumentsPart {
  if (cursor === null) return { ...renewed(part, list), askedAt };
  // The first page was reloaded in the meantime, and this page doesn't follow it.
  if (cursor !== part.cursor) return part;
  const { documents, nextCursor } = list;
  const asked = new Set([...part.asked, cursor]);
  const added = unknownOf(documents, part.documents);
  const isCircle = documents.length > 0 && added.length === 0;
  const leadsBack = nextCursor !== null && asked.has(nextCursor);
  return {
    ...part,
    documents: [...part.documents, ...added],
    cursor: isCircle || leadsBack ? null : nextCursor,
    asked,
    isRead: true,
    isCut: part.isCut || list.isCut || isCircle || leadsBack,
    error: null,
  };
}

/** Replaces the first page and keeps the next ones, so that the list doesn't shrink. */
function renewed(
  part: DocumentsPart,
  { documents, nextCursor, isCut }: DocumentList,
): Omit<DocumentsPart, 'askedAt'> {
  const own = unknownOf(documents, []);
  const end = own.at(-1)?.id;
  const at = part.documents.findIndex(({ id }) => id === end);
  const rest = at === -1 ? [] : unknownOf(part.documents.slice(at + 1), own);
  const read = { isRead: true, isCut, error: null };
  if (nextCursor === null || rest.length === 0) {
    return { documents: own, cursor: nextCursor, asked: new Set(), ...read };
  }
  return { ...part, documents: [...own, ...rest], ...read };
}

function unknownOf(
  documents: readonly ListedDocument[],
  known: readonly ListedDocument[],
): ListedDocument[] {
  const ids = new Set(known.map(({ id }) => id));
  return documents.filter(({ id }) => !ids.has(id) && ids.add(id));
}

function withPart(
  state: DocumentsState,
  id: string,
  change: (part: DocumentsPart) => DocumentsPart,
): DocumentsState {
  const part = state.parts.get(id);
  // The Memory was deleted in the meantime.
  if (part === undefined) return state;
  return { ...state, parts: new Map([...state.parts, [id, change(part)]]) };
}

/** Returns whether something is missing because access was refused. */
export function lacksAccess({ parts, error }: DocumentsState): boolean {
  const errors = [error, ...[...parts.values()].map((part) => part.error)];
  return errors.some(
    (one) => one !== null && (isRefusal(one) || one.code === 'memory.not-permitted'),
  );
}
