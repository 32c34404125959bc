import './selection-form.css';
import { CornerDownLeft, Check } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { sourceLine } from '../../lib/notes/model.ts';
import type { NoteSaving } from '../notes/use-note-form.ts';
import { Button, QuietButton } from '../ui/button.tsx';
import { MemoryField, type MemoryFieldProps } from '../app/memory-field.tsx';
import { PopupError } from '../app/popup-error.tsx';
import type { NoteView } from './popup-view.ts';
import { useFocusUnlessTaken } from './save-form.tsx';
import { t, plural } from '../../lib/i18n/i18n.ts';

type SelectionFormProps = Omit<MemoryFieldProps, 'connection' | 'chosen' | 'children'> & {
  note: NoteView;
  noteSaving: NoteSaving;
  source: { title: string; url: string };
  comment: string;
  onComment: (comment: string) => void;
  onSave: (words: { comment: string; withSource: boolean; again: boolean }) => void;
  onShowAll: () => void;
};

export function SelectionForm(props: SelectionFormProps) {
  const { note, noteSaving, source, comment, onComment, onSave, onShowAll, ...memory } = props;
  const [withSource, setWithSource] = useState(false);
  const saveRef = useFocusUnlessTaken();
  const isWorking = noteSaving.status === 'running';
  // If the person already knows that the selection is saved, they want a second note.
  const again =
    note.selection.isKept ||
    (noteSaving.status === 'failed' && noteSaving.error.code === 'selection.kept');
  const save = () => onSave({ comment, withSource, again });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isWorking) save();
  };
  const { opening, isWhole, words } = note.selection;
  const label = isWorking
    ? t('common_saving')
    : again
      ? t('preview_selection_keepAgain')
      : t('preview_selection_keep');
  return (
    <section className="selection-form" aria-label={t('preview_selection_title')}>
      <div className="selection-card">
        <div className="selection-head">
          <span>{t('preview_selection_title')}</span>
          <span>{plural(words, 'preview_words')}</span>
          {isWhole && opening.length < shortQuote ? null : (
            <QuietButton data-reads="selection" onClick={onShowAll}>
              {t('preview_selection_showAll')}
            </QuietButton>
          )}
        </div>
        <blockquote className="selection-quote" dir="auto">
          {opening}
          {isWhole ? null : '…'}
        </blockquote>
        <textarea
          className="selection-comment"
          aria-label={t('preview_selection_comment')}
          placeholder={t('preview_selection_comment')}
          dir="auto"
          rows={1}
          value={comment}
          onChange={({ currentTarget }) => onComment(currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <label className="selection-source">
          <input
            type="checkbox"
            checked={withSource}
            onChange={({ currentTarget }) => setWithSource(currentTarget.checked)}
          />
          <span>{t('preview_selection_withSource')}</span>
          <span className="selection-source-line" data-on={withSource || undefined} dir="auto">
            {sourceLine(source)}
          </span>
        </label>
      </div>
      <MemoryField {...memory} connection={note.connection} chosen={note.chosen}>
        <Button
          ref={saveRef}
          look="primary"
          size="large"
          wide
          busy={isWorking}
          after={<CornerDownLeft size={16} />}
          onClick={save}
        >
          {label}
        </Button>
      </MemoryField>
      {noteSaving.status === 'failed' ? <PopupError error={noteSaving.error} /> : null}
    </section>
  );
}

/** A quote of this length fits on the card's three lines. */
const shortQuote = 120;

type SavedSelectionProps = { opening: string; onSaveAgain: () => void };

export function SavedSelection({ opening, onSaveAgain }: SavedSelectionProps) {
  return (
    <section className="selection-form" aria-label={t('preview_selection_title')}>
      <div className="selection-card">
        <p className="selection-head">
          <Check size={15} />
          {t('errors_selection_kept_title')}
          <QuietButton onClick={onSaveAgain}>{t('preview_selection_keepAgain')}</QuietButton>
        </p>
        <blockquote className="selection-quote" data-short dir="auto">
          {opening}
        </blockquote>
      </div>
    </section>
  );
}
