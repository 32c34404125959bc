export type Throttle = {
  /** Has the work done at the end of the gap, which starts now unless one is running. */
  trigger: () => void;
  /** Drops work that was triggered but not done yet. */
  cancel: () => void;
};

/** Makes a trailing throttle: however often it is triggered, the work is done at most once in `gapMs`. */
export function createThrottle(work: () => void, gapMs: number): Throttle {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    trigger: () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        work();
      }, gapMs);
    },
    cancel: () => {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
