/**
 * Deletes what was saved, at the service that has it. The service's own question is relayed untouched, and nothing is
 * confirmed but on the person's word.
 */
import type { AppError, MemoryError } from '../../contracts/errors.ts';
import type { MessageOutput } from '../../contracts/messages.ts';
import type { Highlight, OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Deletion, MemoryClient } from '../../memory/client.ts';
import { findDocument } from '../../memory/find-document.ts';
import { documentIdOf, isSaveOf, isTaken } from './saved-item.ts';
import {
  discarded,
  homeGone,
  inTheMiddleOfAChange,
  noNoteId,
  notInList,
  notFound,
  notListed,
  notTaken,
} from './words.ts';

export type DeletionPorts = {
  store: {
    get: (id: string) => Promise<OutboxItem | null>;
    /** Every row of a page by its identity, discarded ones too. */
    rowsOfPage: (pageKey: string) => Promise<OutboxItem[]>;
    remove: (id: string) => Promise<void>;
  };
  highlights: {
    get: (id: string) => Promise<Highlight | null>;
    remove: (id: string) => Promise<void>;
  };
  /** The client of the home an item belongs to; null where that home is gone. */
  clientOf: (connectionId: string) => Promise<MemoryClient | null>;
  /** Tells of a row that was taken out. */
  removed: (item: OutboxItem) => void;
};

type Answer = Result<MessageOutput<'saved.delete'>, AppError>;
type Asking = { item: OutboxItem; client: MemoryClient; confirm: boolean };

/** Pages of the list that are looked through for a document whose id the service never told. */
const maxListPages = 200;

/** Makes the deletion. Where it fails, the rows stay as they are, and it may be asked for again. */
export function createDeletion({ store, highlights, clientOf, removed }: DeletionPorts) {
  async function deleteSaved(id: string, confirm: boolean): Promise<Answer> {
    const item = await store.get(id);
    if (item === null) return confirm ? finishRemoved(id) : err(notInList);
    if (item.state.status === 'discarded') return err(discarded);
    if (!isTaken(item)) return err(notTaken);
    const client = await clientOf(item.connectionId);
    if (client === null) return err(homeGone);
    const asking = { item, client, confirm };
    return item.kind === 'page' ? deletePage(asking) : forgetNote(asking);
  }

  /** A confirmed deletion that is put again, its answer lost with the background that had made it. */
  async function finishRemoved(id: string): Promise<Answer> {
    await highlights.remove(id);
    return ok(wasGone);
  }

  async function deletePage({ item, client, confirm }: Asking): Promise<Answer> {
    const found = await documentOf(item, client);
    if (!found.ok) return found;
    const documentId = found.value;
    const answer =
      documentId === null
        ? ok(wasGone)
        : answerTo(await client.documents.delete({ id: documentId, confirm }), item);
    if (isDone(answer)) await takeOutPage(item, documentId);
    return answer;
  }

  async function forgetNote({ item, client, confirm }: Asking): Promise<Answer> {
    const memoryId = (await highlights.get(item.id))?.memoryId ?? null;
    if (memoryId === null) return err(noNoteId(item));
    const { id: container } = item.container;
    const answer = answerTo(
      await client.memories.forget({ id: memoryId, container, confirm }),
      item,
    );
    if (isDone(answer)) await takeOut(item);
    return answer;
  }

  /** The row that was asked about goes last: a repeat after a broken end finds it, and ends what was begun. */
  async function takeOutPage(item: OutboxItem, documentId: string | null): Promise<void> {
    const rows = item.customId === null ? [] : await store.rowsOfPage(item.customId);
    for (const row of rows) {
      if (row.id !== item.id && isSaveOf(item, documentId, row)) await takeOut(row);
    }
    await takeOut(item);
  }

  async function takeOut(item: OutboxItem): Promise<void> {
    await store.remove(item.id);
    await highlights.remove(item.id);
    removed(item);
  }

  return { deleteSaved };
}

const wasGone = { outcome: 'deleted', wasGone: true } as const;

/** Gives null where the document is not there any more. */
async function documentOf(
  item: OutboxItem,
  client: MemoryClient,
): Promise<Result<string | null, AppError>> {
  const known = documentIdOf(item);
  if (known !== null) return ok(known);
  if (item.customId === null) return err(notListed(item));
  const looked = await findDocument(client.documents, {
    container: item.container.id,
    customId: item.customId,
    maxPages: maxListPages,
  });
  if (!looked.ok) return looked;
  if (looked.value.found) return ok(looked.value.document.id);
  if (!looked.value.isWhole) return err(notFound(item));
  // The contract lets the id be pending for a while after a document was taken.
  return isAwaited(item) ? err(notListed(item)) : ok(null);
}

function isAwaited({ state: { status } }: OutboxItem): boolean {
  return (
    status !== 'learned' && status !== 'unlearned' && status !== 'failed' && status !== 'canceled'
  );
}

function answerTo(deletion: Result<Deletion, MemoryError>, item: OutboxItem): Answer {
  if (deletion.ok) {
    const { value } = deletion;
    return ok(value.outcome === 'deleted' ? { outcome: 'deleted', wasGone: false } : value);
  }
  const { error } = deletion;
  switch (error.code) {
    case 'memory.not-found':
      return ok(wasGone);
    case 'memory.conflict':
      return err({ ...error, message: inTheMiddleOfAChange(item) });
    default:
      return err(error);
  }
}

function isDone(answer: Answer): boolean {
  return answer.ok && answer.value.outcome === 'deleted';
}
