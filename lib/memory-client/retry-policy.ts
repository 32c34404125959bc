/** Decides whether and when a failed attempt is retried (contract, section 8). */

export const transientFailures = [
  'connection',
  'timeout',
  'request-timeout',
  'conflict',
  'busy',
  'server-error',
] as const;
export type TransientFailure = (typeof transientFailures)[number];

const retryLimits = {
  /** Number of attempts after the first. */
  retries: 2,
  /** Upper bound of the delay before the first retry. It doubles with each retry. */
  baseDelayMs: 500,
  /** Like `baseDelayMs`, but after 429: a rate limit or another agent turn takes seconds to clear. */
  busyBaseDelayMs: 10_000,
  maxDelayMs: 30_000,
  /** If the service asks for a longer pause, the call fails and its caller decides when to retry. */
  maxRetryAfterMs: 60_000,
} as const;

export interface FailedAttempt {
  readonly failure: TransientFailure;
  readonly retryAfter: string | null;
}

/**
 * Returns the delay before the next attempt; null if there shouldn't be one. Uses full jitter, unless a numeric
 * `Retry-After` sets the delay. `random` is in [0, 1).
 */
export function retryDelayMs(
  { failure, retryAfter }: FailedAttempt,
  retries: number,
  random: number,
): number | null {
  if (retries >= retryLimits.retries) return null;

  const askedMs = readRetryAfter(retryAfter);
  if (askedMs !== null) return askedMs > retryLimits.maxRetryAfterMs ? null : askedMs;

  const baseMs = failure === 'busy' ? retryLimits.busyBaseDelayMs : retryLimits.baseDelayMs;
  const widthMs = Math.min(retryLimits.maxDelayMs, baseMs * 2 ** retries);
  return Math.floor(random * widthMs);
}

/** Returns null if a retry would fail the same way. Ignores the envelope's `retryable`, which is for the caller. */
export function transientFailureOf(status: number): TransientFailure | null {
  if (status === 408) return 'request-timeout';
  if (status === 409) return 'conflict';
  if (status === 429) return 'busy';
  return status >= 500 && status <= 599 ? 'server-error' : null;
}

export function leavesOutcomeUnknown(failure: TransientFailure): boolean {
  return failure !== 'conflict' && failure !== 'busy';
}

/** Reads a delay in seconds. Ignores the date form, which would need a clock in sync with the service's. */
export function readRetryAfter(header: string | null): number | null {
  const seconds = header?.trim() ?? '';
  return /^\d+(?:\.\d+)?$/.test(seconds) ? Math.ceil(Number(seconds) * 1000) : null;
}
