import { describe, expect, it } from 'vitest';
import {
  retryDelayMs,
  type FailedAttempt,
  leavesOutcomeUnknown,
  transientFailureOf,
  transientFailures,
} from './retry-policy.ts';

function failed(
  failure: FailedAttempt['failure'],
  { after }: { after?: string } = {},
): FailedAttempt {
  return { failure, retryAfter: after ?? null };
}

describe('retryDelayMs', () => {
  it.each([
    { name: 'first retry, lower bound', retries: 0, random: 0, delayMs: 0 },
    { name: 'first retry, half', retries: 0, random: 0.5, delayMs: 250 },
    { name: 'first retry, upper bound', retries: 0, random: 0.999_999, delayMs: 499 },
    { name: 'second retry, half', retries: 1, random: 0.5, delayMs: 500 },
    { name: 'second retry, upper bound', retries: 1, random: 0.999_999, delayMs: 999 },
  ])('draws the delay from the whole backoff range: $name', (row) => {
    const delayMs = retryDelayMs(failed('connection'), row.retries, row.random);

    expect(delayMs).toBe(row.delayMs);
  });

  it.each([
    { retries: 0, random: 0.5, delayMs: 5_000 },
    { retries: 1, random: 0.5, delayMs: 10_000 },
    { retries: 1, random: 0.999_999, delayMs: 19_999 },
  ])(
    'waits seconds instead of milliseconds for a busy service: %o',
    ({ retries, random, delayMs }) => {
      expect(retryDelayMs(failed('busy'), retries, random)).toBe(delayMs);
    },
  );

  it.each([...transientFailures.map((failure) => failed(failure)), failed('busy', { after: '1' })])(
    'stops after two retries of %o',
    (attempt) => {
      expect(retryDelayMs(attempt, 1, 0.5)).toBeTypeOf('number');
      expect(retryDelayMs(attempt, 2, 0.5)).toBeNull();
    },
  );

  it.each([
    { after: '0', delayMs: 0 },
    { after: '3', delayMs: 3_000 },
    { after: ' 2 ', delayMs: 2_000 },
    { after: '1.5', delayMs: 1_500 },
    { after: '0.25', delayMs: 250 },
    { after: '60', delayMs: 60_000 },
  ])('waits exactly as long as a numeric Retry-After of "$after"', ({ after, delayMs }) => {
    const attempt = failed('server-error', { after });

    expect(retryDelayMs(attempt, 0, 0.9)).toBe(delayMs);
  });

  it.each(['Wed, 21 Oct 2026 07:28:00 GMT', '', '-5', 'soon', '1e3', 'Infinity'])(
    'uses its own backoff when Retry-After is "%s"',
    (after) => {
      const attempt = failed('server-error', { after });

      expect(retryDelayMs(attempt, 0, 0.5)).toBe(250);
    },
  );

  it.each(['61', '86400', '9'.repeat(400)])('stops if asked to wait %s seconds', (after) => {
    expect(retryDelayMs(failed('busy', { after }), 0, 0.5)).toBeNull();
  });
});

describe('transientFailureOf', () => {
  it.each([
    [408, 'request-timeout'],
    [409, 'conflict'],
    [429, 'busy'],
    [500, 'server-error'],
    [501, 'server-error'],
    [502, 'server-error'],
    [503, 'server-error'],
    [504, 'server-error'],
    [599, 'server-error'],
  ] as const)('classifies status %i as %s', (status, failure) => {
    expect(transientFailureOf(status)).toBe(failure);
  });

  it.each([400, 401, 402, 403, 404, 405, 410, 413, 418, 422, 451, 301, 600])(
    'treats status %i as final',
    (status) => {
      expect(transientFailureOf(status)).toBeNull();
    },
  );
});

describe('leavesOutcomeUnknown', () => {
  it.each([
    ['connection', true],
    ['timeout', true],
    ['request-timeout', true],
    ['server-error', true],
    ['conflict', false],
    ['busy', false],
  ] as const)('after %s is %s', (failure, isUnknown) => {
    expect(leavesOutcomeUnknown(failure)).toBe(isUnknown);
  });
});
