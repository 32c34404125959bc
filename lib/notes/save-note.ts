import { appError } from '../contract/errors.ts';
import { type OutboxItem, openingOf, type LiveItem, newNote } from '../outbox/model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { destinationOf, type StoredConnections } from '../connections/model.ts';

export type NoteOrder = { id: string; content: string; memoryId: string };

export type NotePorts = {
  readConnections: () => Promise<StoredConnections>;
  request: (item: LiveItem) => AsyncResult<LiveItem>;
  now: () => number;
};

/** The UI offers undo for slightly less time. */
const holdMs = 10_000;

/** Fails with `memory.validation` if the note is empty or too long. */
export async function saveNote(
  { id, content, memoryId }: NoteOrder,
  { readConnections, request, now }: NotePorts,
): AsyncResult<LiveItem> {
  const at = now();
  const note = newNote({ id, content: content.trim(), at });
  if (!note.ok) return note;
  const destination = destinationOf(await readConnections(), memoryId);
  if (!destination.ok) return destination;
  const opening = openingOf(note.value.material.content);
  return request({
    ...note.value,
    ...destination.value,
    // The opening words serve as the title in lists.
    source: { url: '', title: opening, tabId: null, frameId: null },
    // Differs from the key of any page.
    pageKey: `note:${id}`,
    isWritten: true,
    opening,
    heldUntil: at + holdMs,
  });
}

export type UndoPorts = {
  get: (id: string) => Promise<OutboxItem | null>;
  discard: (id: string) => Promise<void>;
  now: () => number;
};

/**
 * Discards the note and returns its text, or null if it was already removed. Fails with `save.sent` if it's being sent
 * or was already sent.
 */
export async function undoNote(
  id: string,
  { get, discard, now }: UndoPorts,
): AsyncResult<string | null> {
  const item = await get(id);
  if (item === null || item.state.status === 'discarded') return ok(null);
  if (item.kind !== 'note' || item.isWritten !== true || item.material === null)
    return err(sentAlready);
  const isHeld = item.state.status === 'captured' && (item.heldUntil ?? 0) > now();
  if (!isHeld) return err(sentAlready);
  await discard(id);
  return ok(item.material.content);
}

const sentAlready = appError('save.sent', 'The note was already sent.');
