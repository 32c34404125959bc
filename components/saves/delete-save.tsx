import { useRef, useState } from 'react';
import type { OutboxView } from '../../lib/contracts/outbox.ts';
import { ok } from '../../lib/contracts/result.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { RelayedDeletion } from '../ui/relayed-deletion.tsx';
import { deletionErrorWords, isFinalForDeletion, savesWords } from '../words/saves.ts';
import { dayAndTime } from '../words/time.ts';
import { bareTitleOf } from './save-row-view.ts';

const words = savesWords.deletion;

export type DeleteSaveProps = {
  item: OutboxView;
  /** There are other versions of the page. */
  isVersion: boolean;
  saves: SavesHook;
  /** Takes what there is to say of it. */
  onDone: (words: string) => void;
  onCancel: () => void;
};

/** Relays the memory's question before something that was saved is deleted from it. */
export function DeleteSave({ item, isVersion, saves, onDone, onCancel }: DeleteSaveProps) {
  const wasGoneRef = useRef(false);
  // As it was asked: once it is deleted, it may have left no other version.
  const [title] = useState(() => nameOf(item, isVersion));
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

function nameOf(item: OutboxView, isVersion: boolean): string {
  const title = bareTitleOf(item).slice(0, shownTitleLength);
  return savesWords.quoted(
    isVersion ? savesWords.versionOf(title, dayAndTime(item.createdAt)) : title,
  );
}
