/** Lets callers take turns, because a search keeps the process, or the database, busy. */

export type SearchQueue = ReturnType<typeof createSearchQueue>;

interface SearchQueueOptions {
  /** Lets in requests that arrived meanwhile. */
  readonly pause: () => Promise<void>;
  /** How many searches to run at the same time. */
  readonly atOnce: number;
}

/** Runs as many searches as allowed, taking lanes in turn. */
export function createSearchQueue({ pause, atOnce }: SearchQueueOptions) {
  /** The lanes with waiting searches, in the order of their turns. */
  const lanes = new Map<string, (() => Promise<unknown>)[]>();
  let running = 0;

  async function runAll(): Promise<void> {
    running += 1;
    try {
      for (let [first] = lanes; first !== undefined; [first] = lanes) {
        const [lane, [search, ...later]] = first;
        lanes.delete(lane);
        if (later.length > 0) lanes.set(lane, later);
        await search?.();
        await pause();
      }
    } finally {
      running -= 1;
    }
  }

  return {
    /** Runs the search when it's the lane's turn. Searches of one lane start in order. */
    run: <T>(lane: string, search: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const waiting = lanes.get(lane) ?? [];
        lanes.set(lane, [...waiting, () => search().then(resolve, reject)]);
        if (running < atOnce) void runAll();
      }),
  };
}
