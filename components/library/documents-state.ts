/** What has been read of the documents of a connection, Memory by Memory, and in which order it is shown. Pure. */
import type { DocumentList, ListedDocument } from '../../lib/library/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';

/** What has been read of one Memory. */
export type DocumentsPart = {
  /** Newest first, as the service gave them. */
  documents: readonly ListedDocument[];
  /** Asks for those that come after; null where there are none. */
  cursor: string | null;
  /** All cursors it was asked by, so that a list that leads in a circle ends. */
  asked: ReadonlySet<string>;
  isRead: boolean;
  /** The service has more than it can be asked for. */
  isCut: boolean;
  /** Why it did not answer when it was asked last. */
  error: AppError | null;
};

export type DocumentsState = {
  /** By the id of the Memory. */
  parts: ReadonlyMap<string, DocumentsPart>;
  /** Why it could not be asked which Memories there are. */
  error: AppError | null;
};

export type DocumentsAction =
  /** The connection has these Memories. */
  | { type: 'memories'; ids: readonly string[] }
  | { type: 'failed'; error: AppError }
  | { type: 'part-read'; id: string; cursor: string | null; list: DocumentList }
  | { type: 'part-failed'; id: string; error: AppError }
  | { type: 'deleted'; documentId: string };

export const noDocuments: DocumentsState = { parts: new Map(), error: null };

const unread: DocumentsPart = {
  documents: [],
  cursor: null,
  asked: new Set(),
  isRead: false,
  isCut: false,
  error: null,
};

/** Gives what has been read after an action. */
export function documentsReducer(state: DocumentsState, action: DocumentsAction): DocumentsState {
  switch (action.type) {
    case 'memories':
      return {
        parts: new Map(action.ids.map((id) => [id, state.parts.get(id) ?? unread])),
        error: null,
      };
    case 'failed':
      // What a key may no longer read is no longer shown either.
      return isRefusal(action.error)
        ? { ...noDocuments, error: action.error }
        : { ...state, error: action.error };
    case 'part-read':
      return withPart(state, action.id, (part) => withPage(part, action.cursor, action.list));
    case 'part-failed':
      return withPart(state, action.id, (part) => ({
        ...(isRefusal(action.error) ? unread : part),
        isRead: true,
        error: action.error,
      }));
    case 'deleted':
      return {
        ...state,
        parts: new Map(
          [...state.parts].map(([id, part]) => [id, without(part, action.documentId)]),
        ),
      };
  }
}

export type DocumentRowOf = { memoryId: string; document: ListedDocument };

export type DocumentsShown = {
  /** Newest first over all Memories, as far as is known of each. */
  rows: readonly DocumentRowOf[];
  /** The Memory to be asked next for more to be known; null where no more can be. */
  next: string | null;
};

/**
 * Puts the Memories together. Nothing is shown that a page still to be asked for could push down: each Memory is known
 * only as far as its oldest row. One that does not answer holds up no other.
 */
export function documentsShown(
  { parts }: DocumentsState,
  memoryIds: readonly string[],
): DocumentsShown {
  const timed = memoryIds.flatMap((memoryId) => {
    const part = parts.get(memoryId);
    return part === undefined ? [] : [{ memoryId, part, times: timesOf(part.documents) }];
  });
  let next: string | null = null;
  let horizon = Number.NEGATIVE_INFINITY;
  for (const { memoryId, part, times } of timed) {
    if (part.cursor === null || part.error !== null) continue;
    const known = times.at(-1) ?? Number.POSITIVE_INFINITY;
    if (next !== null && known <= horizon) continue;
    next = memoryId;
    horizon = known;
  }
  const rows = timed
    .flatMap(({ memoryId, part, times }) =>
      part.documents.map((document, at) => ({
        row: { memoryId, document },
        time: times[at] ?? Number.NEGATIVE_INFINITY,
      })),
    )
    .filter(({ time }) => time >= horizon)
    .sort((one, other) => newerFirst(one.time, other.time));
  return { rows: rows.map(({ row }) => row), next };
}

/**
 * Gives each document a time to be put in order by. Within a Memory the service's order stands: one without a time, or
 * with a later one than the document before it, comes right after that.
 */
function timesOf(documents: readonly ListedDocument[]): number[] {
  const first = documents.find(({ savedAt }) => savedAt !== null)?.savedAt;
  let before = first ?? Number.NEGATIVE_INFINITY;
  return documents.map(({ savedAt }) => (before = Math.min(before, savedAt ?? before)));
}

/** Of two that are both without a time, neither is the newer. */
function newerFirst(one: number, other: number): number {
  return one === other ? 0 : other - one;
}

function withPage(part: DocumentsPart, cursor: string | null, list: DocumentList): DocumentsPart {
  if (cursor === null) return renewed(part, list);
  // It was read anew meanwhile, and goes on from elsewhere.
  if (cursor !== part.cursor) return part;
  const { documents, nextCursor } = list;
  const asked = new Set([...part.asked, cursor]);
  const added = unknownOf(documents, part.documents);
  const isCircle = documents.length > 0 && added.length === 0;
  const leadsBack = nextCursor !== null && asked.has(nextCursor);
  return {
    documents: [...part.documents, ...added],
    cursor: isCircle || leadsBack ? null : nextCursor,
    asked,
    isRead: true,
    isCut: part.isCut || list.isCut,
    error: null,
  };
}

/** The first page read again: what was read after its end is kept, so that nobody is thrown back to the beginning. */
function renewed(
  part: DocumentsPart,
  { documents, nextCursor, isCut }: DocumentList,
): DocumentsPart {
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

/** Those that are not among the known ones, each once. */
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
  // A Memory that has gone while it was asked.
  if (part === undefined) return state;
  return { ...state, parts: new Map([...state.parts, [id, change(part)]]) };
}

function without(part: DocumentsPart, documentId: string): DocumentsPart {
  return { ...part, documents: part.documents.filter(({ id }) => id !== documentId) };
}

/** Says whether something of it was refused in a way that the person can undo elsewhere. */
export function isToBeMended({ parts, error }: DocumentsState): boolean {
  const errors = [error, ...[...parts.values()].map((part) => part.error)];
  return errors.some(
    (one) => one !== null && (isRefusal(one) || one.code === 'memory.not-permitted'),
  );
}

function isRefusal({ code }: AppError): boolean {
  return code === 'memory.unauthorized' || code === 'memory.unauthenticated';
}
