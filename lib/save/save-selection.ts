import { appError } from '../contract/errors.ts';
import { type Highlight, type LiveItem, newNote } from '../outbox/model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import type { MessageInput } from '../messaging/messages.ts';
import type { StoredPreview } from './model.ts';
import { type SavedHighlight, isAlreadySaved } from '../highlights/model.ts';
import { noteContentOf } from '../notes/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { SavePorts } from './save.ts';
import { destinationOf } from '../connections/model.ts';

export type SelectionOrder = MessageInput<'selection.save'>;

export type SelectionPorts = Pick<SavePorts, 'readConnections' | 'now'> & {
  /** Stores the item and its highlight in one transaction. */
  request: (item: LiveItem, highlight: Highlight) => AsyncResult<LiveItem>;
  preview: (id: string) => Promise<StoredPreview | null>;
  known: (id: string) => Promise<LiveItem | null>;
  highlightsOf: (pageKey: string) => Promise<readonly SavedHighlight[]>;
};

/**
 * Fails with `selection.empty` if the preview expired, or with `selection.kept` for text saved before, unless `again`
 * is set.
 */
export async function saveSelection(
  order: SelectionOrder,
  ports: SelectionPorts,
): AsyncResult<LiveItem> {
  const preview = await ports.preview(order.previewId);
  if (preview === null || preview.selection === null) {
    const known = await ports.known(order.id);
    return known === null ? err(selectionGone) : ok(known);
  }
  const { text: quote, url, title, anchor } = preview.selection;
  if (!order.again) {
    const highlights = await ports.highlightsOf(preview.pageKey);
    // A note with this id doesn't count, because the message may be a repeat.
    const isRepeat = highlights.some(({ highlight }) => highlight.id === order.id);
    if (!isRepeat && isAlreadySaved(preview.selection, highlights)) return err(savedBefore);
  }
  const comment = order.comment?.trim() || null;
  const source = order.withSource ? { title, url } : null;
  const content = noteContentOf({ quote, comment, source });
  const at = ports.now();
  const note = newNote({ id: order.id, content, at });
  if (!note.ok) return note;
  const destination = destinationOf(await ports.readConnections(), order.memoryId);
  if (!destination.ok) return destination;
  const item: LiveItem = {
    ...note.value,
    ...destination.value,
    source: { url, title: cutTitle(title), tabId: preview.tabId, frameId: null },
    pageKey: preview.pageKey,
  };
  const of = { id: order.id, memoryId: null, pageKey: preview.pageKey, createdAt: at };
  return ports.request(item, { ...of, text: content, quote, comment, url, title, anchor });
}

const savedBefore = appError('selection.kept', 'This selection was already saved.', true);

const selectionGone = appError(
  'selection.empty',
  'The selection is gone. Select the text again.',
  true,
);
