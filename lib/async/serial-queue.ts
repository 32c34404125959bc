/** Runs asynchronous tasks one after another. */

/** Runs a task once every earlier one has settled, and gives its result. */
export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

/** Makes a queue. A task that fails rejects its own promise only; the next one runs all the same. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
