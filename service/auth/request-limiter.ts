/** Limits the requests of each credential, with a sliding window of one minute. */
import type { Clock } from '../ports.ts';
import { digestOf } from './credentials.ts';
import type { Storage } from '../storage/port/storage.ts';
import { StorageError } from '../storage/storage-error.ts';

export interface RequestLimiter {
  readonly limitPerMinute: number;
  /** Counts a request. Returns false, without counting it, if the credential has reached its limit. */
  admit(credentialId: string): Promise<boolean>;
}

/**
 * Creates a limiter for a service. If several processes share its storage, the limit holds for all of them together. While
 * the storage only accepts reads, each process counts its own requests, so that reading works.
 */
export function limiterFor(
  { clock, storage: { sharedLimits } }: { clock: Clock; storage: Pick<Storage, 'sharedLimits'> },
  name: string,
  limitPerMinute: number,
): RequestLimiter {
  const own = createRequestLimiter(clock, limitPerMinute);
  if (sharedLimits === null) return own;
  return {
    limitPerMinute,
    async admit(id) {
      try {
        // A digest, because an id can be a network address, which shouldn't be stored.
        return await sharedLimits.admit(await digestOf(`${name} ${id}`), limitPerMinute);
      } catch (error) {
        if (!acceptsOnlyReads(error)) throw error;
        return own.admit(id);
      }
    },
  };
}

function acceptsOnlyReads(error: unknown): boolean {
  return error instanceof StorageError && (error.code === 'full' || error.code === 'read-only');
}

interface Window {
  /** Times of the last admitted requests. A ring buffer: the next time overwrites the oldest. */
  readonly times: Float64Array;
  next: number;
}

const MINUTE_MS = 60_000;
/** Beyond this many credentials, the windows of idle ones are dropped. */
const MAX_WINDOWS = 1000;

/** Creates a limiter that counts the requests of this process. */
export function createRequestLimiter(clock: Clock, limitPerMinute: number): RequestLimiter {
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
    async admit(credentialId) {
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
