export type LaneOptions = {
  width: number;
  /** Maximum number of running tasks per lane, including slow tasks. */
  most: number;
  /** After this time, a task counts as slow and another can start before it finishes. */
  patienceMs: number;
  sleep: (ms: number, signal: AbortSignal) => Promise<void>;
};

type Lane = { running: number; slow: number; queue: (() => void)[] };

/** Returns a function that runs tasks in order, as soon as their lane has a free slot. */
export function createLanes({ width, most, patienceMs, sleep }: LaneOptions) {
  const lanes = new Map<string, Lane>();

  return async <T>(name: string, work: () => Promise<T>): Promise<T> => {
    const lane: Lane = lanes.get(name) ?? { running: 0, slow: 0, queue: [] };
    lanes.set(name, lane);
    const { promise: room, resolve: begin } = Promise.withResolvers<void>();
    lane.queue.push(begin);
    beginNext(lane);
    await room;
    const over = new AbortController();
    let isSlow = false;
    void losePatience();
    try {
      return await work();
    } finally {
      over.abort();
      lane.running -= 1;
      if (isSlow) lane.slow -= 1;
      beginNext(lane);
      if (lane.running === 0) lanes.delete(name);
    }

    async function losePatience(): Promise<void> {
      await sleep(patienceMs, over.signal);
      if (over.signal.aborted) return;
      isSlow = true;
      lane.slow += 1;
      beginNext(lane);
    }
  };

  function beginNext(lane: Lane): void {
    if (lane.running >= most || lane.running - lane.slow >= width) return;
    const begin = lane.queue.shift();
    if (begin === undefined) return;
    lane.running += 1;
    begin();
  }
}
