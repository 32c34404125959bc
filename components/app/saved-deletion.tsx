import { useRef, useState } from 'react';
import type { AppError } from '../../lib/contract/errors.ts';
import { ok } from '../../lib/contract/result.ts';
import { t } from '../../lib/i18n/i18n.ts';
import { ConfirmDeletion } from '../ui/confirm-dialog.tsx';
import type { DeletionSteps } from './deletion-steps.ts';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';

const words = {
  asks: t('saves_deletion_asks'),
  no: t('common_cancel'),
  yes: t('saves_deletion_yes'),
  working: t('common_deleting'),
  close: t('common_close'),
  over: ({ code }: AppError) =>
    code === 'memory.not-found'
      ? { title: t('saves_deletion_over_gone'), tone: 'plain' as const }
      : { title: t('saves_deletion_over_kept'), tone: 'bad' as const },
};

export type SavedDeletionProps = {
  name: string;
  steps: DeletionSteps;
  onDone: (words: string) => void;
  onCancel: () => void;
};

/** Shows the service's question first. */
export function SavedDeletion({ name, steps, onDone, onCancel }: SavedDeletionProps) {
  const wasGoneRef = useRef(false);
  // The list behind the dialog may change.
  const [title] = useState(name);
  return (
    <ConfirmDeletion
      title={t('saves_deletion_title', { title })}
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
      onDone={() =>
        onDone(
          wasGoneRef.current
            ? t('saves_deletion_wasGone', { title })
            : t('saves_deletion_done', { title }),
        )
      }
      onCancel={onCancel}
      wordsOf={deletionErrorWords}
      isFinal={isFinalForDeletion}
    />
  );
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

/** A retry can't help. */
export function isFinalForDeletion({ code }: AppError): boolean {
  return (
    code === 'memory.not-found' ||
    code === 'memory.unauthorized' ||
    code === 'memory.unauthenticated' ||
    code === 'memory.not-offered'
  );
}
