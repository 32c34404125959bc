/** Which connection each saved item belongs to; it changes by the person's explicit word alone. */
import type { Waiting } from '../../contracts/connections.ts';
import { isIn, movable, waitsForHome } from '../outbox/standing.ts';
import type { KeptItem } from '../outbox/view.ts';

/** An item without its text, which is not needed to say whose it is. */
export type Owned = Pick<KeptItem, 'id' | 'connectionId' | 'state'> & { hasText: boolean };

/** What waits for its home or stopped on the way there, by connection, in the order of the items. */
export function waitingByConnection(items: readonly Owned[]): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const item of items) {
    const { connectionId, state, hasText } = item;
    if (!waitsForHome(state, hasText)) continue;
    const hasStopped = state.status === 'refused' || state.status === 'paused';
    const sum = waiting.get(connectionId) ?? {
      connectionId,
      underWay: 0,
      stopped: 0,
      movable: [],
    };
    waiting.set(connectionId, {
      ...sum,
      underWay: sum.underWay + (hasStopped ? 0 : 1),
      stopped: sum.stopped + (hasStopped ? 1 : 0),
      movable: isIn(state, movable) ? [...sum.movable, item.id] : sum.movable,
    });
  }
  return [...waiting.values()];
}

/** What a connection's withdrawn or missing credential stopped, and what can go on once it has one again. */
export function pausedFor(items: readonly Owned[], connectionId: string): string[] {
  return items
    .filter((item) => item.connectionId === connectionId && item.state.status === 'paused')
    .map(({ id }) => id);
}
