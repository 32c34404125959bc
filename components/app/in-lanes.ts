/** How many run at the same time; the background limits concurrency too. */
const lanes = 8;

/** Does the work for each item, a few at a time. */
export async function inLanes<T>(
  all: readonly T[],
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const left = [...all];
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
    }),
  );
}
