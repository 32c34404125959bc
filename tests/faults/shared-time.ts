/** Simulated time shared by client, fault server and outbox. Waiting advances the clock but takes no real time. */
import type { Sleep } from './misbehave.ts';

export interface SharedTime {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A sleep of `timeoutMs` is the client's timeout, which `stalled` can end. Any other sleep ends immediately. */
  readonly clientSleep: Sleep;
  readonly serverSleep: Sleep;
  /** Called when the server is silent. Advances the time by `ms`, but at most to the client's next timeout. */
  readonly stalled: (ms: number) => void;
  readonly pass: (ms: number) => void;
}

interface Sleeper {
  readonly at: number;
  readonly isBound: boolean;
  readonly wake: () => void;
}

const start = Date.UTC(2026, 10, 1);

/** Creates the time for one client, whose calls must not overlap. */
export function createSharedTime(timeoutMs: number): SharedTime {
  let now = start;
  let sleepers: Sleeper[] = [];

  function sleep(ms: number, { signal, isBound }: { signal: AbortSignal; isBound: boolean }) {
    if (signal.aborted) return Promise.resolve();
    return new Promise<void>((resolve) => {
      const sleeper = { at: now + ms, isBound, wake: resolve };
      sleepers.push(sleeper);
      signal.addEventListener('abort', () => {
        sleepers = sleepers.filter((other) => other !== sleeper);
        resolve();
      });
    });
  }

  return {
    now: () => now,
    clientSleep(ms, signal) {
      if (ms === timeoutMs) return sleep(ms, { signal, isBound: true });
      now += ms;
      return Promise.resolve();
    },
    serverSleep: (ms, signal) => sleep(ms, { signal, isBound: false }),
    stalled(ms) {
      const until = now + ms;
      for (;;) {
        const [next] = sleepers.sort((a, b) => a.at - b.at);
        if (next === undefined || next.at > until) break;
        sleepers = sleepers.filter((other) => other !== next);
        now = Math.max(now, next.at);
        next.wake();
        // The client timed out, so its next call advances the time.
        if (next.isBound) return;
      }
    },
    pass(ms) {
      now += ms;
    },
  };
}
