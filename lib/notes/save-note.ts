/** The person's word to keep a note they wrote, which is of no page; and to take it back while it is still here. */
import type { AppError } from '../contract/errors.ts';
import { type OutboxItem, openingOf, type LiveItem, validateText } from '../outbox/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { destinationOf, type StoredConnections } from '../connections/model.ts';

export type NoteOrder = {
  /** Chosen where the person wrote; the same id is the same note. */
  id: string;
  content: string;
  memoryId: string;
};

export type NotePorts = {
  readConnections: () => Promise<StoredConnections>;
  /** Fails with `storage.full` if there is no room for another. */
  request: (item: LiveItem) => Promise<Result<LiveItem, AppError>>;
  now: () => number;
};

/** So long a note stays here before it is sent: a little longer than it is offered to undo it. */
const holdMs = 10_000;

/** Gives the note as written down. Fails with `memory.validation` for what no service would take. */
export async function saveNote(
  { id, content, memoryId }: NoteOrder,
  { readConnections, request, now }: NotePorts,
): Promise<Result<LiveItem, AppError>> {
  const words = content.trim();
  const trouble = validateText({ title: null, content: words }, 'note');
  if (trouble !== null) return err(trouble);
  const destination = destinationOf(await readConnections(), memoryId);
  if (!destination.ok) return destination;
  const at = now();
  const opening = openingOf(words);
  return request({
    id,
    kind: 'note',
    ...destination.value,
    // Whatever shows a save by its title shows the first words of this one.
    source: { url: '', title: opening, tabId: null, frameId: null },
    pageKey: noteKeyOf(id),
    customId: null,
    isWritten: true,
    opening,
    material: { kind: 'note', content: words },
    createdAt: at,
    updatedAt: at,
    heldUntil: at + holdMs,
    state: { status: 'captured' },
  });
}

export type UndoPorts = {
  get: (id: string) => Promise<OutboxItem | null>;
  discard: (id: string) => Promise<void>;
  now: () => number;
};

/**
 * Takes back what was not sent yet, and gives its words; null where it was taken back before. Fails with `save.sent`
 * where it is on its way.
 */
export async function undoNote(
  id: string,
  { get, discard, now }: UndoPorts,
): Promise<Result<string | null, AppError>> {
  const item = await get(id);
  if (item === null || item.state.status === 'discarded') return ok(null);
  if (item.kind !== 'note' || item.isWritten !== true || item.material === null)
    return err(sentAlready);
  const isHeld = item.state.status === 'captured' && (item.heldUntil ?? 0) > now();
  if (!isHeld) return err(sentAlready);
  await discard(id);
  return ok(item.material.content);
}

/** No page has such an identity, so no page's list of saves holds a note that was written. */
function noteKeyOf(id: string): string {
  return `note:${id}`;
}

const sentAlready: AppError = {
  code: 'save.sent',
  message: 'The note is on its way already.',
  retryable: false,
};
