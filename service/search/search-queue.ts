/** Lets callers take turns, because a running search blocks everything else. */

export type SearchQueue = ReturnType<typeof createSearchQueue>;

/** Runs one search at a time, taking lanes in turn. `pause` lets in requests that arrived meanwhile. */
export function createSearchQueue(pause: () => Promise<void>) {
  /** The lanes with waiting searches, in the order of their turns. */
  const lanes = new Map<string, (() => Promise<unknown>)[]>();
  let isRunning = false;

  async function runAll(): Promise<void> {
    isRunning = true;
    for (let [first] = lanes; first !== undefined; [first] = lanes) {
      const [lane, [search, ...later]] = first;
      lanes.delete(lane);
      if (later.length > 0) lanes.set(lane, later);
      await search?.();
      await pause();
    }
    isRunning = false;
  }

  return {
    /** Runs the search when it's the lane's turn. Searches of one lane run in order. */
    run: <T>(lane: string, search: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const waiting = lanes.get(lane) ?? [];
        lanes.set(lane, [...waiting, () => search().then(resolve, reject)]);
        if (!isRunning) void runAll();
      }),
  };
}
