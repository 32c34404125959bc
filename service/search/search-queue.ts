/** Lets callers take turns, because a search keeps the process, or the database, busy. */

export type SearchQueue = ReturnType<typeof createSearchQueue>;

interface SearchQueueOptions {
  /** Lets in requests that arrived meanwhile. */
  readonly pause: () => Promise<void>;
  /** How many searches to run at the same time. */
  readonly atOnce: number;
}

/**
 * Runs as many searches as allowed, taking lanes in turn. If several can run, one place is always left to other lanes, so
 * that slow searches of one caller don't stop everyone's.
 */
export function createSearchQueue({ pause, atOnce }: SearchQueueOptions) {
  const atOnceInLane = Math.max(1, atOnce - 1);
  /** The lanes with waiting searches, in the order of their turns. */
  const lanes = new Map<string, (() => Promise<unknown>)[]>();
  /** The lane of each running search. */
  const running: string[] = [];

  const isFree = (lane: string) => running.filter((one) => one === lane).length < atOnceInLane;

  async function runAll(): Promise<void> {
    const next = () => lanes.entries().find(([lane]) => isFree(lane));
    for (let turn = next(); turn !== undefined; turn = next()) {
      const [lane, [search, ...later]] = turn;
      lanes.delete(lane);
      if (later.length > 0) lanes.set(lane, later);
      running.push(lane);
      try {
        await search?.();
        await pause();
      } finally {
        running.splice(running.indexOf(lane), 1);
      }
    }
  }

  return {
    /** Runs the search when it's the lane's turn. Searches of one lane start in order. */
    run: <T>(lane: string, search: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const waiting = lanes.get(lane) ?? [];
        lanes.set(lane, [...waiting, () => search().then(resolve, reject)]);
        if (running.length < atOnce) void runAll();
      }),
  };
}
