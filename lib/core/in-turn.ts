/** Does work one piece after another. */

/**
 * Makes a line of its own: what is handed to it begins once all before it has settled, however that ended, and gives
 * what came of it.
 */
export function createTurns(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const next = last.then(work);
    last = next.catch(() => undefined);
    return next;
  };
}
