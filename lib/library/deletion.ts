/**
 * Deletes what was saved, at the service that has it. The service's own question is relayed untouched, and nothing is
 * confirmed but on the person's word.
 */
import type { AppError, MemoryError } from '../contract/errors.ts';
import type { MessageInput } from '../messaging/messages.ts';
import {
  type Highlight,
  type OutboxItem,
  type OutboxSummary,
  isUnsent,
  itemHasText,
  liveStateOf,
} from '../outbox/model.ts';
import type { SavedDeletion } from '../outbox/messages.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { Deletion, MemoryClient } from '../memory-client/client.ts';
import { findDocument } from '../memory-client/find-document.ts';

export type DeletionPorts = {
  store: {
    get: (id: string) => Promise<OutboxItem | null>;
    /** Every row of a page by its identity, discarded ones too. */
    rowsOfPage: (pageKey: string) => Promise<OutboxSummary[]>;
    remove: (id: string) => Promise<void>;
  };
  highlights: {
    get: (id: string) => Promise<Highlight | null>;
    remove: (id: string) => Promise<void>;
  };
  /** Outlives the background: what was asked about, for the person's word that comes after its row has gone. */
  asked: {
    get: (id: string) => Promise<Target | null>;
    put: (target: Target) => Promise<void>;
  };
  /** The client of the connection an item belongs to; null where that connection is gone. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** Something of a connection was deleted: what was read of it before is not so any more. */
  memoriesChanged: (connectionId: string) => Promise<void>;
  /** Tells of a row that was taken out. */
  removed: (item: OutboxItem | OutboxSummary) => void;
  /** Told what storage failed on: this background remembers what was asked about all the same. */
  report: (cause: unknown) => void;
};

type Answer = Result<SavedDeletion, AppError>;
/** Where a document is, and by which name its saves are found. */
type Place = Pick<Target, 'customId' | 'connectionId' | 'container'>;
type Asking = {
  target: Target;
  /** Null where it has gone since the person was asked. */
  item: OutboxItem | null;
  client: MemoryClient;
  confirm: boolean;
};

/** Pages of the list that are looked through for a document whose id the service never told. */
const maxListPages = 200;

/** Questions that this background remembers by itself. */
const mostRemembered = 20;

/** Makes the deletion. Where it fails, the rows stay as they are, and it may be asked for again. */
export function createDeletion(ports: DeletionPorts) {
  const { store, highlights, asked, clientOf, memoriesChanged, removed, report } = ports;
  const remembered = new Map<string, Target>();

  /** Deletes what was asked about also where its row has gone since, as when the list had grown too long. */
  async function deleteSaved(id: string, confirm: boolean): Promise<Answer> {
    const item = await store.get(id);
    if (item?.state.status === 'discarded') return err(discarded);
    if (item !== null && !isTaken(item)) return err(notTaken);
    const target = await targetFor(id, { item, confirm });
    if (target === null) return err(notInList);
    const client = await clientOf(target.connectionId);
    if (client === null) return err(homeGone);
    const asking = { target, item, client, confirm };
    return target.kind === 'page' ? deletePage(asking) : forgetNote(asking);
  }

  /**
   * Deletes a document by the id its service gave, whoever saved it. Nothing has to be remembered of it: the person's
   * word brings the id again.
   */
  async function deleteDocument(wish: MessageInput<'documents.delete'>): Promise<Answer> {
    const { connectionId, memory: container, documentId: id, customId, confirm } = wish;
    const client = await clientOf(connectionId);
    if (client === null) return err(homeGone);
    const target = { connectionId, container, customId };
    const answer = answerTo(await client.documents.delete({ id, confirm }), target);
    if (isDone(answer)) {
      await takeOutSaves(target, id);
      await memoriesChanged(connectionId);
    }
    return answer;
  }

  async function targetFor(
    id: string,
    { item, confirm }: Pick<Asking, 'item' | 'confirm'>,
  ): Promise<Target | null> {
    if (item !== null) {
      return targetOf(item, (await highlights.get(id))?.memoryId ?? noteIdOf(item));
    }
    if (!confirm) return null;
    return remembered.get(id) ?? (await asked.get(id));
  }

  /** Also what is confirmed: a repeat, the answer lost with the background, finds it gone at the service then. */
  async function remember(target: Target): Promise<void> {
    remembered.delete(target.id);
    remembered.set(target.id, target);
    const [oldest] = remembered.keys();
    if (remembered.size > mostRemembered && oldest !== undefined) remembered.delete(oldest);
    await asked.put(target).catch(report);
  }

  async function deletePage({ target, item, client, confirm }: Asking): Promise<Answer> {
    const found = await documentOf(target, client);
    if (!found.ok) return found;
    const documentId = found.value;
    await remember({ ...target, documentId });
    const answer =
      documentId === null
        ? ok(wasGone)
        : answerTo(await client.documents.delete({ id: documentId, confirm }), target);
    if (isDone(answer)) await takeOutPage({ ...target, documentId }, item);
    return answer;
  }

  async function forgetNote({ target, item, client, confirm }: Asking): Promise<Answer> {
    const { memoryId, container } = target;
    if (memoryId === null) return err(noNoteId(target));
    await remember(target);
    const answer = answerTo(
      await client.memories.forget({ id: memoryId, container: container.id, confirm }),
      target,
    );
    if (isDone(answer)) await takeOutAsked(target, item);
    return answer;
  }

  /** The row that was asked about goes last: a repeat after a broken end finds it, and ends what was begun. */
  async function takeOutPage(target: Target, item: OutboxItem | null): Promise<void> {
    await takeOutSaves(target, target.documentId, target.id);
    await takeOutAsked(target, item);
  }

  /** Every row of a document, save the one that is kept back. */
  async function takeOutSaves(
    target: Place,
    documentId: string | null,
    keptBack: string | null = null,
  ): Promise<void> {
    const rows = target.customId === null ? [] : await store.rowsOfPage(target.customId);
    for (const row of rows) {
      if (row.id !== keptBack && isSaveOf(target, documentId, row)) await takeOut(row);
    }
  }

  async function takeOutAsked(
    { id, connectionId }: Target,
    item: OutboxItem | null,
  ): Promise<void> {
    await memoriesChanged(connectionId);
    if (item === null) await highlights.remove(id);
    else await takeOut(item);
  }

  async function takeOut(item: OutboxItem | OutboxSummary): Promise<void> {
    await store.remove(item.id);
    await highlights.remove(item.id);
    removed(item);
  }

  return { deleteSaved, deleteDocument };
}

const wasGone = { outcome: 'deleted', wasGone: true } as const;

/** Gives null where the document is not there any more. */
async function documentOf(
  target: Target,
  client: MemoryClient,
): Promise<Result<string | null, AppError>> {
  if (target.documentId !== null) return ok(target.documentId);
  if (target.customId === null) return err(notListed(target));
  const looked = await findDocument(client.documents, {
    container: target.container.id,
    customId: target.customId,
    maxPages: maxListPages,
  });
  if (!looked.ok) return looked;
  if (looked.value.found) return ok(looked.value.document.id);
  if (!looked.value.isWhole) return err(notFound(target));
  // The contract lets the id be pending for a while after a document was taken.
  return target.isPending ? err(notListed(target)) : ok(null);
}

function answerTo(deletion: Result<Deletion, MemoryError>, target: Place): Answer {
  if (deletion.ok) {
    const { value } = deletion;
    return ok(value.outcome === 'deleted' ? { outcome: 'deleted', wasGone: false } : value);
  }
  const { error } = deletion;
  switch (error.code) {
    case 'memory.not-found':
      return ok(wasGone);
    case 'memory.conflict':
      return err({ ...error, message: inTheMiddleOfAChange(target) });
    default:
      return err(error);
  }
}

function isDone(answer: Answer): boolean {
  return answer.ok && answer.value.outcome === 'deleted';
}

export type Target = Pick<OutboxItem, 'id' | 'kind' | 'connectionId' | 'container' | 'customId'> & {
  /** The service's ids; null where it told none. */
  documentId: string | null;
  memoryId: string | null;
  /** The service may not list it yet, though it has taken it. */
  isPending: boolean;
};

function targetOf(item: OutboxItem, memoryId: string | null): Target {
  const { id, kind, connectionId, container, customId } = item;
  return {
    id,
    kind,
    connectionId,
    container,
    customId,
    documentId: documentIdOf(item),
    memoryId,
    isPending: isPending(item),
  };
}

type Saved = Pick<OutboxItem, 'container'>;

const notInList: AppError = {
  code: 'memory.not-offered',
  message: 'This save is no longer in your list, so it cannot be deleted from here.',
  retryable: false,
};

const discarded: AppError = {
  code: 'memory.not-offered',
  message: 'This save was discarded. Bring it back first to delete it.',
  retryable: false,
};

const notTaken: AppError = {
  code: 'memory.not-offered',
  message: 'This was not saved yet, so there is nothing to delete. You can discard it instead.',
  retryable: false,
};

const homeGone: AppError = {
  code: 'connection.none',
  message: 'The memory this was saved to is no longer connected. Connect to it again to delete it.',
  retryable: false,
};

/** The contract lets a service tell no id of a note, and then nobody can name it to be forgotten. */
function noNoteId({ container }: Saved): AppError {
  return {
    code: 'memory.not-offered',
    message:
      'The service gave no id for this note, so it cannot be deleted from here. ' +
      `Its owner can delete it from “${container.name}” in the service’s own app.`,
    retryable: false,
  };
}

/** The service has taken the document, and its id may be pending: nobody can name it yet. */
function notListed({ container }: Saved): AppError {
  return {
    code: 'memory.conflict',
    message: `“${container.name}” does not list this page yet. Try again in a moment.`,
    retryable: true,
  };
}

/** It may have been deleted, or be further back than is looked: nothing can be said for sure. */
function notFound({ container }: Saved): AppError {
  return {
    code: 'memory.not-offered',
    message:
      `This page could not be found in “${container.name}”. ` +
      'Its owner can delete it in the service’s own app.',
    retryable: false,
  };
}

/** For 409, which came although the client had asked again. */
function inTheMiddleOfAChange({ container }: Saved): string {
  return `“${container.name}” is changing this just now, so it was not deleted. Try again in a moment.`;
}

/** Whether the service took it, so that there is something to delete; before that a save can only be discarded. */
function isTaken(item: OutboxItem | OutboxSummary): boolean {
  return !isUnsent(liveStateOf(item), itemHasText(item));
}

/** The service's id of a saved page; null where it is not known. */
function documentIdOf(item: OutboxItem | OutboxSummary): string | null {
  const state = liveStateOf(item);
  return 'documentId' in state ? state.documentId : null;
}

/** The service's id of a note; null if it returned none. */
function noteIdOf(item: OutboxItem): string | null {
  return item.kind === 'note' ? (item.noteId ?? null) : null;
}

/** Whether the service may still be about to list it. */
function isPending({ state: { status } }: OutboxItem): boolean {
  return (
    status !== 'learned' && status !== 'unlearned' && status !== 'failed' && status !== 'canceled'
  );
}

/** Whether both are saves of one document, which the service has once for a `custom_id` in a Memory. */
function isSaveOf(
  item: Pick<OutboxItem, 'customId' | 'connectionId' | 'container'>,
  documentId: string | null,
  other: OutboxItem | OutboxSummary,
): boolean {
  if (item.customId === null || item.customId !== other.customId) return false;
  if (item.connectionId !== other.connectionId) return false;
  if (item.container.id !== other.container.id || !isTaken(other)) return false;
  const otherId = documentIdOf(other);
  return documentId === null || otherId === null || otherId === documentId;
}
