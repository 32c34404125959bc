import { retryAfterOf, type MemoryError } from '../contract/errors.ts';
import {
  leavesOutcomeUnknown,
  readRetryAfter,
  retryDelayMs,
  transientFailureOf,
  type TransientFailure,
} from './retry-policy.ts';
import type { ResponseBody } from './response-body.ts';
import { isSuccess, type AttemptOutcome, pause, type Sleep } from './attempt.ts';
import type { CallOptions, Wait } from './client.ts';
import { failure, failureFromResponse } from './failure.ts';
import type { Query } from './service-address.ts';
import { isRecord } from './json.ts';
import type { ConcurrencyLimit } from './concurrency-limit.ts';

export interface RetryOptions {
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly turns: ConcurrencyLimit;
}

export interface Call extends CallTerms {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Starts with a slash. Ids are encoded. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: unknown;
}

export interface CallTerms extends CallOptions {
  /** Failures after which the call can be retried. */
  readonly repeatAfter: readonly TransientFailure[];
  /** Whether the call runs an agent turn. An account can run only a few at once. */
  readonly isTurn?: boolean;
  /** Accepts a body even if its status is an error. */
  readonly isResponse?: (body: unknown) => boolean;
}

export type Sent =
  | { readonly ok: true; readonly body: ResponseBody }
  | {
      readonly ok: false;
      readonly error: MemoryError;
      /** Whether the service might have carried out an earlier attempt. */
      readonly mayBeDone: boolean;
    };

export type Transport = (call: Call) => Promise<Sent>;

export async function sendPersistently(
  call: CallTerms,
  makeAttempt: () => Promise<AttemptOutcome>,
  options: RetryOptions,
): Promise<Sent> {
  if (call.isTurn !== true) return sendWithRetries(call, makeAttempt, options);
  let hasWaited = false;
  const release = await options.turns.enter(call.signal, () => {
    hasWaited = true;
    call.onWait?.({ reason: 'turn' });
  });
  if (release === null) return { ok: false, error: failure('memory.aborted'), mayBeDone: false };
  try {
    if (hasWaited) call.onWait?.(null);
    return await sendWithRetries(call, makeAttempt, options);
  } finally {
    release();
  }
}

async function sendWithRetries(
  call: CallTerms,
  makeAttempt: () => Promise<AttemptOutcome>,
  options: RetryOptions,
): Promise<Sent> {
  let mayBeDone = false;
  for (let retries = 0; ; retries += 1) {
    const outcome = await makeAttempt();
    const verdict = judge(outcome, call);
    if (verdict.ok) return verdict;
    const { error, failure: cause, retryAfter } = verdict;
    if (cause === null || !call.repeatAfter.includes(cause)) return { ok: false, error, mayBeDone };
    const delayMs = retryDelayMs({ failure: cause, retryAfter }, retries, options.random());
    if (delayMs === null) return { ok: false, error, mayBeDone };
    call.onWait?.(waitFor(error, delayMs));
    if (!(await pause(delayMs, options.sleep, call.signal))) {
      return { ok: false, error: failure('memory.aborted'), mayBeDone };
    }
    call.onWait?.(null);
    mayBeDone ||= leavesOutcomeUnknown(cause);
  }
}

type Verdict =
  | { readonly ok: true; readonly body: ResponseBody }
  | {
      readonly ok: false;
      readonly error: MemoryError;
      /** Null if a retry would fail the same way. */
      readonly failure: TransientFailure | null;
      readonly retryAfter: string | null;
    };

function judge(outcome: AttemptOutcome, call: CallTerms): Verdict {
  if (outcome.kind === 'failed') {
    return {
      ok: false,
      error: failure(outcome.code, outcome.message),
      failure: failuresWithoutResponse[outcome.code] ?? null,
      retryAfter: null,
    };
  }
  const { status, retryAfter, body } = outcome;
  if (isSuccess(status)) return { ok: true, body };
  const json = body.kind === 'json' ? body.value : undefined;
  if (body.kind === 'json' && call.isResponse?.(json) === true) return { ok: true, body };
  // Any web server responds to an unknown path with a 404 page, which doesn't mean that the item was deleted.
  if (status === 404 && (body.kind === 'html' || body.kind === 'text')) {
    const error = { ...failure('memory.malformed'), status };
    return { ok: false, error, failure: null, retryAfter: null };
  }
  const error = withPause(failureFromResponse(status, json), retryAfter);
  return {
    ok: false,
    error,
    failure: transientFailureOf(status),
    // Keepsake's service sends the delay in the body: the contract has no `Retry-After`.
    retryAfter: retryAfter ?? retryAfterOf(error)?.toString() ?? null,
  };
}

const failuresWithoutResponse: Partial<Record<MemoryError['code'], TransientFailure>> = {
  'memory.unreachable': 'connection',
  'memory.timeout': 'timeout',
};

/** Adds a delay from the `Retry-After` header to `details`, in seconds, if the body doesn't contain one. */
function withPause(error: MemoryError, retryAfter: string | null): MemoryError {
  const pauseMs = readRetryAfter(retryAfter);
  const { details = {} } = error;
  if (pauseMs === null || !isRecord(details)) return error;
  return { ...error, details: { retry_after: pauseMs / 1000, ...details } };
}

function waitFor({ code }: MemoryError, ms: number): Wait {
  if (code === 'memory.rate-limited') return { reason: 'rate-limit', ms };
  return { reason: code === 'memory.turns-exhausted' ? 'turns-exhausted' : 'retry', ms };
}
