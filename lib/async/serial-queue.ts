export type SerialQueue = <T>(task: () => Promise<T>) => Promise<T>;

/** Runs tasks one after another. A failed task rejects its own promise only. */
export function serialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const next = last.then(task);
    last = next.catch(() => undefined);
    return next;
  };
}
