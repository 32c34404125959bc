import type { SelectionCapture } from '../capture/schema.ts';
import { type AppError, appError } from '../contract/errors.ts';
import { type Highlight, type LiveItem, validateText } from '../outbox/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { MessageInput } from '../messaging/messages.ts';
import type { StoredPreview } from './model.ts';
import { type SavedHighlight, isAlreadySaved } from '../highlights/model.ts';
import { noteContentOf } from '../notes/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { SavePorts } from './save.ts';
import { destinationOf } from '../connections/model.ts';

export type SelectionOrder = MessageInput<'selection.save'>;

export type SelectionPorts = Pick<SavePorts, 'readConnections' | 'now'> & {
  /** In one transaction. */
  request: (item: LiveItem, highlight: Highlight) => Promise<Result<LiveItem, AppError>>;
  /** Null if it expired. */
  preview: (id: string) => Promise<StoredPreview | null>;
  known: (id: string) => Promise<LiveItem | null>;
  /** Of notes that weren't discarded. */
  highlightsOf: (pageKey: string) => Promise<readonly SavedHighlight[]>;
};

/** Fails with `selection.empty` if the preview expired, `selection.kept` without `again`. */
export async function saveSelection(
  order: SelectionOrder,
  ports: SelectionPorts,
): Promise<Result<LiveItem, AppError>> {
  const preview = await ports.preview(order.previewId);
  if (preview === null || preview.selection === null) {
    const known = await ports.known(order.id);
    return known === null ? err(selectionGone) : ok(known);
  }
  const { text: quote, url, title, anchor } = preview.selection;
  if (!order.again && (await wasSavedBefore(preview.selection, { preview, order, ports })))
    return err(savedBefore);
  const comment = trimmedComment(order.comment);
  const content = noteContentOf({
    quote,
    comment,
    source: order.withSource ? { title, url } : null,
  });
  const invalid = validateText({ title: null, content }, 'note');
  if (invalid !== null) return err(invalid);
  const destination = destinationOf(await ports.readConnections(), order.memoryId);
  if (!destination.ok) return destination;
  const now = ports.now();
  const item: LiveItem = {
    id: order.id,
    kind: 'note',
    ...destination.value,
    source: { url, title: cutTitle(title), tabId: preview.tabId, frameId: null },
    pageKey: preview.pageKey,
    customId: null,
    material: { kind: 'note', content },
    createdAt: now,
    updatedAt: now,
    state: { status: 'captured' },
  };
  const of = { id: order.id, memoryId: null, pageKey: preview.pageKey, createdAt: now };
  return ports.request(item, { ...of, text: content, quote, comment, url, title, anchor });
}

/** The same id is the same note. */
async function wasSavedBefore(
  selection: SelectionCapture,
  {
    preview,
    order,
    ports,
  }: { preview: StoredPreview; order: SelectionOrder; ports: SelectionPorts },
): Promise<boolean> {
  const facts = await ports.highlightsOf(preview.pageKey);
  return (
    isAlreadySaved(selection, facts) && facts.every(({ highlight }) => highlight.id !== order.id)
  );
}

function trimmedComment(comment: string | null): string | null {
  const words = comment?.trim() ?? '';
  return words === '' ? null : words;
}

const savedBefore = appError('selection.kept', 'The same words were kept before.', true);

const selectionGone = appError(
  'selection.empty',
  'The words are no longer at hand. Select them again.',
  true,
);
