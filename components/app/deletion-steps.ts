/** Deleting a saved document takes two steps: the service's question, and the confirmation. */
import { type AppError, appError } from '../../lib/contract/errors.ts';
import type { SavedDeletion } from '../../lib/outbox/messages.ts';
import { err, ok, type Result } from '../../lib/contract/result.ts';

export type DeletionSteps = {
  /** Deletes nothing. Returns the service's question, or null if the document no longer exists. */
  askToDelete: () => Promise<Result<string | null, AppError>>;
  /** `wasGone`: it had already been deleted. */
  deleteForGood: () => Promise<Result<{ wasGone: boolean }, AppError>>;
};

const askedAgain = appError('memory.conflict', 'The service asked for confirmation again.', true);

/** `gone` is called once the document is deleted, with whether that was confirmed. */
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
