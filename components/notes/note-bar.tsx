import './note-bar.css';
import { Check, NotebookPen } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import { type OutboxView, openingOf } from '../../lib/outbox/model.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { useFocusAfter } from '../app/use-focus.ts';
import { lastValue, useQuery } from '../app/use-query.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { PendingFacts } from './pending-facts.tsx';
import type { SavedDraft } from './use-note-draft.ts';

export type NoteBarProps = {
  /** The note screen covers the popup. */
  isWriting: boolean;
  written: SavedDraft | null;
  onWrite: () => void;
  /** The window whose side panel shows the profile; null while unknown. */
  windowIdOf: () => number | null;
};

export function NoteBar({ isWriting, written, onWrite, windowIdOf }: NoteBarProps) {
  const openProfile = useOpenProfile(windowIdOf);
  const { ask, newId } = useBridge();
  const { state, reload } = useQuery(readDraft);
  const draft = lastValue(state);
  const buttonRef = useFocusAfter(isWriting);

  useEffect(() => {
    if (!isWriting) void reload();
  }, [isWriting, reload]);

  const edit = async (content: string) => {
    await ask('notes.save-draft', {
      place: 'popup',
      draft: { id: newId(), content, isFact: true },
    });
    onWrite();
  };
  return (
    <div className="note-bar">
      <div className="note-bar-line">
        <Button
          ref={buttonRef}
          className="note-bar-button"
          look="quiet"
          size="small"
          icon={<NotebookPen size={15} aria-hidden="true" />}
          onClick={onWrite}
        >
          {draft === null ? t('note_write') : t('note_continue')}
        </Button>
        {draft === null ? null : (
          <span className="note-bar-draft" dir="auto">
            {openingOf(draft.content)}
          </span>
        )}
        {written?.kind === 'note' ? (
          <SavedNote key={written.item.id} item={written.item} onUndone={onWrite} />
        ) : null}
      </div>
      <PendingFacts
        isWriting={draft !== null}
        onOpenProfile={openProfile}
        onEdit={(content) => void edit(content)}
        restRef={buttonRef}
      />
    </div>
  );
}

type SavedNoteProps = { item: OutboxView; onUndone: () => void };

function SavedNote({ item, onUndone }: SavedNoteProps) {
  const { now } = useBridge();
  const [canUndo, setCanUndo] = useState(true);
  const [announced, setAnnounced] = useState('');
  const { state, run } = useCommand(({ ask }: Bridge, id: string) =>
    ask('notes.undo', { id, place: 'popup' }),
  );
  const text = t('note_saved', { memory: item.container.name });
  const until = item.kind === 'note' ? (item.heldUntil ?? 0) : 0;
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), until - now() - safetyMs);
    // The region must exist before its text, or screen readers don't announce it.
    const frame = requestAnimationFrame(() => setAnnounced(text));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [until, now, text]);

  const undo = async () => {
    const undone = await run(item.id);
    if (undone?.ok === true) onUndone();
  };
  if (state.status === 'done') return null;
  return (
    <div className="note-saved">
      <p className="note-saved-line">
        <Check className="note-saved-icon" size={15} aria-hidden="true" />
        <span className="note-saved-words" dir="auto">
          {text}
        </span>
        {canUndo && state.status !== 'failed' ? (
          <Button size="small" look="quiet" data-act="undo" onClick={() => void undo()}>
            {t('common_undo')}
          </Button>
        ) : null}
      </p>
      {state.status !== 'failed' ? null : state.error.code === 'save.sent' ? (
        <p className="note-saved-late" role="alert">
          {t('note_tooLate')}
        </p>
      ) : (
        <Trouble error={state.error} />
      )}
      <LiveRegion words={announced} />
    </div>
  );
}

/** Undo ends shortly before the note is sent, so that a last-second click still works. */
const safetyMs = 1_000;

function readDraft({ ask }: Bridge) {
  return ask('notes.draft', { place: 'popup' });
}

/** A panel that is already open keeps its view. */
function useOpenProfile(windowIdOf: () => number | null) {
  const { openSidePanel, closeWindow } = useBridge();
  return useCallback(() => {
    const windowId = windowIdOf();
    if (windowId === null) return;
    try {
      localStorage.setItem('panel-view', 'profile');
    } catch {
      // The panel opens on another view; the profile is one click away.
    }
    // Nothing can be awaited before: browsers open the panel only within a click or key press.
    void openSidePanel(windowId).then(closeWindow);
  }, [openSidePanel, closeWindow, windowIdOf]);
}
