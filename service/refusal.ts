/** Refusals: every error the service returns, with its status and code (contract, section 7). */
import { err } from '../lib/contract/result.ts';
import { StorageError } from './storage/storage-error.ts';

const refusals = {
  /** The request is well-formed, but breaks a rule. */
  invalid: { status: 400, code: 'validation', retryable: false },
  unauthenticated: { status: 401, code: 'unauthenticated', retryable: false },
  unauthorized: { status: 403, code: 'unauthorized', retryable: false },
  /** The operator has suspended the account. */
  suspended: { status: 403, code: 'unauthorized', retryable: false },
  unknown: { status: 404, code: 'not_found', retryable: false },
  unsupported: { status: 405, code: 'method_not_allowed', retryable: false },
  conflict: { status: 409, code: 'conflict', retryable: false },
  /** The request isn't JSON, or a field is missing or has the wrong type. */
  malformed: { status: 422, code: 'validation', retryable: false },
  /** The write would grow the account beyond its quota. Not 403, after which callers don't use their key any more. */
  overQuota: { status: 422, code: 'quota_exceeded', retryable: false },
  incapable: { status: 422, code: 'capability_unavailable', retryable: false },
  /** Too many requests in a minute. */
  limited: { status: 429, code: 'rate_limited', retryable: true },
  /** All of the account's agent turns are taken. */
  busy: { status: 429, code: 'turns_exhausted', retryable: true },
  /** The model's endpoint failed or didn't respond. */
  agentFailed: { status: 500, code: 'agent_failed', retryable: true },
  internal: { status: 500, code: 'internal', retryable: true },
} as const;

export const refusalCodes = [...new Set(Object.values(refusals).map(({ code }) => code))];

export type RefusalKind = keyof typeof refusals;

export interface Refusal {
  readonly kind: RefusalKind;
  /** A sentence for the caller; never contains content or credentials. */
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export function refuse(
  kind: RefusalKind,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
) {
  return err<Refusal>({ kind, message, details });
}

/** Returns the refusal for an exception. Only storage failures are described: other errors could contain content. */
export function failureOf(error: unknown): Refusal {
  const isStorage = error instanceof StorageError;
  return {
    kind: 'internal',
    message: isStorage ? error.message : 'The service failed.',
    details: isStorage ? { storage: error.code } : {},
  };
}

export function envelopeOf({ kind, message, details }: Refusal, traceId: string) {
  const { code, retryable } = refusals[kind];
  return { code, message, details, retryable, trace_id: traceId };
}

export function envelope(refusal: Refusal, traceId: string): Response {
  return Response.json(envelopeOf(refusal, traceId), { status: refusals[refusal.kind].status });
}
