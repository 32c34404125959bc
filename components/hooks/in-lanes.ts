/** Asked at the same time; the background works on few at once anyway. */
const lanes = 8;

/** Does the work for each, a few at a time. */
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
