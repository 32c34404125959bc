/** Faults that a service, or anything between it and the client, may cause in a response. */

export type Fault = Misbehaviour & {
  /** Whether the service handles the request first. The fault then replaces its response. */
  readonly isDone?: boolean;
};

export type Misbehaviour =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** Empty by default. */
      readonly body?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** The connection is reset. */
  | { readonly kind: 'reset' }
  /** No response until the server stops or the caller hangs up. */
  | { readonly kind: 'hang' }
  /** The service's own response, after this many seconds. */
  | { readonly kind: 'silence'; readonly seconds: number }
  /** The service's own response, one byte at a time. */
  | { readonly kind: 'slow-body'; readonly gapMs: number }
  /** The first half of the service's own response. With `isReset`, the header declares the full length. */
  | { readonly kind: 'truncated'; readonly isReset: boolean }
  /** A redirect to the same path of the other origin, or to another path of this one. */
  | { readonly kind: 'redirect'; readonly to: 'other' | 'same'; readonly status: number }
  /** A response of this many bytes, written as fast as the caller reads. */
  | { readonly kind: 'giant'; readonly bytes: number }
  /** Arrays nested to this depth. */
  | { readonly kind: 'deep'; readonly levels: number };

const codeOf: ReadonlyMap<number, string> = new Map([
  [400, 'validation'],
  [401, 'unauthenticated'],
  [403, 'unauthorized'],
  [404, 'not_found'],
  [408, 'timeout'],
  [409, 'conflict'],
  [413, 'too_large'],
  [422, 'validation'],
  [429, 'rate_limited'],
  [502, 'bad_gateway'],
  [503, 'unavailable'],
  [504, 'gateway_timeout'],
]);

export interface EnvelopeFields {
  readonly code?: string;
  readonly message?: string;
  readonly details?: unknown;
  readonly retryable?: boolean;
}

/** Returns the service's error envelope with a status. */
export function refusal(
  status: number,
  fields: EnvelopeFields = {},
  headers: Readonly<Record<string, string>> = {},
): Fault {
  const envelope = {
    code: codeOf.get(status) ?? 'internal',
    message: `A fault of the test: ${status}.`,
    retryable: status >= 500 || [408, 409, 429].includes(status),
    trace_id: `trace-${status}`,
    ...fields,
  };
  return jsonAnswer(status, envelope, headers);
}

/** Returns a status and nothing else. */
export function bare(status: number, headers: Readonly<Record<string, string>> = {}): Fault {
  return { kind: 'answer', status, headers };
}

/** Returns any JSON with any status. */
export function jsonAnswer(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Fault {
  return {
    kind: 'answer',
    status,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', ...headers },
  };
}

/** Returns a page from a proxy, a router or a sign-in form. */
export function htmlPage(status: number): Fault {
  return {
    kind: 'answer',
    status,
    body: '<!doctype html><title>Sign in</title><script>globalThis.wasRun = true</script>',
    headers: { 'content-type': 'text/html; charset=utf-8' },
  };
}

/** Returns the same fault, caused only after the service has handled the request. */
export function afterwards(fault: Fault): Fault {
  return { ...fault, isDone: true };
}

export const reset: Fault = { kind: 'reset' };
export const hang: Fault = { kind: 'hang' };
export const outOfTurns = refusal(429, { code: 'turns_exhausted', retryable: true });
export const outOfTurnsToday = refusal(429, {
  code: 'turns_exhausted',
  details: { max_turns_per_day: 20, retry_after: 7_200 },
  retryable: true,
});
export const overQuota = refusal(422, { code: 'quota_exceeded', details: { quota: 'documents' } });
export const tooManyRequests = refusal(
  429,
  { code: 'rate_limited', details: { limit_per_min: 600 }, retryable: true },
  { 'retry-after': '2' },
);
export const noAgent = refusal(422, {
  code: 'capability_unavailable',
  message: 'This memory has no model to run a turn with.',
  details: { missing: 'model' },
});
