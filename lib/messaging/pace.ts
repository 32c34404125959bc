/** Bounds how often something is done for each of several askers. */

/** Askers that are remembered; beyond them the one that asked longest ago is forgotten. */
const mostAskers = 1_000;

const minuteMs = 60_000;

/** Makes what admits `most` times a minute for each asker, counted anew from the first one after a minute. */
export function createPace(most: number, now: () => number) {
  const counts = new Map<number, { since: number; times: number }>();

  function admits(asker: number): boolean {
    const at = now();
    const known = counts.get(asker);
    const count =
      known === undefined || at - known.since >= minuteMs ? { since: at, times: 0 } : known;
    counts.delete(asker);
    counts.set(asker, { ...count, times: count.times + 1 });
    const [oldest] = counts.keys();
    if (counts.size > mostAskers && oldest !== undefined) counts.delete(oldest);
    return count.times < most;
  }

  return { admits };
}
