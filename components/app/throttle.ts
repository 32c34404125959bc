export type Throttle = {
  /** Runs the work after `gapMs`. Calls until then have no further effect. */
  trigger: () => void;
  cancel: () => void;
};

/** Creates a trailing throttle. */
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
