/** Every fault of the matrix, classified by how a client should treat it. */
import {
  afterwards,
  bare,
  hang,
  htmlPage,
  jsonAnswer,
  noAgent,
  outOfTurns,
  outOfTurnsToday,
  overQuota,
  refusal,
  reset,
  tooManyRequests,
  type Fault,
} from './faults.ts';

/** The key of every client in the matrix. */
export const matrixKey = 'pms_key_of_the_matrix_0001';

export type FaultClass =
  /** The key isn't valid for this operation, so the client sends no more requests. */
  | 'withdrawn'
  /** The service rejects the request, and would reject every retry. */
  | 'refused'
  /** The account is full, until the person deletes something or the quota is raised. */
  | 'full'
  /** The client retries, because another attempt may succeed. */
  | 'passing'
  /** No response arrived in time, so the outcome is unknown. */
  | 'silent'
  /** The service requests a longer delay than a call can last. */
  | 'later'
  /** Something responded, but not like this service. */
  | 'unreadable'
  /** The response redirects elsewhere. */
  | 'redirected'
  /** A success without any result. */
  | 'mute'
  /** Slow, but within the timeout. */
  | 'harmless';

export interface NamedFault {
  readonly name: string;
  readonly class: FaultClass;
  readonly fault: Fault;
}

const named = (kind: FaultClass, faults: Readonly<Record<string, Fault>>): NamedFault[] =>
  Object.entries(faults).map(([name, fault]) => ({ name, class: kind, fault }));

const bothWays = (statuses: readonly number[]): Readonly<Record<string, Fault>> =>
  Object.fromEntries(
    statuses.flatMap((status) => [
      [`${status}`, refusal(status)],
      [`${status} without a body`, bare(status)],
    ]),
  );

export const faultList: readonly NamedFault[] = [
  ...named('withdrawn', bothWays([401, 403])),
  ...named('refused', {
    ...bothWays([400, 404, 413]),
    '422 validation': refusal(422),
    '422 capability_unavailable': noAgent,
    '422 without a body': bare(422),
    '400 that repeats the key': refusal(400, {
      message: `Bearer ${matrixKey} is odd.`,
      details: { [matrixKey]: [matrixKey] },
    }),
    '400 of 100,000 levels': { kind: 'answer', status: 400, body: nested(100_000) },
  }),
  ...named('full', { '422 quota_exceeded': overQuota }),
  ...named('passing', {
    ...bothWays([408, 409, 500, 502, 503, 504]),
    '429 turns_exhausted': outOfTurns,
    '429 limiter, Retry-After 2': tooManyRequests,
    '429 without a body': bare(429),
    '429 without a body, Retry-After 30': bare(429, { 'retry-after': '30' }),
    '503 with HTML': htmlPage(503),
    'reset before processing': reset,
    'reset after processing': afterwards(reset),
    '500 after processing': afterwards(refusal(500)),
    '504 after processing': afterwards(bare(504)),
    'reset during the response': { kind: 'truncated', isReset: true },
  }),
  ...named('silent', {
    'hang before processing': hang,
    'hang after processing': afterwards(hang),
    '100 s of silence': { kind: 'silence', seconds: 100 },
    'a byte every 5 s': { kind: 'slow-body', gapMs: 5_000 },
  }),
  ...named('later', {
    '429 with Retry-After 3600': refusal(429, {}, { 'retry-after': '3600' }),
    '429 turns_exhausted, daily limit, retry_after 7200': outOfTurnsToday,
    '503 with Retry-After 3600': bare(503, { 'retry-after': '3600' }),
  }),
  ...named('unreadable', {
    '200 with HTML': htmlPage(200),
    '200 with HTML after processing': afterwards(htmlPage(200)),
    '404 with HTML': htmlPage(404),
    'truncated response': { kind: 'truncated', isReset: false },
    '100 MB': { kind: 'giant', bytes: 100 * 1024 * 1024 },
    '100,000 levels': { kind: 'deep', levels: 100_000 },
  }),
  ...named('redirected', {
    '302 to another origin': { kind: 'redirect', to: 'other', status: 302 },
    '307 to another origin': { kind: 'redirect', to: 'other', status: 307 },
    '307 to another origin after processing': afterwards({
      kind: 'redirect',
      to: 'other',
      status: 307,
    }),
    '307 to the same origin': { kind: 'redirect', to: 'same', status: 307 },
  }),
  ...named('mute', {
    '200 without a body': bare(200),
    '202 without a body': bare(202),
    '200 with other JSON': jsonAnswer(200, { status: 'ok' }),
    '200 with fields of other types': jsonAnswer(200, {
      containers: 'none',
      documents: 7,
      results: {},
      static: 'x',
      dynamic: 7,
      id: {},
      status: 7,
      document_id: [],
    }),
  }),
  ...named('harmless', {
    '75 s of silence': { kind: 'silence', seconds: 75 },
    'a byte every 10 ms': { kind: 'slow-body', gapMs: 10 },
  }),
];

function nested(levels: number): string {
  return '['.repeat(levels) + ']'.repeat(levels);
}
