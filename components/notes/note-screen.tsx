import './note-screen.css';
import { ArrowLeft } from 'lucide-react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import type { MemoryChoice } from '../../lib/connections/model.ts';
import { useNoteDraft } from './use-note-draft.ts';
import { useWriting, type Written } from '../app/use-writing.ts';
import { MemoryField, type MemoryFieldProps } from '../app/memory-field.tsx';
import { IconButton } from '../ui/button.tsx';
import { NoteForm, NoteSend } from './note-form.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type NoteScreenProps = Omit<MemoryFieldProps, 'connection' | 'chosen' | 'children'> & {
  connection: ConnectionStatus;
  chosen: MemoryChoice;
  onWritten: (written: Written) => void;
  onBack: () => void;
};

/** Lies over what the popup was opened for while the person writes. Escape leads back, and the draft stays. */
export function NoteScreen({ connection, chosen, onWritten, onBack, ...memory }: NoteScreenProps) {
  const { draft, change, beginAnew } = useNoteDraft('popup');
  const { handing, handOver } = useWriting('popup');
  const send = async () => {
    if (draft === null) return;
    const written = await handOver(draft, chosen.id);
    if (written === null) return;
    beginAnew();
    onWritten(written);
  };
  return (
    <div className="note-screen">
      <header className="note-screen-head">
        <IconButton label={t('note_back')} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden="true" />
        </IconButton>
        <h2 className="note-screen-title">{t('note_write')}</h2>
      </header>
      <NoteForm
        draft={draft}
        handing={handing}
        canBeNote
        isOnDevice={connection.kind === 'device'}
        onChange={change}
        onSend={() => void send()}
        onEscape={onBack}
      >
        <MemoryField {...memory} connection={connection} chosen={chosen}>
          <NoteSend draft={draft} handing={handing} onSend={() => void send()} isLarge />
        </MemoryField>
      </NoteForm>
    </div>
  );
}
