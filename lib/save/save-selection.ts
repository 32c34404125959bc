/** The person's word to keep the words they selected, as they saw them, with or without a comment of their own. */
import type { SelectionCapture } from '../capture/schema.ts';
import { type AppError, appError } from '../contract/errors.ts';
import { type Highlight, type LiveItem, validateText } from '../outbox/model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import type { StoredPreview } from './model.ts';
import { type SavedHighlight, isAlreadySaved } from '../highlights/model.ts';
import { noteContentOf } from '../notes/model.ts';
import { cutTitle } from '../text/cut-text.ts';
import type { SavePorts } from './save.ts';
import { destinationOf } from '../connections/model.ts';

export type SelectionOrder = {
  /** Chosen where the person clicked; the same id is the same note. */
  id: string;
  previewId: string;
  memoryId: string;
  comment: string | null;
  withSource: boolean;
  /** Also where the same words were kept before. */
  again: boolean;
};

export type SelectionPorts = Pick<SavePorts, 'readConnections' | 'now'> & {
  /** Writes the note and its highlight, both or neither. */
  request: (item: LiveItem, highlight: Highlight) => Promise<Result<LiveItem, AppError>>;
  /** Null where it is there no longer. */
  preview: (id: string) => Promise<StoredPreview | null>;
  /** The item of this id, unless it was discarded. */
  known: (id: string) => Promise<LiveItem | null>;
  /** Those of a page whose note was not discarded, by the identity of its address. */
  highlightsOf: (pageKey: string) => Promise<readonly SavedHighlight[]>;
};

/**
 * Gives the note as written. Fails with `selection.empty` where what was selected is there no longer, and with
 * `selection.kept` where the same words were kept before and are not wanted twice.
 */
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
  if (!order.again && (await isKeptBefore(preview.selection, { preview, order, ports })))
    return err(keptBefore);
  const comment = ownWords(order.comment);
  const content = noteContentOf({
    quote,
    comment,
    source: order.withSource ? { title, url } : null,
  });
  const trouble = validateText({ title: null, content }, 'note');
  if (trouble !== null) return err(trouble);
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

/** The same id is the same note, which may be asked for twice. */
async function isKeptBefore(
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

function ownWords(comment: string | null): string | null {
  const words = comment?.trim() ?? '';
  return words === '' ? null : words;
}

const keptBefore = appError('selection.kept', 'The same words were kept before.', true);

const selectionGone = appError(
  'selection.empty',
  'The words are no longer at hand. Select them again.',
  true,
);
