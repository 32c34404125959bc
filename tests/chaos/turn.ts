/** Runs an action after the ones before it. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Runs one action at a time, in order. */
export function createTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
