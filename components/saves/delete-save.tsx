import type { OutboxView } from '../../lib/contracts/outbox.ts';
import type { SavesHook } from '../hooks/use-saves.ts';
import { savesWords } from '../words/saves.ts';
import { dayAndTime } from '../words/time.ts';
import { bareTitleOf } from './save-row-view.ts';
import { SavedDeletion, type SavedDeletionProps } from './saved-deletion.tsx';

export type DeleteSaveProps = Pick<SavedDeletionProps, 'onDone' | 'onCancel'> & {
  item: OutboxView;
  /** There are other versions of the page. */
  isVersion: boolean;
  saves: SavesHook;
};

/** Deletes something of the list of saves. */
export function DeleteSave({ item, isVersion, saves, ...on }: DeleteSaveProps) {
  return <SavedDeletion name={nameOf(item, isVersion)} steps={saves.deletionOf(item.id)} {...on} />;
}

const shownTitleLength = 120;

function nameOf(item: OutboxView, isVersion: boolean): string {
  const title = bareTitleOf(item).slice(0, shownTitleLength);
  return savesWords.quoted(
    isVersion ? savesWords.versionOf(title, dayAndTime(item.createdAt)) : title,
  );
}
