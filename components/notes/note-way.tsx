import './note-way.css';
import { Check, NotebookPen } from 'lucide-react';
import { useEffect, useState, useCallback } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import type { NoteDraft } from '../../lib/notes/model.ts';
import { type OutboxView, openingOf } from '../../lib/outbox/model.ts';
import { useBridge } from '../app/bridge.ts';
import { useFocusAfter } from '../app/use-focus.ts';
import type { Written } from '../app/use-writing.ts';
import { Button } from '../ui/button.tsx';
import { LiveRegion } from '../ui/live-region.tsx';
import { Trouble } from '../ui/trouble.tsx';
import { StandingFacts } from './standing-facts.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type NoteWayProps = {
  /** The person is writing, over what the popup was opened for. */
  isWriting: boolean;
  /** What was written last since the popup opened. */
  written: Written | null;
  onWrite: () => void;
  /** The window whose side panel shows the profile; null until the browser has said so. */
  windowIdOf: () => number | null;
};

/** The way to writing a note, with what became of the last one; the button comes back into focus with it. */
export function NoteWay({ isWriting, written, onWrite, windowIdOf }: NoteWayProps) {
  const openProfile = useOpenProfile(windowIdOf);
  const { ask, newId } = useBridge();
  const draft = useKeptDraft(isWriting);
  const buttonRef = useFocusAfter(isWriting);

  const edit = async (content: string) => {
    const taken: NoteDraft = { id: newId(), content, isFact: true };
    await ask('notes.save-draft', { place: 'popup', draft: taken });
    onWrite();
  };
  return (
    <div className="note-way">
      <div className="note-way-line">
        <Button
          ref={buttonRef}
          className="note-way-button"
          look="quiet"
          size="small"
          icon={<NotebookPen size={15} aria-hidden="true" />}
          onClick={onWrite}
        >
          {draft === null ? t('note_write') : t('note_goOn')}
        </Button>
        {draft === null ? null : (
          <span className="note-way-draft" dir="auto">
            {openingOf(draft.content)}
          </span>
        )}
        {written?.kind === 'note' ? (
          <KeptNote key={written.item.id} item={written.item} onUndone={onWrite} />
        ) : null}
      </div>
      <StandingFacts
        isWriting={draft !== null}
        onLook={openProfile}
        onEdit={(content) => void edit(content)}
        restRef={buttonRef}
      />
    </div>
  );
}

type KeptNoteProps = { item: OutboxView; onUndone: () => void };

/** Says where the note was kept, and takes it back for as long as it has not been sent. */
function KeptNote({ item, onUndone }: KeptNoteProps) {
  const { ask, now } = useBridge();
  const [canUndo, setCanUndo] = useState(true);
  const [error, setError] = useState<AppError | null>(null);
  const [said, setSaid] = useState('');
  const words = t('note_kept', { memory: item.container.name });
  const until = item.kind === 'note' ? (item.heldUntil ?? 0) : 0;
  useEffect(() => {
    const timer = setTimeout(() => setCanUndo(false), until - now() - safetyMs);
    // The region has to be there before the words are, or they are not spoken.
    const frame = requestAnimationFrame(() => setSaid(words));
    return () => {
      clearTimeout(timer);
      cancelAnimationFrame(frame);
    };
  }, [until, now, words]);

  const [isUndone, setIsUndone] = useState(false);
  const undo = async () => {
    const undone = await ask('notes.undo', { id: item.id, place: 'popup' });
    if (!undone.ok) return setError(undone.error);
    setIsUndone(true);
    return onUndone();
  };
  if (isUndone) return null;
  return (
    <div className="note-kept">
      <p className="note-kept-line">
        <Check className="note-kept-icon" size={15} aria-hidden="true" />
        <span className="note-kept-words" dir="auto">
          {words}
        </span>
        {canUndo && error === null ? (
          <Button size="small" look="quiet" data-act="undo" onClick={() => void undo()}>
            {t('note_undo')}
          </Button>
        ) : null}
      </p>
      {error === null ? null : error.code === 'save.sent' ? (
        <p className="note-kept-late" role="alert">
          {t('note_tooLate')}
        </p>
      ) : (
        <Trouble error={error} />
      )}
      <LiveRegion words={said} />
    </div>
  );
}

/** The offer ends a little before the note is sent, so that a click on it is in time. */
const safetyMs = 1_000;

/** What was written here before and not sent. */
function useKeptDraft(isWriting: boolean) {
  const { ask } = useBridge();
  const [draft, setDraft] = useState<NoteDraft | null>(null);
  useEffect(() => {
    if (isWriting) return;
    const read = async () => {
      const kept = await ask('notes.draft', { place: 'popup' });
      if (kept.ok) setDraft(kept.value);
    };
    void read();
  }, [ask, isWriting]);
  return draft;
}

/** Opens the side panel from the popup, which then closes; a panel that was not open begins with the profile. */
export function useOpenProfile(windowIdOf: () => number | null) {
  const { openSidePanel, closeWindow } = useBridge();
  return useCallback(() => {
    const windowId = windowIdOf();
    if (windowId === null) return;
    try {
      localStorage.setItem('panel-view', 'profile');
    } catch {
      // The panel then begins with another view, and the profile is one click away.
    }
    // Not awaited: browsers open the panel only while the click or the key is being handled.
    void openSidePanel(windowId).then(closeWindow);
  }, [openSidePanel, closeWindow, windowIdOf]);
}
