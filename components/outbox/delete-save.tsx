import type { OutboxView } from '../../lib/outbox/model.ts';
import type { SavesHook } from './use-saves.ts';
import { dayAndTime } from '../../lib/i18n/time.ts';
import { bareTitleOf } from './save-row-view.ts';
import { SavedDeletion, type SavedDeletionProps } from './saved-deletion.tsx';
import { t } from '../../lib/i18n/i18n.ts';

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
  return t('saves_quoted', {
    words: isVersion ? t('saves_versionOf', { title, when: dayAndTime(item.createdAt) }) : title,
  });
}
