/** How many requests a token may send: a sliding window of one minute. */
import type { Clock } from '../ports.ts';

export interface RequestLimiter {
  readonly limitPerMinute: number;
  /** Counts a request of a credential; false, and not counted, where the minute before it is full. */
  admit(credentialId: string): boolean;
}

interface Window {
  /** Times of the last admitted requests, as a ring: the next one overwrites the oldest. */
  readonly times: Float64Array;
  next: number;
}

const MINUTE_MS = 60_000;
/** Beyond this many credentials those that rest are forgotten. */
const MAX_REMEMBERED = 1000;

/** Makes a limiter that has seen nothing; it lives in memory, as a minute is soon over. */
export function createRequestLimiter(clock: Clock, limitPerMinute: number): RequestLimiter {
  const windows = new Map<string, Window>();

  function windowOf(credentialId: string, now: number): Window {
    const known = windows.get(credentialId);
    if (known !== undefined) return known;
    if (windows.size >= MAX_REMEMBERED) forgetResting(windows, now);
    const made = { times: new Float64Array(limitPerMinute).fill(-Infinity), next: 0 };
    windows.set(credentialId, made);
    return made;
  }

  return {
    limitPerMinute,
    admit(credentialId) {
      const now = clock.now();
      const window = windowOf(credentialId, now);
      if (isRecent(window.times[window.next], now)) return false;
      window.times[window.next] = now;
      window.next = (window.next + 1) % limitPerMinute;
      return true;
    },
  };
}

/** A time that is still to come was written before the clock was set back, and says nothing. */
function isRecent(time: number | undefined, now: number): boolean {
  return time !== undefined && time <= now && now - time < MINUTE_MS;
}

function forgetResting(windows: Map<string, Window>, now: number): void {
  for (const [credentialId, { times }] of windows) {
    if (!times.some((time) => isRecent(time, now))) windows.delete(credentialId);
  }
}
