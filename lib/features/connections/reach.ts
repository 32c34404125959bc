/** Notices when a home that could not be reached answers again. */
import type { MemoryError } from '../../contracts/errors.ts';
import { isOffline } from '../../core/outbox/schedule.ts';

/** What came of a call: `error` is null where it was answered, `askedAt` is when it began. */
export type Heard = { error: MemoryError | null; askedAt: number };

export type ReachPorts = {
  /** Told once after each silence, with when the call began that ended it. */
  reachedAgain: (connectionId: string, askedAt: number) => void;
  now: () => number;
};

/** Makes what is told of each call; of the time before it was made it knows nothing, and takes it for a silence. */
export function createReach({ reachedAgain, now }: ReachPorts) {
  const silentAt = new Map<string, number>();

  return function heard(connectionId: string, { error, askedAt }: Heard): void {
    if (error !== null) {
      if (isOffline(error)) silentAt.set(connectionId, now());
      return;
    }
    // One that began before the silence may have been answered before it, and says nothing of its end.
    if (askedAt <= (silentAt.get(connectionId) ?? 0)) return;
    silentAt.set(connectionId, Number.POSITIVE_INFINITY);
    reachedAgain(connectionId, askedAt);
  };
}
