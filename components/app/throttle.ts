export type Throttle = ReturnType<typeof createThrottle>;

/** Creates a trailing throttle. */
export function createThrottle(work: () => void, gapMs: number) {
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Runs the work after `gapMs`. Calls until then have no further effect. */
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
