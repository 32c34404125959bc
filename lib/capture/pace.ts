/** Lets the page have its turn in between: what reads a page must not hold its main thread for long. */

/** Resolves at once, or, where this stretch has used up its time, after the page had a turn. */
export type Pace = () => Promise<void>;

/** Milliseconds of work between two turns of the page. */
const longestStretchMs = 40;

/** Makes the pace of one capture. `giveTurn` resolves once other work of the main thread was done. */
export function createPace(now: () => number, giveTurn: () => Promise<void>): Pace {
  let since = now();
  return async () => {
    if (now() - since < longestStretchMs) return;
    await giveTurn();
    since = now();
  };
}
