/** Resolves immediately, or after other queued tasks if the current time slice is used up. */
export type YieldIfDue = () => Promise<void>;
const maxSliceMs = 40;

/** For `yieldTurn`, see `yieldToEventLoop`. */
export function createYieldIfDue(now: () => number, yieldTurn: () => Promise<void>): YieldIfDue {
  let sliceStart = now();
  const yieldNow = async () => {
    await yieldTurn();
    sliceStart = now();
  };
  return () => (now() - sliceStart < maxSliceMs ? resolved : yieldNow());
}

const resolved = Promise.resolve();
export const neverYield: YieldIfDue = () => resolved;

/** Unlike timers, messages aren't throttled in background tabs. Unlike `scheduler.yield`, they put the page first. */
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
