import { useState } from 'react';
import type { ConnectionList } from '../../lib/connections/messages.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { OutboxView } from '../../lib/outbox/model.ts';
import { lastValue, type Query, type Read, useQuery } from '../app/use-query.ts';

const readConnections: Read<ConnectionList> = ({ ask }) => ask('connections.list', {});

/** Reads the connections. Events about saves reload the list only while it shows counts of waiting saves. */
export function useConnectionList(
  showsWaiting: (list: ConnectionList | null) => boolean,
): Query<ConnectionList> {
  const [affectsConnections] = useState(createConnectionEvents);
  return useQuery(readConnections, {
    eventGapMs: 500,
    onEvent(event, state) {
      // Always called, because it tracks the state of each save.
      if (!affectsConnections(event)) return null;
      const isAboutSave = event.event === 'outbox.changed' || event.event === 'outbox.removed';
      return isAboutSave && !showsWaiting(lastValue(state)) ? null : 'reload';
    },
  });
}

/** Returns whether an event affects the list. Tracks each save's state, since most changes don't affect the counts. */
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

/** Returns the same string for all states that are counted together. */
function countedStateOf({ connectionId, state }: OutboxView): string {
  switch (state.status) {
    case 'requested':
    case 'captured':
    case 'waiting':
      return `${connectionId} waiting`;
    case 'sending':
      return `${connectionId} sending`;
    case 'refused':
    case 'paused':
      return `${connectionId} stopped`;
    default:
      return `${connectionId} saved`;
  }
}
