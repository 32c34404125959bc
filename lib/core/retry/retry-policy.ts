/**
 * When a failed attempt is made again, and after how long (contract, section 8).
 *
 * Pure: whoever sends keeps the count, draws the random number and does the waiting.
 */

export type AttemptFailure =
  /** No answer came: refused, reset or broken off. */
  | { readonly kind: 'connection' }
  | { readonly kind: 'timeout' }
  | {
      readonly kind: 'status';
      readonly status: number;
      /** The `Retry-After` header as it came. */
      readonly retryAfter: string | null;
    };

export type RetryDecision =
  | { readonly action: 'retry'; readonly delayMs: number }
  | { readonly action: 'stop' };

const retryLimits = {
  /** Attempts after the first. */
  retries: 2,
  /** The widest wait before the first retry; it doubles with each. */
  baseDelayMs: 500,
  /** The same after 429: a minute's count or another turn is not over in half a second. */
  busyBaseDelayMs: 10_000,
  maxDelayMs: 30_000,
  /** A service that asks for a longer pause is not asked again within the call: its caller waits instead. */
  maxRetryAfterMs: 60_000,
} as const;

/**
 * Decides on an attempt that failed, `retries` of them having been made before it.
 *
 * `random` lies in [0, 1): the delay is drawn from the whole width of the backoff (full jitter), save where a numeric
 * `Retry-After` names it.
 */
export function decideRetry(
  failure: AttemptFailure,
  retries: number,
  random: number,
): RetryDecision {
  if (retries >= retryLimits.retries || !isTransient(failure)) return { action: 'stop' };

  const askedMs = failure.kind === 'status' ? readRetryAfter(failure.retryAfter) : null;
  if (askedMs !== null) {
    return askedMs > retryLimits.maxRetryAfterMs
      ? { action: 'stop' }
      : { action: 'retry', delayMs: askedMs };
  }

  const baseMs = isBusy(failure) ? retryLimits.busyBaseDelayMs : retryLimits.baseDelayMs;
  const widthMs = Math.min(retryLimits.maxDelayMs, baseMs * 2 ** retries);
  return { action: 'retry', delayMs: Math.floor(random * widthMs) };
}

/**
 * Whether another attempt may end otherwise: connection errors, timeouts, 408, 409, 429 and 5xx. The status decides,
 * whatever the error envelope says in `retryable`, which is a word to the caller.
 */
export function isTransient(failure: AttemptFailure): boolean {
  return failure.kind !== 'status' || isTransientStatus(failure.status);
}

/** Whether the service may have done what the failed attempt asked of it. */
export function leavesOutcomeUnknown(failure: AttemptFailure): boolean {
  return failure.kind !== 'status' || failure.status === 408 || isServerStatus(failure.status);
}

function isBusy(failure: AttemptFailure): boolean {
  return failure.kind === 'status' && failure.status === 429;
}

function isTransientStatus(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || isServerStatus(status);
}

function isServerStatus(status: number): boolean {
  return status >= 500 && status <= 599;
}

/** Reads seconds alone; the other form of the header, a date, would need a clock that agrees with the service's. */
export function readRetryAfter(header: string | null): number | null {
  const seconds = header?.trim() ?? '';
  return /^\d+(?:\.\d+)?$/.test(seconds) ? Math.ceil(Number(seconds) * 1000) : null;
}
