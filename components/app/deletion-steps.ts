/** The two steps of deleting something that was saved: the memory's own question, and the person's word. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { SavedDeletion } from '../../lib/outbox/messages.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';

export type DeletionSteps = {
  /** Deletes nothing: gives the memory's own question, or null where it is gone already. */
  askToDelete: () => Promise<Result<string | null, AppError>>;
  /** Says whether it had been gone before. */
  deleteForGood: () => Promise<Result<{ wasGone: boolean }, AppError>>;
};

/** It was confirmed, and the memory has another question all the same. */
const askedAgain: AppError = {
  code: 'memory.conflict',
  message: 'The memory asked again.',
  retryable: true,
};

/** Makes the steps from what sends them; `gone` is told once there is nothing left, and whether that was confirmed. */
export function deletionSteps(
  send: (confirm: boolean) => Promise<Result<SavedDeletion, AppError>>,
  gone: (confirmed: boolean) => void,
): DeletionSteps {
  return {
    async askToDelete() {
      const asked = await send(false);
      if (!asked.ok) return asked;
      if (asked.value.outcome === 'confirmation-required') return ok(asked.value.sentence);
      gone(false);
      return ok(null);
    },
    async deleteForGood() {
      const deleted = await send(true);
      if (!deleted.ok) return deleted;
      if (deleted.value.outcome !== 'deleted') return err(askedAgain);
      gone(true);
      return ok({ wasGone: deleted.value.wasGone });
    },
  };
}
