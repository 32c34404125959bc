/** How far an item has come. */
import type { KeptState, KeptStatus, OutboxState } from '../../contracts/outbox.ts';

/** Sending begins anew where a background ended over it. */
export const toBeSent = ['captured', 'waiting', 'sending'] as const;
/** Not while it is being sent: what arrives would be another text than the one shown. */
export const editable = ['captured', 'waiting', 'refused', 'paused'] as const;
/**
 * Not while it is being sent, since it would end in both homes. One that `wasSent` before may be in both all the same:
 * that is the person's to decide.
 */
export const movable = ['requested', ...editable] as const;

export function isIn({ status }: KeptState, statuses: readonly KeptStatus[]): boolean {
  return statuses.includes(status);
}

/** Whether its home has nothing of the item yet, as far as anybody knows. */
export function isUnsent({ status }: KeptState, hasText: boolean): boolean {
  switch (status) {
    case 'requested':
    case 'refused':
      return true;
    case 'captured':
    case 'sending':
    case 'waiting':
    case 'paused':
      return hasText;
    default:
      return false;
  }
}

/**
 * Whether the item waits for its home, or stopped on the way there. One that was refused before anything was read has
 * nothing that any home could take, and waits for the person alone.
 */
export function waitsForHome(state: KeptState, hasText: boolean): boolean {
  return isUnsent(state, hasText) && (hasText || state.status !== 'refused');
}

/** Whether its home has the item, and nothing more is done for it unless the person asks. */
export function isFinished({ status }: OutboxState): boolean {
  switch (status) {
    case 'accepted':
    case 'learned':
    case 'failed':
    case 'canceled':
    case 'unlearned':
      return true;
    default:
      return false;
  }
}
