import { useCallback } from 'react';
import type { AppError } from '../../lib/contracts/errors.ts';
import { err, ok, type Result } from '../../lib/contracts/result.ts';
import { useBridge } from './bridge.ts';
import type { SavesList } from './use-saves-list.ts';

export type SavesDeletion = {
  /** Deletes nothing: gives the memory's own question, or null where it is gone already. */
  askToDelete: (id: string) => Promise<Result<string | null, AppError>>;
  /** Says whether it had been gone before. */
  deleteForGood: (id: string) => Promise<Result<{ wasGone: boolean }, AppError>>;
};

/** It was confirmed, and the memory has another question all the same. */
const askedAgain: AppError = {
  code: 'memory.conflict',
  message: 'The memory asked again.',
  retryable: true,
};

/** Deletes what was saved from its memory, by the memory's own question. */
export function useSavesDeletion({
  dispatch,
  renew,
}: Pick<SavesList, 'dispatch' | 'renew'>): SavesDeletion {
  const { ask } = useBridge();

  const askToDelete = useCallback(
    async (id: string): Promise<Result<string | null, AppError>> => {
      const asked = await ask('saved.delete', { id, confirm: false });
      if (!asked.ok) return asked;
      if (asked.value.outcome === 'confirmation-required') return ok(asked.value.sentence);
      dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      return ok(null);
    },
    [ask, dispatch],
  );

  const deleteForGood = useCallback(
    async (id: string): Promise<Result<{ wasGone: boolean }, AppError>> => {
      const deleted = await ask('saved.delete', { id, confirm: true });
      if (!deleted.ok) return deleted;
      if (deleted.value.outcome !== 'deleted') return err(askedAgain);
      dispatch({ type: 'heard', events: [{ event: 'outbox.removed', id }] });
      void renew();
      return ok({ wasGone: deleted.value.wasGone });
    },
    [ask, renew, dispatch],
  );

  return { askToDelete, deleteForGood };
}
