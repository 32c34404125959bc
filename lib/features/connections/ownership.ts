/** What waits in the outbox for which connection, and the person's word that it go to another. */
import type { Waiting } from '../../contracts/connections.ts';
import type { AppError } from '../../contracts/errors.ts';
import type { OutboxItem } from '../../contracts/outbox.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Settings } from '../../contracts/settings.ts';
import { homeOf } from '../../core/connections/connections.ts';
import { type Owned, pausedFor, waitingByConnection } from '../../core/connections/ownership.ts';
import { transition } from '../../core/outbox/transition.ts';
import { isKept, type KeptItem } from '../../core/outbox/view.ts';

export type OwnershipPorts = {
  store: {
    /** What has not reached its home yet, and what is paused. */
    owned: () => Promise<Owned[]>;
    update: (id: string, change: (item: OutboxItem) => OutboxItem) => Promise<OutboxItem | null>;
  };
  readSettings: () => Promise<Settings>;
  changed: (item: KeptItem) => void;
  now: () => number;
};

export type Move = { ids: readonly string[]; connectionId: string; memoryId: string };

export function createOwnership({ store, readSettings, changed, now }: OwnershipPorts) {
  /** What has not reached its home yet, by connection; also for connections that are no longer kept. */
  async function waiting(): Promise<Waiting[]> {
    return waitingByConnection(await store.owned());
  }

  /**
   * Moves items to a Memory of another connection and gives the ids of those that went; the others are being sent,
   * have arrived, were discarded or belong there already. One that `wasSent` may have arrived where it was as well: who
   * asks for the move is to know that. Nothing else ever changes where an item belongs.
   */
  async function move({ ids, connectionId, memoryId }: Move): Promise<Result<string[], AppError>> {
    const home = homeOf(await readSettings(), connectionId);
    if (home === null) return err(noSuchConnection);
    if (home.connection.kind === 'read-only') return err(readOnly);
    const container = home.memories.find(({ id }) => id === memoryId);
    if (container === undefined) return err(noMemory);
    const moved: string[] = [];
    for (const id of ids) {
      let before: OutboxItem | null = null;
      const item = await store.update(id, (stored) => {
        before = stored;
        return transition(stored, { type: 'moved', connectionId, container }, now());
      });
      if (item === null || item === before || !isKept(item)) continue;
      moved.push(id);
      changed(item);
    }
    return ok(moved);
  }

  /** Ids of what can go on now that a connection has its credential again. */
  async function paused(connectionId: string): Promise<string[]> {
    return pausedFor(await store.owned(), connectionId);
  }

  return { waiting, paused, move };
}

const noSuchConnection: AppError = {
  code: 'home.none',
  message: 'This connection is no longer kept.',
  retryable: false,
};

const noMemory: AppError = {
  code: 'home.no-memory',
  message: 'Choose a Memory of that home first.',
  retryable: false,
};

const readOnly: AppError = {
  code: 'memory.not-offered',
  message: 'This connection can only be read from.',
  retryable: false,
};
