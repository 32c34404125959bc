/** Lets callers take turns, because a search keeps the process, or the database, busy. */

export type SearchQueue = ReturnType<typeof createSearchQueue>;

interface SearchQueueOptions {
  /** Lets in requests that arrived meanwhile. */
  readonly pause: () => Promise<void>;
  /** How many searches to run at the same time. */
  readonly atOnce: number;
}

/** Searches with the same caller and kind run in the order of their calls. */
export interface Lane {
  readonly caller: string;
  readonly kind: string;
}

interface WaitingLane extends Lane {
  readonly searches: (() => Promise<unknown>)[];
}

/**
 * Runs up to `atOnce` searches at a time, taking lanes in turn. If `atOnce` is more than 1, a caller can run at most
 * `atOnce - 1` searches at a time, so that its slow searches don't block everyone else.
 */
export function createSearchQueue({ pause, atOnce }: SearchQueueOptions) {
  const atOnceForCaller = Math.max(1, atOnce - 1);
  /** The lanes with waiting searches, in the order of their turns. */
  const lanes: WaitingLane[] = [];
  /** The caller of each running search. */
  const running: string[] = [];

  const isFree = ({ caller }: Lane) =>
    running.filter((one) => one === caller).length < atOnceForCaller;

  /** Takes the next search from the first lane whose caller can run another, and moves the lane to the end. */
  function next(): { caller: string; search: () => Promise<unknown> } | null {
    const place = lanes.findIndex(isFree);
    const [lane] = place === -1 ? [] : lanes.splice(place, 1);
    const search = lane?.searches.shift();
    if (lane === undefined || search === undefined) return null;
    if (lane.searches.length > 0) lanes.push(lane);
    return { caller: lane.caller, search };
  }

  async function runAll(): Promise<void> {
    for (let turn = next(); turn !== null; turn = next()) {
      running.push(turn.caller);
      try {
        await turn.search();
        await pause();
      } finally {
        running.splice(running.indexOf(turn.caller), 1);
      }
    }
  }

  return {
    /** Runs the search when it's the lane's turn. */
    run: <T>({ caller, kind }: Lane, search: () => Promise<T>) =>
      new Promise<T>((resolve, reject) => {
        const waiting = lanes.find((lane) => lane.caller === caller && lane.kind === kind);
        const whole = () => search().then(resolve, reject);
        if (waiting === undefined) lanes.push({ caller, kind, searches: [whole] });
        else waiting.searches.push(whole);
        if (running.length < atOnce) void runAll();
      }),
  };
}
