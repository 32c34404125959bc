/** Records when requests finish, because the fault server's log doesn't. */
import type { Entry, FaultServer } from '../faults/fault-server.ts';

const everyMs = 20;

export interface Ends {
  /**
   * Returns when a request finished, in milliseconds since the epoch, or the current time if the request is pending.
   * May be slightly late, because the log is polled.
   */
  endOf: (entry: Entry) => number;
  stop: () => void;
}

export function watchEnds(faults: FaultServer): Ends {
  const ends = new Map<number, number>();
  const pending = new Set<Entry>();
  let seen = 0;
  function look(): void {
    const log = faults.log();
    for (; seen < log.length; seen += 1) {
      const entry = log[seen];
      if (entry !== undefined) pending.add(entry);
    }
    for (const entry of pending) {
      if (entry.outcome === 'pending') continue;
      ends.set(entry.nth, Date.now());
      pending.delete(entry);
    }
  }
  const timer = setInterval(look, everyMs);
  return {
    endOf: ({ nth }) => ends.get(nth) ?? Date.now(),
    stop: () => clearInterval(timer),
  };
}
