/** Keeps a capture from blocking the page: long work runs in slices and yields in between. */

/** Resolves at once, or after other tasks of the thread have run if the current slice is used up. */
export type YieldIfDue = () => Promise<void>;

/** Milliseconds of work before yielding. */
const maxSliceMs = 40;

/**
 * Creates the yield function for one capture. `yieldTurn` resolves after other tasks of the thread have run: see
 * `yieldToEventLoop`.
 */
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
 * Resolves after the tasks already queued have run. Timers are throttled in background tabs, and continuations of
 * `scheduler.yield` run ahead of the page's own tasks; messages do neither.
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
