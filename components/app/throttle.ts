export type Throttle = {
  /** Runs the work at the end of the gap, which starts now unless it is running. */
  trigger: () => void;
  /** Drops pending work. */
  cancel: () => void;
};

/** A trailing throttle. */
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
