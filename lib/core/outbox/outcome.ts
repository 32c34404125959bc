/** An item's state in the three shades a badge can tell. */
import type { OutboxState } from '../../contracts/outbox.ts';

export type Outcome = 'under-way' | 'kept' | 'trouble';

/** Kept is said only once the service has taken the item; until then it is under way, however long that lasts. */
export function outcomeOf({ status }: OutboxState): Outcome {
  switch (status) {
    case 'requested':
    case 'captured':
    case 'sending':
      return 'under-way';
    case 'accepted':
    case 'learning':
    case 'learned':
    case 'unlearned':
      return 'kept';
    case 'waiting':
    case 'failed':
    case 'canceled':
    case 'refused':
    case 'paused':
      return 'trouble';
  }
}
