/** Limits how many agent turns an account runs at once: standing facts, forget and ask (contract, section 8). */

export type ConcurrencyLimit = ReturnType<typeof createConcurrencyLimit>;

/** Clients of one account share its limit, even if their credentials differ. */
export function createConcurrencyLimit(turns: number) {
  let free = turns;
  const waiting: (() => void)[] = [];

  function takeTurn(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      // Pass the turn on directly, so that a later caller can't take it.
      if (next === undefined) free += 1;
      else next();
    };
  }

  return {
    /** Resolves to a release function when a turn is free, in order of arrival, or to null if `signal` aborts first. */
    enter: (signal: AbortSignal | undefined, onWait?: () => void): Promise<(() => void) | null> => {
      if (signal?.aborted === true) return Promise.resolve(null);
      if (free > 0) {
        free -= 1;
        return Promise.resolve(takeTurn());
      }
      return new Promise((resolve) => {
        const step = () => {
          signal?.removeEventListener('abort', leave);
          resolve(takeTurn());
        };
        const leave = () => {
          waiting.splice(waiting.indexOf(step), 1);
          resolve(null);
        };
        waiting.push(step);
        signal?.addEventListener('abort', leave, { once: true });
        onWait?.();
      });
    },
  };
}
