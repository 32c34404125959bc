/** Where a note from the popup would go: of words selected on the page, or of the person’s own. Pure. */
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { Preview } from '../../lib/save/model.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import type { Noting } from '../notes/use-note-form.ts';
import type { PopupModel } from './popup-model.ts';
import { canSave, chosenMemory } from './memory-for-save.ts';

export type NoteView = {
  previewId: string;
  selection: NonNullable<Preview['selection']>;
  connection: ConnectionStatus;
  chosen: MemoryChoice;
};

export type SelectionView = {
  /** To be offered before the page. */
  note: NoteView | null;
  /** The same words were kept before: that is said, and nothing is offered. */
  kept: NoteView | null;
};

/** Gives what is selected; `wanted` names the preview whose words the person wants to keep although they were kept. */
export function selectionView(
  model: PopupModel,
  noting: Noting,
  wanted: string | null,
): SelectionView {
  const selected = noteView(model, noting);
  const isKept = selected?.selection.isKept === true && selected.previewId !== wanted;
  return isKept ? { note: null, kept: selected } : { note: selected, kept: null };
}

/** Gives what is selected on the page; null where nothing is, or it has just been kept. */
function noteView({ page, preview, picked }: PopupModel, noting: Noting): NoteView | null {
  if (page.status !== 'ready' || preview.status !== 'ready') return null;
  const { id: previewId, selection } = preview.preview;
  if (selection === null || (noting.status === 'kept' && noting.previewId === previewId))
    return null;
  const { connection } = page.page;
  const chosen = chosenMemory(connection, { saves: [], picked });
  return chosen === null || !canSave(connection)
    ? null
    : { previewId, selection, connection, chosen };
}

/** Gives where a note that the person writes would go, whatever page is in front; null where nothing can be kept. */
export function writingPlace({ page, picked }: Pick<PopupModel, 'page' | 'picked'>): {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
} | null {
  if (page.status !== 'ready') return null;
  const { connection } = page.page;
  const chosen = chosenMemory(connection, { saves: [], picked });
  return chosen === null || !canSave(connection) ? null : { connection, chosen };
}
