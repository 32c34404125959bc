import { useRef } from 'react';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { RelayedDeletion } from '../ui/relayed-deletion.tsx';
import { deletionErrorWords, isFinalForDeletion, savesWords } from '../words/saves.ts';
import { titleOf } from './saves-view.ts';

const words = savesWords.deletion;

export type DeleteSaveProps = {
  item: OutboxView;
  saves: SavesHook;
  /** Takes what there is to say of it. */
  onDone: (words: string) => void;
  onCancel: () => void;
};

/** Relays the memory's question before something that was saved is deleted from it. */
export function DeleteSave({ item, saves, onDone, onCancel }: DeleteSaveProps) {
  const wasGoneRef = useRef(false);
  const title = titleOf(item).slice(0, shownTitleLength);
  return (
    <RelayedDeletion
      title={words.title(title)}
      words={words}
      ask={async () => {
        const asked = await saves.askToDelete(item.id);
        wasGoneRef.current = asked.ok && asked.value === null;
        return asked;
      }}
      onConfirm={async () => {
        const deleted = await saves.deleteForGood(item.id);
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

const shownTitleLength = 120;
