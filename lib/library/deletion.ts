/**
 * Deletes saved items from a service. The service's own confirmation message is shown verbatim, and only the person
 * confirms it.
 */
import { type AppError, appError, type MemoryError } from '../contract/errors.ts';
import type { MessageInput } from '../messaging/messages.ts';
import {
  type Highlight,
  type OutboxItem,
  type OutboxSummary,
  isUnsent,
  itemHasText,
  liveStateOf,
} from '../outbox/model.ts';
import type { DeletionOutcome } from '../outbox/messages.ts';
import type { askedDeletions, Target } from './asked-store.ts';
import { type AsyncResult, err, ok, type Result } from '../contract/result.ts';
import type { Deletion, MemoryClient } from '../memory-client/client.ts';
import { findDocument } from '../memory-client/find-document.ts';

export type DeletionPorts = {
  store: {
    get: (id: string) => Promise<OutboxItem | null>;
    /** Includes discarded items. */
    rowsOfPage: (pageKey: string) => Promise<OutboxSummary[]>;
    remove: (id: string) => Promise<void>;
  };
  highlights: {
    get: (id: string) => Promise<Highlight | null>;
    remove: (id: string) => Promise<void>;
  };
  /** Pending confirmations, which are stored so that they're kept when the background stops. */
  asked: typeof askedDeletions;
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** Only what is deleted on this device can be restored. */
  isDevice: (connectionId: string) => Promise<boolean>;
  /** Stores the highlight with its note, so that a restored note has it again. */
  keepHighlight: (highlight: Highlight) => AsyncResult<unknown>;
  /** Called after a deletion, because results read earlier are then outdated. */
  memoriesChanged: (connectionId: string) => Promise<void>;
  removed: (item: OutboxItem | OutboxSummary) => void;
  report: (cause: unknown) => void;
};

type Answer = Result<DeletionOutcome, AppError>;
type Place = Pick<Target, 'customId' | 'connectionId' | 'container'>;
type Asking = {
  target: Target;
  /** Null if its row has been removed meanwhile. */
  item: OutboxItem | null;
  client: MemoryClient;
  confirm: boolean;
};

/** Maximum list pages to read when looking for a document whose id is unknown. */
const maxListPages = 200;

const mostRemembered = 20;

/** If a deletion fails, the rows stay, so that it can be repeated. */
export function createDeletion(ports: DeletionPorts) {
  const { store, highlights, asked, clientOf, memoriesChanged, removed, report } = ports;
  const remembered = new Map<string, Target>();

  /** Works even if the row was removed after the person was asked to confirm. */
  async function deleteSaved(id: string, confirm: boolean): Promise<Answer> {
    const item = await store.get(id);
    if (item?.state.status === 'discarded') return err(discarded);
    if (item !== null && !isAtService(item)) return err(notSaved);
    const target = await targetFor(id, { item, confirm });
    if (target === null) return err(notInList);
    const client = await clientOf(target.connectionId);
    if (client === null) return err(connectionGone);
    const asking = { target, item, client, confirm };
    return target.kind === 'page' ? deletePage(asking) : forgetNote(asking);
  }

  /** Deletes a document in the library, even if another browser saved it. */
  async function deleteDocument(order: MessageInput<'documents.delete'>): Promise<Answer> {
    const { connectionId, memory: container, documentId: id, customId, confirm } = order;
    const client = await clientOf(connectionId);
    if (client === null) return err(connectionGone);
    const target = { connectionId, container, customId };
    const answer = await answerTo(await client.documents.delete({ id, confirm }), target);
    if (isDone(answer)) {
      await removeSaves(target, id);
      await memoriesChanged(connectionId);
    }
    return answer;
  }

  async function deleteFact(order: MessageInput<'facts.delete'>): Promise<Answer> {
    const { connectionId, memory: container, id, confirm } = order;
    const client = await clientOf(connectionId);
    if (client === null) return err(connectionGone);
    const forgotten = await client.memories.forget({ id, container: container.id, confirm });
    const answer = await answerTo(forgotten, { connectionId, container, customId: null });
    if (isDone(answer)) await memoriesChanged(connectionId);
    return answer;
  }

  async function targetFor(
    id: string,
    { item, confirm }: Pick<Asking, 'item' | 'confirm'>,
  ): Promise<Target | null> {
    if (item === null) return confirm ? (remembered.get(id) ?? asked.get(id)) : null;
    const noteId = item.kind === 'note' ? (item.noteId ?? null) : null;
    const { kind, connectionId, container, customId } = item;
    return {
      id,
      kind,
      connectionId,
      container,
      customId,
      documentId: documentIdOf(item),
      memoryId: (await highlights.get(id))?.memoryId ?? noteId,
      isPending: !['learned', 'unlearned', 'failed', 'canceled'].includes(item.state.status),
    };
  }

  /** Also remembers confirmed targets, so that a repeated request after a lost response finds the document deleted. */
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
        : await answerTo(await client.documents.delete({ id: documentId, confirm }), target);
    if (isDone(answer)) {
      // The confirmed row is removed last, so that an interrupted deletion can be repeated.
      await removeSaves(target, documentId, target.id);
      await removeAsked(target, item);
    }
    return answer;
  }

  async function forgetNote({ target, item, client, confirm }: Asking): Promise<Answer> {
    const { memoryId, container } = target;
    if (memoryId === null) return err(noNoteId(target));
    await remember(target);
    const highlight = confirm ? await highlights.get(target.id) : null;
    if (highlight !== null && (await ports.isDevice(target.connectionId))) {
      const kept = await ports.keepHighlight({ ...highlight, memoryId });
      if (!kept.ok) return kept;
    }
    const answer = await answerTo(
      await client.memories.forget({ id: memoryId, container: container.id, confirm }),
      target,
    );
    if (isDone(answer)) await removeAsked(target, item);
    return answer;
  }

  async function removeSaves(
    target: Place,
    documentId: string | null,
    except: string | null = null,
  ): Promise<void> {
    const rows = target.customId === null ? [] : await store.rowsOfPage(target.customId);
    for (const row of rows) {
      if (row.id !== except && isSaveOf(target, documentId, row)) await removeRow(row);
    }
  }

  async function removeAsked({ id, connectionId }: Target, item: OutboxItem | null): Promise<void> {
    await memoriesChanged(connectionId);
    if (item === null) await highlights.remove(id);
    else await removeRow(item);
  }

  async function removeRow(item: OutboxItem | OutboxSummary): Promise<void> {
    await store.remove(item.id);
    await highlights.remove(item.id);
    removed(item);
  }

  async function answerTo(
    deletion: Result<Deletion, MemoryError>,
    target: Place,
  ): AsyncResult<DeletionOutcome> {
    if (!deletion.ok) return answerToFailure(deletion.error, target);
    const { value } = deletion;
    const isHere = await ports.isDevice(target.connectionId);
    if (value.outcome !== 'deleted') return ok(isHere ? { ...value, sentence: null } : value);
    const undo = isHere && value.binId !== undefined ? { binId: value.binId } : {};
    return ok({ outcome: 'deleted', wasGone: false, ...undo });
  }

  return { deleteSaved, deleteDocument, deleteFact };
}

const wasGone = { outcome: 'deleted', wasGone: true } as const;

/** Returns null if the document is already deleted. */
async function documentOf(target: Target, client: MemoryClient): AsyncResult<string | null> {
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
  // The contract lets the id of an accepted document be pending.
  return target.isPending ? err(notListed(target)) : ok(null);
}

function answerToFailure(error: MemoryError, target: Place): Answer {
  if (error.code === 'memory.not-found') return ok(wasGone);
  if (error.code !== 'memory.conflict') return err(error);
  // A 409 that persists after the client's retries.
  const { name } = target.container;
  const message = `“${name}” is changing this right now, so it was not deleted. Try again in a moment.`;
  return err({ ...error, message });
}

function isDone(answer: Answer): boolean {
  return answer.ok && answer.value.outcome === 'deleted';
}

const notInList = appError(
  'memory.not-offered',
  'This save is no longer in your list, so it can’t be deleted from here.',
);
const discarded = appError(
  'memory.not-offered',
  'This save was discarded. Restore it first to delete it.',
);
const notSaved = appError('memory.not-offered', 'This wasn’t saved yet. Discard it instead.');
const connectionGone = appError(
  'connection.none',
  'The service this was saved to is not connected. Connect to it again to delete this.',
);

/** The contract lets a service return no id for a note, which then can't be deleted. */
function noNoteId({ container }: Place): AppError {
  return appError(
    'memory.not-offered',
    'The service gave no id for this note, so it can’t be deleted from here. ' +
      `Its owner can delete it from “${container.name}” in the service’s own app.`,
  );
}

/** The document was accepted, but its id might still be pending. */
function notListed({ container }: Place): AppError {
  const message = `“${container.name}” does not list this page yet. Try again in a moment.`;
  return appError('memory.conflict', message, true);
}

/** The document was deleted, or is beyond the list pages that were read. */
function notFound({ container }: Place): AppError {
  return appError(
    'memory.not-offered',
    `This page could not be found in “${container.name}”. ` +
      'Its owner can delete it in the service’s own app.',
  );
}

/** Returns whether the service has the item. Until then, it can only be discarded. */
function isAtService(item: OutboxItem | OutboxSummary): boolean {
  return !isUnsent(liveStateOf(item), itemHasText(item));
}

function documentIdOf(item: OutboxItem | OutboxSummary): string | null {
  const state = liveStateOf(item);
  return 'documentId' in state ? state.documentId : null;
}

/** Two items are the same document if they have the same `custom_id` in the same Memory. */
function isSaveOf(
  item: Place,
  documentId: string | null,
  other: OutboxItem | OutboxSummary,
): boolean {
  if (item.customId === null || item.customId !== other.customId) return false;
  if (item.connectionId !== other.connectionId) return false;
  if (item.container.id !== other.container.id || !isAtService(other)) return false;
  const otherId = documentIdOf(other);
  return documentId === null || otherId === null || otherId === documentId;
}
