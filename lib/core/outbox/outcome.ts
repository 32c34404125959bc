/** An item's state in the few shades a badge can tell. */
import type { KeptState } from '../../contracts/outbox.ts';

export type Outcome = 'under-way' | 'kept' | 'findable' | 'trouble';

/**
 * Kept is said only once the service has taken the item, and findable only once it was learned; nobody can ask whether
 * a note was.
 */
export function outcomeOf({ status }: KeptState): Outcome {
  switch (status) {
    case 'requested':
    case 'captured':
    case 'sending':
      return 'under-way';
    case 'accepted':
    case 'learning':
    case 'unlearned':
      return 'kept';
    case 'learned':
      return 'findable';
    case 'waiting':
    case 'failed':
    case 'canceled':
    case 'refused':
    case 'paused':
      return 'trouble';
  }
}
