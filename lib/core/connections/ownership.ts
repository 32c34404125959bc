/** Which connection each saved item belongs to; it changes by the person's explicit word alone. */
import type { Waiting } from '../../contracts/connections.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';

type Owned = Pick<OutboxItem, 'id' | 'connectionId' | 'state' | 'material' | 'customId'>;

/** What has not reached its home yet, by connection, in the order of the items. */
export function waitingByConnection(items: readonly Owned[]): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const item of items) {
    const place = placeOf(item);
    if (place === 'arrived') continue;
    const { connectionId } = item;
    const sum = waiting.get(connectionId) ?? {
      connectionId,
      underWay: 0,
      stopped: 0,
      movable: [],
    };
    waiting.set(connectionId, {
      ...sum,
      underWay: sum.underWay + (place === 'under-way' ? 1 : 0),
      stopped: sum.stopped + (place === 'stopped' ? 1 : 0),
      movable: isMovable(item) ? [...sum.movable, item.id] : sum.movable,
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

type Destination = Pick<OutboxItem, 'connectionId' | 'container'>;

/**
 * Moves an item to another connection, where it begins anew. One that is being sent, or that its home has taken, stays
 * as it is: it would be in both.
 */
export function moveItem(item: OutboxItem, to: Destination, now: number): OutboxItem {
  if (!isMovable(item)) return item;
  const { connectionId, container } = to;
  const status = item.material === null ? 'requested' : 'captured';
  return { ...item, connectionId, container, state: { status }, updatedAt: now };
}

function isMovable(item: Owned): boolean {
  return placeOf(item) !== 'arrived' && item.state.status !== 'sending';
}

/** Read, and no text left: its home has it, and only its learning was still watched. */
function isTaken({ material, customId }: Owned): boolean {
  return material === null && customId !== null;
}

function placeOf(item: Owned): 'under-way' | 'stopped' | 'arrived' {
  if (isTaken(item)) return 'arrived';
  switch (item.state.status) {
    case 'requested':
    case 'captured':
    case 'sending':
    case 'waiting':
      return 'under-way';
    case 'refused':
    case 'paused':
      return 'stopped';
    case 'accepted':
    case 'learning':
    case 'learned':
    case 'unlearned':
    case 'failed':
    case 'canceled':
      return 'arrived';
  }
}
