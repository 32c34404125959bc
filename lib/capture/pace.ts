/** Lets the page have its turn in between: what reads a page must not hold its main thread for long. */

/** Resolves at once, or, where this stretch has used up its time, after the page had a turn. */
export type Pace = () => Promise<void>;

/** Milliseconds of work between two turns of the page. */
const longestStretchMs = 40;

/** Makes the pace of one capture. `yieldTurn` resolves once other work of the thread was done: see `giveTurn`. */
export function createPace(now: () => number, yieldTurn: () => Promise<void>): Pace {
  let since = now();
  const turn = async () => {
    await yieldTurn();
    since = now();
  };
  return () => (now() - since < longestStretchMs ? atOnce : turn());
}

const atOnce = Promise.resolve();

/** For a thread that nobody else waits for. */
export const unhurried: Pace = () => atOnce;

/**
 * Resolves once whatever else waited for this thread was done. Timers would be held back in a tab behind others, and
 * what `scheduler.yield` goes on with overtakes the page's own work.
 */
export function giveTurn(): Promise<void> {
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
