import { useRef, useState } from 'react';
import { ok } from '../../lib/contract/result.ts';
import type { DeletionSteps } from '../app/deletion-steps.ts';
import { ConfirmDeletion } from '../ui/confirm-dialog.tsx';
import { deletionErrorWords, isFinalForDeletion, savesWords } from './saves-text.ts';

const words = savesWords.deletion;

export type SavedDeletionProps = {
  /** What is to be deleted, as it is called in the sentences about it. */
  name: string;
  steps: DeletionSteps;
  /** Takes what there is to say of it. */
  onDone: (words: string) => void;
  onCancel: () => void;
};

/** Relays the memory's question before something that was saved is deleted from it. */
export function SavedDeletion({ name, steps, onDone, onCancel }: SavedDeletionProps) {
  const wasGoneRef = useRef(false);
  // As it was asked about: what becomes of the list meanwhile changes nothing of it.
  const [title] = useState(name);
  return (
    <ConfirmDeletion
      title={words.title(title)}
      words={words}
      ask={async () => {
        const asked = await steps.askToDelete();
        wasGoneRef.current = asked.ok && asked.value === null;
        return asked;
      }}
      onConfirm={async () => {
        const deleted = await steps.deleteForGood();
        if (!deleted.ok) return deleted;
        wasGoneRef.current = deleted.value.wasGone;
        return ok(null);
      }}
      onDone={() => onDone(wasGoneRef.current ? words.wasGone(title) : words.done(title))}
      onCancel={onCancel}
      wordsOf={deletionErrorWords}
      isFinal={isFinalForDeletion}
    />
  );
}
