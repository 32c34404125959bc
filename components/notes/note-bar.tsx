import './note-bar.css';
import { Check, NotebookPen } from 'lucide-react';
import { useEffect, useState } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import { type OutboxView, openingOf } from '../../lib/outbox/model.ts';
import { type Bridge, useBridge } from '../app/bridge.ts';
import { useCommand } from '../app/use-command.ts';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { lastValue, useQuery } from '../app/use-query.ts';
import { QuietButton } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { ErrorAlert } from '../ui/error-alert.tsx';
import { PendingFacts } from './pending-facts.tsx';
import type { SavedDraft } from './use-note-draft.ts';

export type NoteBarProps = {
  /** Whether the note screen covers the popup. */
  isWriting: boolean;
  written: SavedDraft | null;
  onWrite: () => void;
  onOpenPanel: () => void;
};

export function NoteBar({ isWriting, written, onWrite, onOpenPanel }: NoteBarProps) {
  const { ask, newId } = useBridge();
  const { state, reload } = useQuery(readDraft);
  const draft = lastValue(state);
  const buttonRef = useReturnedFocus<HTMLButtonElement>(isWriting);

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
        <QuietButton
          ref={buttonRef}
          className="note-bar-button"
          icon={<NotebookPen size={15} />}
          onClick={onWrite}
        >
          {draft === null ? t('note_write') : t('note_continue')}
        </QuietButton>
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
        onOpenProfile={() => {
          showProfileInPanel();
          onOpenPanel();
        }}
        onEdit={(content) => void edit(content)}
        restRef={buttonRef}
      />
    </div>
  );
}

function SavedNote({ item, onUndone }: { item: OutboxView; onUndone: () => void }) {
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
        <Check className="note-saved-icon" size={15} />
        <span className="note-saved-words" dir="auto">
          {text}
        </span>
        {canUndo && state.status !== 'failed' ? (
          <QuietButton data-act="undo" onClick={() => void undo()}>
            {t('common_undo')}
          </QuietButton>
        ) : null}
      </p>
      {state.status !== 'failed' ? null : state.error.code === 'save.sent' ? (
        <p className="note-saved-late" role="alert">
          {t('note_tooLate')}
        </p>
      ) : (
        <ErrorAlert error={state.error} />
      )}
      <LiveRegion words={announced} />
    </div>
  );
}

/** Undo disappears this long before the note is sent, so that a last-second click still works. */
const safetyMs = 1_000;

function readDraft({ ask }: Bridge) {
  return ask('notes.draft', { place: 'popup' });
}

/** Makes the side panel open on the profile. A panel that's already open keeps its view. */
function showProfileInPanel(): void {
  try {
    localStorage.setItem('panel-view', 'profile');
  } catch {
    // Without storage the panel opens on another view, from which the profile is one click away.
  }
}
