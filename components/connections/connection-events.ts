/** Decides after which events the connections have to be read again. */
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';

/** Events within this many milliseconds lead to one reading. */
export const connectionEventsGapMs = 500;

/** Returns a predicate. It remembers the state of each save, since most changes don't affect the counts of waiting saves. */
export function createConnectionEvents(): (event: AppEvent) => boolean {
  const states = new Map<string, string>();
  return (event) => {
    switch (event.event) {
      case 'connections.changed':
      case 'connection.status-changed':
        return true;
      case 'outbox.removed':
        states.delete(event.id);
        return true;
      case 'outbox.changed': {
        const { item } = event;
        const before = states.get(item.id);
        const now = countedStateOf(item);
        states.set(item.id, now);
        return now !== before;
      }
      default:
        return false;
    }
  };
}

/** The same string for all states that count the same: waiting, being sent, stopped or saved. */
function countedStateOf({ connectionId, state }: OutboxView): string {
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
      return `${connectionId} is saved`;
  }
}
