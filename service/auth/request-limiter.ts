/** Limits the requests of each credential, with a sliding window of one minute. */
import type { Clock } from '../ports.ts';

export type RequestLimiter = ReturnType<typeof createRequestLimiter>;

interface Window {
  /** Times of the last admitted requests. A ring buffer: the next time overwrites the oldest. */
  readonly times: Float64Array;
  next: number;
}

const MINUTE_MS = 60_000;
/** Beyond this many credentials, the windows of idle ones are dropped. */
const MAX_WINDOWS = 1000;

export function createRequestLimiter(clock: Clock, limitPerMinute: number) {
  const windows = new Map<string, Window>();

  function windowOf(credentialId: string, now: number): Window {
    const known = windows.get(credentialId);
    if (known !== undefined) return known;
    if (windows.size >= MAX_WINDOWS) dropIdle(windows, now);
    const made = { times: new Float64Array(limitPerMinute).fill(-Infinity), next: 0 };
    windows.set(credentialId, made);
    return made;
  }

  return {
    limitPerMinute,
    /** Counts a request. Returns false, without counting it, if the credential has reached its limit. */
    admit(credentialId: string): boolean {
      const now = clock.now();
      const window = windowOf(credentialId, now);
      if (isRecent(window.times[window.next], now)) return false;
      window.times[window.next] = now;
      window.next = (window.next + 1) % limitPerMinute;
      return true;
    },
  };
}

/** Ignores times in the future, which were recorded before the clock was set back. */
function isRecent(time: number | undefined, now: number): boolean {
  return time !== undefined && time <= now && now - time < MINUTE_MS;
}

function dropIdle(windows: Map<string, Window>, now: number): void {
  for (const [credentialId, { times }] of windows) {
    if (!times.some((time) => isRecent(time, now))) windows.delete(credentialId);
  }
}
