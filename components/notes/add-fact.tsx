import './add-fact.css';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { t } from '../../lib/i18n/i18n.ts';
import type { ConnectionStatus } from '../../lib/messaging/messages.ts';
import { useMemories } from '../app/use-active-connection.ts';
import { useReturnedFocus } from '../ui/use-returned-focus.ts';
import { Button } from '../ui/button.tsx';
import { SaveTo } from '../ui/memory-picker.tsx';
import { NoteForm, NoteSend } from './note-form.tsx';
import { PendingFacts } from './pending-facts.tsx';
import { useNoteDraft, useSaveDraft } from './use-note-draft.ts';

type AddFactProps = { connection: ConnectionStatus; onRefresh: () => void };

/** `onRefresh` reloads the profile. */
export function AddFact({ connection, onRefresh }: AddFactProps) {
  const { draft, isLoading, change, startOver } = useNoteDraft('profile', true);
  const { state: sending, run, reset } = useSaveDraft('profile');
  const { picked, pick } = useMemories();
  const [isOpen, setIsOpen] = useState(false);
  const buttonRef = useReturnedFocus<HTMLButtonElement>(isOpen);
  const { memories, chosenMemoryId } = connection;
  const chosen = memories.find(({ id }) => id === (picked ?? chosenMemoryId)) ?? memories[0];
  if (connection.kind === 'read-only')
    return <p className="add-fact-not">{t('connection_readOnly_title')}</p>;
  if (chosen === undefined) return null;

  const close = () => {
    reset();
    setIsOpen(false);
  };
  const send = async () => {
    const saved = await run({ draft: { ...draft, isFact: true }, memoryId: chosen.id });
    if (saved?.ok !== true) return;
    startOver();
    close();
  };
  const form = { draft, isLoading, sending, onSend: () => void send() };
  const isWritten = draft.content.trim() !== '';
  return (
    <div className="add-fact">
      {isOpen ? (
        <NoteForm {...form} canBeNote={false} onChange={change} onEscape={close}>
          {memories.length < 2 ? null : (
            <SaveTo
              className="add-fact-where"
              memories={memories}
              chosen={chosen}
              onPick={(id) => void pick(id)}
            />
          )}
          <div className="add-fact-actions">
            <NoteSend {...form} />
            <Button look="quiet" onClick={close}>
              {t('common_close')}
            </Button>
          </div>
        </NoteForm>
      ) : (
        <Button
          ref={buttonRef}
          className="add-fact-button"
          size="small"
          icon={<Plus size={15} />}
          onClick={() => setIsOpen(true)}
        >
          {isWritten ? t('note_continue') : t('note_addFact')}
        </Button>
      )}
      <PendingFacts
        isWriting={isOpen || isWritten}
        onOpenProfile={onRefresh}
        onEdit={(content) => {
          change({ content });
          setIsOpen(true);
        }}
        restRef={buttonRef}
      />
    </div>
  );
}
