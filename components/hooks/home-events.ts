/** Which events make it worth while to ask again how the homes stand. */
import type { AppEvent } from '../../lib/contracts/messages.ts';
import type { OutboxView } from '../../lib/contracts/outbox.ts';

/** How long events are gathered before the homes are asked for, in milliseconds. */
export const homeEventsGapMs = 500;

/** Makes what tells: it remembers how each save stood, since most of its steps change nothing of what waits where. */
export function createHomeEvents(): (event: AppEvent) => boolean {
  const standing = new Map<string, string>();
  return (event) => {
    switch (event.event) {
      case 'connections.changed':
      case 'home.changed':
        return true;
      case 'outbox.removed':
        standing.delete(event.id);
        return true;
      case 'outbox.changed': {
        const { item } = event;
        const before = standing.get(item.id);
        const now = standingOf(item);
        standing.set(item.id, now);
        return now !== before;
      }
      default:
        return false;
    }
  };
}

/** The same for as long as it counts the same: under way, under way and not to be moved, stopped, or arrived. */
function standingOf({ connectionId, state }: OutboxView): string {
  switch (state.status) {
    case 'requested':
    case 'captured':
    case 'waiting':
      return `${connectionId} waits`;
    case 'sending':
      return `${connectionId} is sent`;
    case 'refused':
    case 'paused':
      return `${connectionId} has stopped`;
    default:
      return `${connectionId} is there`;
  }
}
