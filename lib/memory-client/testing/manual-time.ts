/** Time that passes only when a test says so. */
import type { Sleep } from '../attempt.ts';

export interface ManualTime {
  readonly sleep: Sleep;
  /** Lengths of all sleeps asked for, in order. */
  readonly asked: number[];
  /** Waits until someone sleeps for exactly `ms`, and ends that sleep. */
  pass(ms: number): Promise<void>;
  /** Sleeps still running: what nobody ended is a timer left behind. */
  running(): number;
}

/** Sleeps for which `isInstant` holds end at once, all others when a test passes them. */
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

/** Lets all run that waits for nothing but its turn. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
