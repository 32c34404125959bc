/** Decides whether a failed attempt is repeated, and after how long (contract, section 8). */

export const transientFailures = [
  'connection',
  'timeout',
  'request-timeout',
  'conflict',
  'busy',
  'server-error',
] as const;
export type TransientFailure = (typeof transientFailures)[number];

const outcomeUnknownAfter: ReadonlySet<TransientFailure> = new Set<TransientFailure>([
  'connection',
  'timeout',
  'request-timeout',
  'server-error',
]);

export type RetryDecision =
  | { readonly action: 'retry'; readonly delayMs: number }
  | { readonly action: 'stop' };

const retryLimits = {
  /** Attempts after the first. */
  retries: 2,
  /** Upper bound of the delay before the first retry; it doubles with each. */
  baseDelayMs: 500,
  /** The same after 429: a rate limit or another agent turn takes seconds to clear. */
  busyBaseDelayMs: 10_000,
  maxDelayMs: 30_000,
  /** If the service asks for a longer pause, the call fails and its caller decides when to try again. */
  maxRetryAfterMs: 60_000,
} as const;

export interface FailedAttempt {
  readonly failure: TransientFailure;
  readonly retryAfter: string | null;
}

/** Uses full jitter, unless a numeric `Retry-After` sets the delay. `random` is in [0, 1). */
export function decideRetry(
  { failure, retryAfter }: FailedAttempt,
  retries: number,
  random: number,
): RetryDecision {
  if (retries >= retryLimits.retries) return { action: 'stop' };

  const askedMs = readRetryAfter(retryAfter);
  if (askedMs !== null) {
    return askedMs > retryLimits.maxRetryAfterMs
      ? { action: 'stop' }
      : { action: 'retry', delayMs: askedMs };
  }

  const baseMs = failure === 'busy' ? retryLimits.busyBaseDelayMs : retryLimits.baseDelayMs;
  const widthMs = Math.min(retryLimits.maxDelayMs, baseMs * 2 ** retries);
  return { action: 'retry', delayMs: Math.floor(random * widthMs) };
}

/** Null if another attempt would end the same way. Ignores the envelope's `retryable`, which is for the caller. */
export function transientFailureOf(status: number): TransientFailure | null {
  if (status === 408) return 'request-timeout';
  if (status === 409) return 'conflict';
  if (status === 429) return 'busy';
  return status >= 500 && status <= 599 ? 'server-error' : null;
}

export function leavesOutcomeUnknown(failure: TransientFailure): boolean {
  return outcomeUnknownAfter.has(failure);
}

/** Reads a delay in seconds. The date form is ignored: it needs a clock that agrees with the service's. */
export function readRetryAfter(header: string | null): number | null {
  const seconds = header?.trim() ?? '';
  return /^\d+(?:\.\d+)?$/.test(seconds) ? Math.ceil(Number(seconds) * 1000) : null;
}
