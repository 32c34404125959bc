import { describe, expect, it } from 'vitest';
import type { AttemptFailure } from './retry-policy.ts';
import { decideRetry, isTransient, leavesOutcomeUnknown } from './retry-policy.ts';

function status(code: number, { after }: { after?: string } = {}): AttemptFailure {
  return { kind: 'status', status: code, retryAfter: after ?? null };
}

describe('decideRetry', () => {
  const connection: AttemptFailure = { kind: 'connection' };

  it.each([
    { name: 'first retry, nothing drawn', retries: 0, random: 0, delayMs: 0 },
    { name: 'first retry, half drawn', retries: 0, random: 0.5, delayMs: 250 },
    { name: 'first retry, nearly all drawn', retries: 0, random: 0.999_999, delayMs: 499 },
    { name: 'second retry, half drawn', retries: 1, random: 0.5, delayMs: 500 },
    { name: 'second retry, nearly all drawn', retries: 1, random: 0.999_999, delayMs: 999 },
  ])('draws the delay from the whole width of the backoff: $name', (row) => {
    const decision = decideRetry(connection, row.retries, row.random);

    expect(decision).toEqual({ action: 'retry', delayMs: row.delayMs });
  });

  it.each([
    { retries: 0, random: 0.5, delayMs: 5_000 },
    { retries: 1, random: 0.5, delayMs: 10_000 },
    { retries: 1, random: 0.999_999, delayMs: 19_999 },
  ])('gives a busy service seconds, not half a one: %o', ({ retries, random, delayMs }) => {
    expect(decideRetry(status(429), retries, random)).toEqual({ action: 'retry', delayMs });
  });

  it.each([connection, { kind: 'timeout' } as const, status(503), status(429, { after: '1' })])(
    'stops after two retries of %o',
    (failure) => {
      expect(decideRetry(failure, 1, 0.5).action).toBe('retry');
      expect(decideRetry(failure, 2, 0.5)).toEqual({ action: 'stop' });
    },
  );

  it.each([
    { after: '0', delayMs: 0 },
    { after: '3', delayMs: 3_000 },
    { after: ' 2 ', delayMs: 2_000 },
    { after: '1.5', delayMs: 1_500 },
    { after: '0.25', delayMs: 250 },
    { after: '60', delayMs: 60_000 },
  ])('waits exactly as long as a numeric Retry-After of "$after" asks', ({ after, delayMs }) => {
    expect(decideRetry(status(503, { after }), 0, 0.9)).toEqual({ action: 'retry', delayMs });
  });

  it.each(['Wed, 21 Oct 2026 07:28:00 GMT', '', '-5', 'soon', '1e3', 'Infinity'])(
    'backs off on its own when Retry-After is "%s"',
    (after) => {
      expect(decideRetry(status(503, { after }), 0, 0.5)).toEqual({
        action: 'retry',
        delayMs: 250,
      });
    },
  );

  it.each(['61', '86400', '9'.repeat(400)])(
    'leaves a wait of %s seconds to its caller',
    (after) => {
      expect(decideRetry(status(429, { after }), 0, 0.5)).toEqual({ action: 'stop' });
    },
  );
});

describe('isTransient', () => {
  it.each([408, 409, 429, 500, 501, 502, 503, 504, 599])('holds for status %i', (code) => {
    expect(isTransient(status(code))).toBe(true);
  });

  it.each([400, 401, 402, 403, 404, 405, 410, 413, 418, 422, 451, 301, 600])(
    'does not hold for status %i',
    (code) => {
      expect(isTransient(status(code))).toBe(false);
    },
  );

  it('holds for connection errors and timeouts', () => {
    expect(isTransient({ kind: 'connection' })).toBe(true);
    expect(isTransient({ kind: 'timeout' })).toBe(true);
  });
});

describe('leavesOutcomeUnknown', () => {
  it.each([
    { failure: { kind: 'connection' }, unknown: true },
    { failure: { kind: 'timeout' }, unknown: true },
    { failure: status(408), unknown: true },
    { failure: status(500), unknown: true },
    { failure: status(504), unknown: true },
    { failure: status(409), unknown: false },
    { failure: status(429), unknown: false },
    { failure: status(404), unknown: false },
  ] satisfies { failure: AttemptFailure; unknown: boolean }[])(
    'is $unknown for $failure',
    ({ failure, unknown }) => {
      expect(leavesOutcomeUnknown(failure)).toBe(unknown);
    },
  );
});
