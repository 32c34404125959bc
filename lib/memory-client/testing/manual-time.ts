/** A clock that tests advance by hand. */

export type ManualTime = ReturnType<typeof createManualTime>;

/** Sleeps that match `isInstant` end immediately; the others wait for `pass`. */
export function createManualTime(isInstant: (ms: number) => boolean = () => false) {
  const sleepers: { ms: number; wake: () => void }[] = [];
  const watchers: { ms: number; seen: () => void }[] = [];
  const asked: number[] = [];

  return {
    /** Durations of all sleeps requested, in order. */
    asked,
    /** Number of sleeps still running; not zero at the end of a test means a leaked timer. */
    running: () => sleepers.length,
    sleep: (ms: number, signal: AbortSignal): Promise<void> => {
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
    /** Waits for a sleep of exactly `ms` and ends it. */
    pass: async (ms: number): Promise<void> => {
      if (!sleepers.some((sleeper) => sleeper.ms === ms)) {
        await new Promise<void>((seen) => watchers.push({ ms, seen }));
      }
      const at = sleepers.findIndex((sleeper) => sleeper.ms === ms);
      if (at !== -1) sleepers.splice(at, 1)[0]?.wake();
    },
  };
}

/** Lets pending promises and immediates run. */
export async function settle(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}
