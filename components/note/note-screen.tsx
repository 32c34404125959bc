import './note-screen.css';
import { ArrowLeft } from 'lucide-react';
import type { HomeStatus } from '../../lib/contracts/messages.ts';
import type { MemoryChoice } from '../../lib/contracts/settings.ts';
import { useNoteDraft } from '../hooks/use-note-draft.ts';
import { useWriting, type Written } from '../hooks/use-writing.ts';
import { MemoryField, type MemoryFieldProps } from '../popup/memory-field.tsx';
import { IconButton } from '../ui/button.tsx';
import { noteWords } from '../words/note.ts';
import { NoteForm, NoteSend } from './note-form.tsx';

export type NoteScreenProps = Omit<MemoryFieldProps, 'home' | 'chosen' | 'children'> & {
  home: HomeStatus;
  chosen: MemoryChoice;
  onWritten: (written: Written) => void;
  onBack: () => void;
};

/** Lies over what the popup was opened for while the person writes. Escape leads back, and the draft stays. */
export function NoteScreen({ home, chosen, onWritten, onBack, ...memory }: NoteScreenProps) {
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
        <IconButton label={noteWords.back} onClick={onBack}>
          <ArrowLeft size={18} aria-hidden="true" />
        </IconButton>
        <h2 className="note-screen-title">{noteWords.write}</h2>
      </header>
      <NoteForm
        draft={draft}
        handing={handing}
        canBeNote
        isOnDevice={home.kind === 'device'}
        onChange={change}
        onSend={() => void send()}
        onEscape={onBack}
      >
        <MemoryField {...memory} home={home} chosen={chosen}>
          <NoteSend draft={draft} handing={handing} onSend={() => void send()} isLarge />
        </MemoryField>
      </NoteForm>
    </div>
  );
}
