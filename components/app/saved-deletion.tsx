import { useState } from 'react';
import { type AppError, isRefusal } from '../../lib/contract/errors.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { ConfirmDeletion } from '../ui/confirm-dialog.tsx';
import type { DeletionSteps } from './deletion-steps.ts';
import type { Deleted } from './undo-line.tsx';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';

export type SavedDeletionProps = {
  name: string;
  steps: DeletionSteps;
  onDone: (deleted: Deleted) => void;
  onCancel: () => void;
};

export function SavedDeletion({ name, steps, onDone, onCancel }: SavedDeletionProps) {
  // The name doesn't change while the dialog is open, even if the list behind it does.
  const [title] = useState(name);
  return (
    <ConfirmDeletion
      title={t('saves_deletion_title', { title })}
      yes={t('saves_deletion_yes')}
      send={steps}
      onDone={({ wasGone = false, binId }) => {
        const words = t(wasGone ? 'saves_deletion_wasGone' : 'saves_deletion_done', { title });
        onDone({ words, binId });
      }}
      onCancel={onCancel}
      wordsOf={deletionErrorWords}
      overOf={deletionOver}
    />
  );
}

function deletionOver(error: AppError) {
  if (!isFinalForDeletion(error)) return null;
  return error.code === 'memory.not-found'
    ? { title: t('saves_deletion_over_gone'), tone: 'plain' as const }
    : { title: t('saves_deletion_over_kept'), tone: 'bad' as const };
}

export function deletionErrorWords(error: AppError): ErrorWords {
  const shared = errorWords(error);
  switch (error.code) {
    case 'memory.not-found':
      return { ...shared, title: t('saves_deletion_over_gone'), next: '' };
    case 'memory.unauthorized':
      return { ...shared, title: t('saves_deletionError_memoryUnauthorized_title') };
    case 'memory.not-offered':
      return { ...shared, quote: null };
    default:
      return shared;
  }
}

/** Returns whether the deletion failed for a reason that a retry can't change. */
export function isFinalForDeletion(error: AppError): boolean {
  return isRefusal(error) || ['memory.not-found', 'memory.not-offered'].includes(error.code);
}
