/** Has what many events ask for done once for all of them. */

export type Gathering = {
  /** Has the work done when the gap is over. */
  note: () => void;
  /** Leaves undone what was noted. */
  stop: () => void;
};

/** Makes the gathering: the work is done at most once in `gapMs`, after what was noted last. */
export function createGathering(work: () => void, gapMs: number): Gathering {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    note: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, gapMs);
    },
    stop: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
