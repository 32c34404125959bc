/** Refusals: every error the service answers with, and its status and code (contract, section 7). */
import { err } from '../lib/contract/result.ts';

const refusals = {
  /** Well formed, but breaks a rule. */
  invalid: { status: 400, code: 'validation', retryable: false },
  unauthenticated: { status: 401, code: 'unauthenticated', retryable: false },
  unauthorized: { status: 403, code: 'unauthorized', retryable: false },
  unknown: { status: 404, code: 'not_found', retryable: false },
  conflict: { status: 409, code: 'conflict', retryable: false },
  /** Not JSON, or a field is missing or of the wrong type. */
  malformed: { status: 422, code: 'validation', retryable: false },
  incapable: { status: 422, code: 'capability_unavailable', retryable: false },
  /** Too many requests in a minute. */
  limited: { status: 429, code: 'rate_limited', retryable: true },
  /** All of the account's agent turns are taken. */
  busy: { status: 429, code: 'turns_exhausted', retryable: true },
  internal: { status: 500, code: 'internal', retryable: true },
} as const;

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

export function envelopeOf({ kind, message, details }: Refusal, traceId: string) {
  const { code, retryable } = refusals[kind];
  return { code, message, details, retryable, trace_id: traceId };
}

export function envelope(refusal: Refusal, traceId: string): Response {
  return Response.json(envelopeOf(refusal, traceId), { status: refusals[refusal.kind].status });
}
