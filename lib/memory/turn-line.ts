/** The line before an account's agent turns: standing facts, forget and ask (contract, section 8). */

export interface TurnLine {
  /**
   * Resolves when a turn is free, first come first served, with the function that gives it back; with null where
   * `signal` aborted first. Calls `onLine` where none is free at once.
   */
  enter(signal: AbortSignal | undefined, onLine?: () => void): Promise<(() => void) | null>;
}

/** Makes the line of one account; clients with different credentials of one account share it. */
export function createTurnLine(turns: number): TurnLine {
  let free = turns;
  const waiting: (() => void)[] = [];

  function takeTurn(): () => void {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      const next = waiting.shift();
      // Handed over rather than freed, so that nobody who comes later slips in between.
      if (next === undefined) free += 1;
      else next();
    };
  }

  return {
    enter: (signal, onLine) => {
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
        onLine?.();
      });
    },
  };
}
