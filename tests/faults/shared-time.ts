/** Time that client, fault server and outbox share: it passes as fast as nobody waits for anything but it. */
import type { Sleep } from './misbehave.ts';

export interface SharedTime {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** A sleep of `timeoutMs` is the client's bound on an attempt: it lasts. Any other is a pause, and over at once. */
  readonly clientSleep: Sleep;
  readonly serverSleep: Sleep;
  /** The server says nothing for so long: time goes there, or to the first bound of the client on its way. */
  readonly stalled: (ms: number) => void;
  readonly pass: (ms: number) => void;
}

interface Sleeper {
  readonly at: number;
  readonly isBound: boolean;
  readonly wake: () => void;
}

const start = Date.UTC(2026, 10, 1);

/** Makes the time of one client whose calls come one after the other. */
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
        // What the client does now decides how time goes on.
        if (next.isBound) return;
      }
    },
    pass(ms) {
      now += ms;
    },
  };
}
