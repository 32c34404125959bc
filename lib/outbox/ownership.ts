import { type Waiting, type StoredConnections, findConnection } from '../connections/model.ts';
import { type AppError, appError } from '../contract/errors.ts';
import {
  hasStatus,
  isLive,
  type LiveItem,
  movableStatuses,
  type OutboxItem,
  waitsForConnection,
} from './model.ts';
import { err, ok, type Result } from '../contract/result.ts';
import { transition } from './transition.ts';

export type OwnershipPorts = {
  store: {
    /** Undelivered or paused. */
    owned: () => Promise<Owned[]>;
    update: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>;
  };
  readConnections: () => Promise<StoredConnections>;
  changed: (item: LiveItem) => void;
  now: () => number;
};

type Move = { ids: readonly string[]; connectionId: string; memoryId: string };

export function createOwnership({ store, readConnections, changed, now }: OwnershipPorts) {
  /** Includes removed connections. */
  async function waiting(): Promise<Waiting[]> {
    return waitingByConnection(await store.owned());
  }

  /**
   * Returns the ids that moved; the others are being sent, have arrived, were discarded or belong
   * there already. If an item `wasSent`, the caller must warn: its old connection may have it too.
   */
  async function move({ ids, connectionId, memoryId }: Move): Promise<Result<string[], AppError>> {
    const stored = findConnection(await readConnections(), connectionId);
    if (stored === null) return err(noSuchConnection);
    if (stored.connection.kind === 'read-only') return err(readOnly);
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

  async function paused(connectionId: string): Promise<string[]> {
    return pausedFor(await store.owned(), connectionId);
  }

  return { waiting, paused, move };
}

const noSuchConnection = appError('connection.none', 'This connection is no longer kept.');

const noMemory = appError('connection.no-memory', 'Choose a Memory of that connection first.');

const readOnly = appError('memory.not-offered', 'This connection can only be read from.');

/** Without its text, which isn't needed. */
export type Owned = Pick<LiveItem, 'id' | 'connectionId' | 'state'> & { hasText: boolean };

/** In the order of the items. */
export function waitingByConnection(items: readonly Owned[]): Waiting[] {
  const waiting = new Map<string, Waiting>();
  for (const item of items) {
    const { connectionId, state, hasText } = item;
    if (!waitsForConnection(state, hasText)) continue;
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
      movable: hasStatus(state, movableStatuses) ? [...sum.movable, item.id] : sum.movable,
    });
  }
  return [...waiting.values()];
}

/** Paused by a missing or withdrawn credential. */
export function pausedFor(items: readonly Owned[], connectionId: string): string[] {
  return items
    .filter((item) => item.connectionId === connectionId && item.state.status === 'paused')
    .map(({ id }) => id);
}
