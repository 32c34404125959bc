import { Trash2 } from 'lucide-react';
import { IconButton } from '../ui/button.tsx';
import { t } from '../../lib/i18n/i18n.ts';

/** Asks whether to delete what a row is about; `name` tells it from the others. */
export function RowDelete({ name, onPress }: { name: string; onPress: () => void }) {
  return (
    <IconButton
      label={t('saves_of', { action: t('saves_actions_delete'), title: name })}
      className="save-row-delete"
      data-act="delete"
      aria-keyshortcuts="Delete"
      onClick={onPress}
    >
      <Trash2 size={16} aria-hidden="true" />
    </IconButton>
  );
}
