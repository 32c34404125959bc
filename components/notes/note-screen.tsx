import './note-screen.css';
import { ArrowLeft } from 'lucide-react';
import { t } from '../../lib/i18n/i18n.ts';
import { MemoryField, type MemoryFieldProps } from '../app/memory-field.tsx';
import { IconButton } from '../ui/button.tsx';
import { NoteForm, NoteSend } from './note-form.tsx';
import { type SavedDraft, useNoteDraft, useSaveDraft } from './use-note-draft.ts';

export type NoteScreenProps = Omit<MemoryFieldProps, 'children'> & {
  onWritten: (written: SavedDraft) => void;
  onBack: () => void;
};

export function NoteScreen({ onWritten, onBack, ...memory }: NoteScreenProps) {
  const { draft, isLoading, change, startOver } = useNoteDraft('popup');
  const { state: sending, run } = useSaveDraft('popup');
  const send = async () => {
    const saved = await run({ draft, memoryId: memory.chosen.id });
    if (saved?.ok !== true) return;
    startOver();
    onWritten(saved.value);
  };
  const form = { draft, isLoading, sending, onSend: () => void send() };
  return (
    <div className="popup-screen note-screen">
      <header className="popup-screen-head">
        <IconButton Icon={ArrowLeft} size={18} label={t('note_back')} onClick={onBack} />
        <h2 className="popup-screen-title">{t('note_write')}</h2>
      </header>
      <NoteForm {...form} canBeNote onChange={change} onEscape={onBack}>
        <MemoryField {...memory}>
          <NoteSend {...form} isLarge />
        </MemoryField>
      </NoteForm>
    </div>
  );
}
