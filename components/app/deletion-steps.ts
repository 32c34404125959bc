import type { AppError } from '../../lib/contract/errors.ts';
import type { DeletionOutcome } from '../../lib/outbox/messages.ts';
import type { Result } from '../../lib/contract/result.ts';

/** Deletes a saved document. Unless confirmed, it only returns the service's confirmation question. */
export type DeletionSteps = (confirm: boolean) => Promise<Result<DeletionOutcome, AppError>>;

/** Calls `gone` after a deletion; `confirmed` is false if the document was deleted before the person confirmed. */
export function deletionSteps(
  send: DeletionSteps,
  gone: (confirmed: boolean) => void,
): DeletionSteps {
  return async (confirm) => {
    const answer = await send(confirm);
    if (answer.ok && answer.value.outcome === 'deleted') gone(confirm);
    return answer;
  };
}
