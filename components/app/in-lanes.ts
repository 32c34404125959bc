/** Maximum concurrent calls. The background has its own limit. */
const lanes = 8;

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
