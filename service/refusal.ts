/** Every way the service says no, with the status and code of the contract (section 7). */

const refusals = {
  /** A rule is broken: the request is well formed. */
  invalid: { status: 400, code: 'validation', retryable: false },
  unauthenticated: { status: 401, code: 'unauthenticated', retryable: false },
  unauthorized: { status: 403, code: 'unauthorized', retryable: false },
  unknown: { status: 404, code: 'not_found', retryable: false },
  conflict: { status: 409, code: 'conflict', retryable: false },
  /** The body is no JSON, lacks a field or has one of the wrong type. */
  malformed: { status: 422, code: 'validation', retryable: false },
  incapable: { status: 422, code: 'capability_unavailable', retryable: false },
  /** The token sent too many requests within a minute. */
  limited: { status: 429, code: 'rate_limited', retryable: true },
  /** The account runs as many agent turns as it may. */
  busy: { status: 429, code: 'turns_exhausted', retryable: true },
  internal: { status: 500, code: 'internal', retryable: true },
} as const;

export type RefusalKind = keyof typeof refusals;

export interface Refusal {
  readonly kind: RefusalKind;
  /** A sentence for whoever calls; never holds content or a credential. */
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Makes the error side of an answer. */
export function refuse(
  kind: RefusalKind,
  message: string,
  details: Readonly<Record<string, unknown>> = {},
): { readonly ok: false; readonly error: Refusal } {
  return { ok: false, error: { kind, message, details } };
}

/** Writes a refusal as the contract's envelope, for doors whose answers are no plain responses. */
export function envelopeOf({ kind, message, details }: Refusal, traceId: string) {
  const { code, retryable } = refusals[kind];
  return { code, message, details, retryable, trace_id: traceId };
}

/** Answers with the contract's envelope. */
export function envelope(refusal: Refusal, traceId: string): Response {
  return Response.json(envelopeOf(refusal, traceId), { status: refusals[refusal.kind].status });
}
