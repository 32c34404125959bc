/** Sends an operation to the service: checks the address, waits in line for a turn, and tries again where that helps. */
import type { MemoryError } from '../contracts/errors.ts';
import type { Result } from '../contracts/result.ts';
import {
  decideRetry,
  leavesOutcomeUnknown,
  readRetryAfter,
  type AttemptFailure,
} from '../core/retry/retry-policy.ts';
import type { AnswerBody } from './answer-body.ts';
import { attempt, isSuccess, type AttemptOptions, type AttemptOutcome } from './attempt.ts';
import type { CallOptions, Wait } from './client.ts';
import { pause, type Sleep } from './deadline.ts';
import { failure, failureFromAnswer } from './failure.ts';
import type { Query, ServiceAddress } from './service-address.ts';
import { isRecord } from './shapes/json.ts';
import type { TurnLine } from './turn-line.ts';

export interface TransportOptions extends AttemptOptions, Persistence {
  readonly address: Result<ServiceAddress, MemoryError>;
}

/** What trying again and waiting in line are done with. */
export interface Persistence {
  readonly sleep: Sleep;
  readonly random: () => number;
  readonly turns: TurnLine;
}

export interface Call extends CallTerms {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** Starts with a slash; identifiers in it are encoded. */
  readonly path: string;
  readonly query?: Query;
  /** Sent as JSON. */
  readonly body?: unknown;
}

/** What a call asks for, however it is sent. */
export interface CallTerms extends CallOptions {
  /** Runs an agent turn, of which an account has few at once. */
  readonly isTurn?: boolean;
  /** Whether a body answers the call although its status says otherwise. */
  readonly isAnswer?: (body: unknown) => boolean;
  /** Whether an attempt that ran out of time is the last. */
  readonly endsOnTimeout?: boolean;
  /** Whether an attempt that the service may have done is the last, since another would do it again. */
  readonly endsWhenUnknown?: boolean;
}

export type Sent =
  | { readonly ok: true; readonly body: AnswerBody }
  | {
      readonly ok: false;
      readonly error: MemoryError;
      /** An attempt before the last one may have been done by the service. */
      readonly mayBeDone: boolean;
    };

export type Transport = (call: Call) => Promise<Sent>;

/** Makes the transport of one service and one credential. */
export function createTransport(options: TransportOptions): Transport {
  const { address } = options;
  return async (call) => {
    if (!address.ok) return { ok: false, error: address.error, mayBeDone: false };
    const prepared = {
      method: call.method,
      url: address.value.to(call.path, call.query),
      body: call.body === undefined ? null : JSON.stringify(call.body),
    };
    return persist(call, () => attempt(prepared, options, call.signal), options);
  };
}

/** Makes one attempt after the other until one ends the call, having waited in line where the call is a turn. */
export async function persist(
  call: CallTerms,
  makeAttempt: () => Promise<AttemptOutcome>,
  options: Persistence,
): Promise<Sent> {
  if (call.isTurn !== true) return sendWithRetries(call, makeAttempt, options);
  let stoodInLine = false;
  const leave = await options.turns.enter(call.signal, () => {
    stoodInLine = true;
    call.onWait?.({ reason: 'turn' });
  });
  if (leave === null) return { ok: false, error: failure('memory.aborted'), mayBeDone: false };
  try {
    if (stoodInLine) call.onWait?.(null);
    return await sendWithRetries(call, makeAttempt, options);
  } finally {
    leave();
  }
}

async function sendWithRetries(
  call: CallTerms,
  makeAttempt: () => Promise<AttemptOutcome>,
  options: Persistence,
): Promise<Sent> {
  let mayBeDone = false;
  for (let retries = 0; ; retries += 1) {
    const outcome = await makeAttempt();
    const verdict = judge(outcome, call);
    if (verdict.ok) return verdict;
    const isUnknown = verdict.cause !== null && leavesOutcomeUnknown(verdict.cause);
    const isLast = verdict.cause === null || (isUnknown && call.endsWhenUnknown === true);
    const decision = isLast
      ? { action: 'stop' as const }
      : decideRetry(verdict.cause, retries, options.random());
    if (decision.action === 'stop') return { ok: false, error: verdict.error, mayBeDone };
    call.onWait?.(waitFor(verdict.error, decision.delayMs));
    if (!(await pause(decision.delayMs, options.sleep, call.signal))) {
      return { ok: false, error: failure('memory.aborted'), mayBeDone };
    }
    call.onWait?.(null);
    mayBeDone ||= isUnknown;
  }
}

type Verdict =
  | { readonly ok: true; readonly body: AnswerBody }
  /** `cause` is null where no other attempt could end otherwise. */
  | { readonly ok: false; readonly error: MemoryError; readonly cause: AttemptFailure | null };

function judge(outcome: AttemptOutcome, call: CallTerms): Verdict {
  if (outcome.kind === 'failed') {
    return {
      ok: false,
      error: failure(outcome.code, outcome.message),
      cause: causeOf(outcome.code, call),
    };
  }
  const { status, retryAfter, body } = outcome;
  if (isSuccess(status)) return { ok: true, body };
  const json = body.kind === 'json' ? body.value : undefined;
  if (body.kind === 'json' && call.isAnswer?.(json) === true) return { ok: true, body };
  // Whatever is no such service says 404 to every path, which must not read as "this item is gone".
  if (status === 404 && (body.kind === 'html' || body.kind === 'text')) {
    return { ok: false, error: { ...failure('memory.malformed'), status }, cause: null };
  }
  return {
    ok: false,
    error: withPause(failureFromAnswer(status, json), retryAfter),
    cause: { kind: 'status', status, retryAfter },
  };
}

/** Tells the caller of a pause that only the header names, as a service may name it in `details`: in seconds. */
function withPause(error: MemoryError, retryAfter: string | null): MemoryError {
  const pauseMs = readRetryAfter(retryAfter);
  const { details = {} } = error;
  if (pauseMs === null || !isRecord(details)) return error;
  return { ...error, details: { retry_after: pauseMs / 1000, ...details } };
}

function causeOf(code: MemoryError['code'], { endsOnTimeout }: CallTerms): AttemptFailure | null {
  if (code === 'memory.unreachable') return { kind: 'connection' };
  return code === 'memory.timeout' && endsOnTimeout !== true ? { kind: 'timeout' } : null;
}

function waitFor({ code, details }: MemoryError, ms: number): Wait {
  if (code !== 'memory.rate-limited' && code !== 'memory.turns-exhausted') {
    return { reason: 'retry', ms };
  }
  const limit = isRecord(details) ? details['limit_per_min'] : null;
  return {
    reason: code === 'memory.rate-limited' ? 'rate-limit' : 'turns-exhausted',
    ms,
    limitPerMin: typeof limit === 'number' ? limit : null,
  };
}
