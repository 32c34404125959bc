/** Does a work when those before it are done. */
export type Turn = <T>(work: () => Promise<T>) => Promise<T>;

/** Lets one work at a time through, in the order they came. */
export function createTurn(): Turn {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const mine = last.then(work);
    last = mine.catch(() => undefined);
    return mine;
  };
}
