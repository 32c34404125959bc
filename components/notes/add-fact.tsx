import './add-fact.css';
import { Plus } from 'lucide-react';
import { useId, useState } from 'react';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useFocusAfter } from '../app/use-focus.ts';
import { useMemories } from '../app/use-active-connection.ts';
import { useNoteDraft } from './use-note-draft.ts';
import { useWriting } from '../app/use-writing.ts';
import { Button } from '../ui/button.tsx';
import { MemoryPicker } from '../ui/memory-picker.tsx';
import { NoteForm, NoteSend } from './note-form.tsx';
import { StandingFacts } from './standing-facts.tsx';
import { t } from '../../lib/i18n/i18n.ts';

export type AddFactProps = {
  connection: ConnectionStatus;
  /** Shows the profile as it is now. */
  onLook: () => void;
};

/** Adds a standing fact in the profile itself, and shows those on their way there. */
export function AddFact({ connection, onLook }: AddFactProps) {
  const { draft, change, beginAnew } = useNoteDraft('profile', true);
  const { handing, handOver, calm } = useWriting('profile');
  const { picked, pick } = useMemories(heard);
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useFocusAfter(isOpen);
  const labelId = useId();
  const { memories, chosenMemoryId } = connection;
  const chosen = memories.find(({ id }) => id === (picked ?? chosenMemoryId)) ?? memories[0];
  if (connection.kind === 'read-only') return <p className="add-fact-not">{t('note_onlyReads')}</p>;
  if (chosen === undefined) return null;

  const close = () => {
    calm();
    setIsOpen(false);
  };
  const send = async () => {
    if (draft === null) return;
    const written = await handOver({ ...draft, isFact: true }, chosen.id);
    if (written === null) return;
    beginAnew();
    close();
  };
  const edit = (content: string) => {
    change({ content });
    setIsOpen(true);
  };
  const isWritten = draft !== null && draft.content.trim() !== '';
  return (
    <div className="add-fact">
      {isOpen ? (
        <NoteForm
          draft={draft}
          handing={handing}
          canBeNote={false}
          isOnDevice={connection.kind === 'device'}
          onChange={change}
          onSend={() => void send()}
          onEscape={close}
        >
          {memories.length < 2 ? null : (
            <div className="add-fact-where">
              <span id={labelId}>{t('common_saveTo')}</span>
              <MemoryPicker
                labelId={labelId}
                memories={memories}
                chosen={chosen}
                onPick={(id) => void pick(id)}
                onNew={null}
              />
            </div>
          )}
          <div className="add-fact-ways">
            <NoteSend draft={draft} handing={handing} onSend={() => void send()} />
            <Button look="quiet" onClick={close}>
              {t('note_cancel')}
            </Button>
          </div>
        </NoteForm>
      ) : (
        <Button
          ref={buttonRef}
          className="add-fact-button"
          size="small"
          icon={<Plus size={15} aria-hidden="true" />}
          onClick={() => setIsOpen(true)}
        >
          {isWritten ? t('note_goOn') : t('note_addFact')}
        </Button>
      )}
      <StandingFacts
        isWriting={isOpen || isWritten}
        onLook={onLook}
        onEdit={edit}
        restRef={buttonRef}
      />
    </div>
  );
}

/** Which Memory was chosen is told to every surface, this one included. */
function heard(): void {}
