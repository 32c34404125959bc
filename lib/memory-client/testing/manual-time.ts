/** A clock that tests advance by hand. */
import type { Sleep } from '../attempt.ts';

export interface ManualTime {
  readonly sleep: Sleep;
  /** Durations of all sleeps requested, in order. */
  readonly asked: number[];
  /** Waits for a sleep of exactly `ms` and ends it. */
  pass(ms: number): Promise<void>;
  /** Number of sleeps still running; not zero at the end of a test means a leaked timer. */
  running(): number;
}

/** Sleeps that match `isInstant` end immediately; the others wait for `pass`. */
export function createManualTime(isInstant: (ms: number) => boolean = () => false): ManualTime {
  const sleepers: { ms: number; wake: () => void }[] = [];
  const watchers: { ms: number; seen: () => void }[] = [];
  const asked: number[] = [];

  function takeSleeper(ms: number) {
    const at = sleepers.findIndex((sleeper) => sleeper.ms === ms);
    return at === -1 ? undefined : sleepers.splice(at, 1)[0];
  }

  return {
    asked,
    running: () => sleepers.length,
    sleep: (ms, signal) => {
      asked.push(ms);
      if (isInstant(ms) || signal.aborted) return Promise.resolve();
      return new Promise((resolve) => {
        const sleeper = { ms, wake: resolve };
        sleepers.push(sleeper);
        signal.addEventListener('abort', () => {
          const at = sleepers.indexOf(sleeper);
          if (at !== -1) sleepers.splice(at, 1);
          resolve();
        });
        const at = watchers.findIndex((watcher) => watcher.ms === ms);
        if (at !== -1) watchers.splice(at, 1)[0]?.seen();
      });
    },
    pass: async (ms) => {
      if (!sleepers.some((sleeper) => sleeper.ms === ms)) {
        await new Promise<void>((seen) => watchers.push({ ms, seen }));
      }
      takeSleeper(ms)?.wake();
    },
  };
}

/** Lets pending promises and immediates run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
