import {
  type Waiting,
  type StoredConnections,
  findConnection,
  noSuchConnection,
  onlyReads,
} from '../connections/model.ts';
import { appError } from '../contract/errors.ts';
import {
  hasStatus,
  isLive,
  type LiveItem,
  movableStatuses,
  type OutboxItem,
  waitsForConnection,
} from './model.ts';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { transition } from './transition.ts';

export type OwnershipPorts = {
  store: {
    owned: () => Promise<Owned[]>;
    update: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>;
  };
  readConnections: () => Promise<StoredConnections>;
  changed: (item: LiveItem) => void;
  now: () => number;
};

type Move = { ids: readonly string[]; connectionId: string; memoryId: string };

export function createOwnership({ store, readConnections, changed, now }: OwnershipPorts) {
  /**
   * Returns the ids that were moved. The other items are being sent, have arrived, were discarded or already belong to
   * the connection. An item that `wasSent` might have arrived at the old connection too.
   */
  async function move({ ids, connectionId, memoryId }: Move): AsyncResult<string[]> {
    const stored = findConnection(await readConnections(), connectionId);
    if (stored === null) return err(noSuchConnection);
    if (stored.connection.kind === 'read-only') return err(onlyReads);
    const container = stored.memories.find(({ id }) => id === memoryId);
    if (container === undefined) return err(noMemory);
    const moved: string[] = [];
    for (const id of ids) {
      let before: OutboxItem | null = null;
      const item = await store.update(id, (current) => {
        before = current;
        return transition(current, { type: 'moved', connectionId, container }, now());
      });
      if (item === null || item === before || !isLive(item)) continue;
      moved.push(id);
      changed(item);
    }
    return ok(moved);
  }

  return {
    /** Includes items of removed connections. */
    waiting: async () => waitingByConnection(await store.owned()),
    paused: async (connectionId: string) => pausedFor(await store.owned(), connectionId),
    move,
  };
}

const noMemory = appError('connection.no-memory', 'Choose a Memory of that connection first.');

/** An item without its text, which isn't needed here. */
export type Owned = Pick<LiveItem, 'id' | 'connectionId' | 'state'> & { hasText: boolean };

/** Groups items by connection, in the order of the items. */
export function waitingByConnection(items: readonly Owned[]): Waiting[] {
  const waiting = items.filter(({ state, hasText }) => waitsForConnection(state, hasText));
  return [...Map.groupBy(waiting, ({ connectionId }) => connectionId)].map(([id, its]) => {
    const stopped = its.filter(({ state }) => hasStatus(state, ['refused', 'paused'])).length;
    const movable = its.filter(({ state }) => hasStatus(state, movableStatuses));
    return {
      connectionId: id,
      underWay: its.length - stopped,
      stopped,
      movable: movable.map((item) => item.id),
    };
  });
}

/** Returns the ids of a connection's paused items: a credential or permission is missing or was withdrawn. */
export function pausedFor(items: readonly Owned[], connectionId: string): string[] {
  return items
    .filter((item) => item.connectionId === connectionId && item.state.status === 'paused')
    .map(({ id }) => id);
}
