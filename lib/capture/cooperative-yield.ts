/** Keeps a capture from blocking the page: long work runs in slices and yields in between. */

/** Resolves at once, or after other tasks of the thread have run if the current slice is used up. */
export type YieldIfDue = () => Promise<void>;

const maxSliceMs = 40;

/** `yieldTurn` resolves after other tasks of the thread have run: see `yieldToEventLoop`. */
export function createYieldIfDue(now: () => number, yieldTurn: () => Promise<void>): YieldIfDue {
  let sliceStart = now();
  const yieldNow = async () => {
    await yieldTurn();
    sliceStart = now();
  };
  return () => (now() - sliceStart < maxSliceMs ? resolved : yieldNow());
}

const resolved = Promise.resolve();

/** For threads where nothing else is waiting. */
export const neverYield: YieldIfDue = () => resolved;

/**
 * Resolves after the tasks already queued. Unlike timers, messages aren't throttled in background tabs, and unlike
 * `scheduler.yield` they let the page's own tasks run first.
 */
export function yieldToEventLoop(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      port1.close();
      resolve();
    });
    port1.start();
    port2.postMessage(null);
  });
}
