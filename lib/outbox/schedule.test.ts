import { describe, expect, it } from 'vitest';
import { type AppError, connectionErrorCodes, memoryErrorCodes } from '../contract/errors.ts';
import { outboxItem } from '../../tests/fixtures/outbox-item.ts';
import { dueAt, laneOf, sendDelayMs, type Verdict, verdictOn } from './schedule.ts';
import { leavesOutcomeUnknown } from '../contract/errors.ts';

describe('verdictOn', () => {
  const verdicts: Record<Verdict, readonly string[]> = {
    pause: [
      'memory.unauthorized',
      'memory.unauthenticated',
      'memory.not-permitted',
      'memory.quota-exceeded',
    ],
    refuse: [
      'memory.validation',
      'memory.not-found',
      'memory.capability-unavailable',
      'memory.not-offered',
      'memory.insecure',
      'memory.unexpected',
      'connection.none',
      'connection.no-memory',
      'connection.removed',
    ],
    wait: [
      'memory.unreachable',
      'memory.timeout',
      'memory.aborted',
      'memory.malformed',
      'memory.redirected',
      'memory.conflict',
      'memory.rate-limited',
      'memory.turns-exhausted',
      'memory.daily-limit',
      'memory.server',
      'connection.failed',
    ],
  };

  it.each([...memoryErrorCodes, ...connectionErrorCodes])('%s', (code) => {
    const error: AppError = { code, message: '', retryable: false };

    expect(verdicts[verdictOn(error, 1)]).toContain(code);
  });

  it('waits after a redirect, which might be maintenance, and gives up if it persists', () => {
    const error: AppError = { code: 'memory.redirected', message: '', retryable: false };

    const verdictsOf = [1, 2, 3, 4].map((attempt) => verdictOn(error, attempt));

    expect(verdictsOf).toEqual(['wait', 'wait', 'wait', 'refuse']);
  });
});

describe('sendDelayMs', () => {
  const down: AppError = { code: 'memory.server', message: '', retryable: true };

  it('grows up to a limit', () => {
    const delays = Array.from({ length: 20 }, (_, index) => sendDelayMs(index + 1, down));
    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays[0]).toBeLessThanOrEqual(5_000);
    expect(delays.at(-1)).toBe(3_600_000);
  });

  it('waits a minute for a rate limit', () => {
    const limited: AppError = {
      code: 'memory.rate-limited',
      message: '',
      retryable: true,
      details: { limit_per_min: 600 },
    };
    expect(sendDelayMs(1, limited)).toBe(60_000);
    expect(sendDelayMs(4, limited)).toBe(300_000);
  });

  it.each([
    [{ retry_after: 90 }, 90_000],
    [{ retry_after: 1 }, 5_000],
    [{ retry_after: 1e12 }, 86_400_000],
    [{ retry_after: Number.NaN }, 5_000],
    [{ retry_after: '90' }, 5_000],
    [{ retry_after: -3 }, 5_000],
    ['soon', 5_000],
    [null, 5_000],
  ])('is no shorter than the delay in %o', (details, delayMs) => {
    expect(sendDelayMs(1, { ...down, details })).toBe(delayMs);
  });
});

describe('leavesOutcomeUnknown', () => {
  it('is true if the service might have carried out a request without a response', () => {
    const unknown = memoryErrorCodes.filter((code) =>
      leavesOutcomeUnknown({ code, message: '', retryable: true }),
    );

    expect(unknown).toEqual([
      'memory.unreachable',
      'memory.timeout',
      'memory.aborted',
      'memory.malformed',
      'memory.redirected',
      'memory.server',
    ]);
  });
});

describe('dueAt', () => {
  it('is the end of a delay', () => {
    const error: AppError = { code: 'memory.timeout', message: '', retryable: true };
    const state = { status: 'waiting', attempt: 1, until: 9_000, error } as const;

    expect(dueAt(outboxItem({ state }))).toBe(9_000);
  });

  it('is not before the end of a note’s undo period', () => {
    const item = outboxItem({ kind: 'note', state: { status: 'captured' }, heldUntil: 8_000 });

    expect(dueAt(item)).toBe(8_000);
    expect(dueAt({ ...item, state: { status: 'sending', attempt: 1 } })).toBe(item.createdAt);
  });

  it('is now for an interrupted item', () => {
    expect(dueAt(outboxItem({ state: { status: 'sending', attempt: 1 } }))).toBe(1_000);
  });

  it('is the removal time of a discarded item', () => {
    const before = { status: 'captured' } as const;
    const state = { status: 'discarded', until: 7_000, before } as const;
    expect(dueAt(outboxItem({ state }))).toBe(7_000);
  });

  it('is null for a finished item', () => {
    expect(dueAt(outboxItem({ state: { status: 'accepted', existed: true } }))).toBeNull();
  });
});

describe('laneOf', () => {
  it('is one lane for reading, plus a lane to send and a lane to poll per connection', () => {
    const learning = {
      status: 'learning',
      existed: false,
      documentId: null,
      polls: 0,
      nextPollAt: 0,
    } as const;
    expect([
      laneOf(outboxItem()),
      laneOf(outboxItem({ connectionId: 'other' })),
      laneOf(outboxItem({ state: { status: 'captured' } })),
      laneOf(outboxItem({ state: { status: 'sending', attempt: 1 } })),
      laneOf(outboxItem({ state: { status: 'captured' }, connectionId: 'other' })),
      laneOf(outboxItem({ state: learning })),
    ]).toEqual([
      'reading',
      'reading',
      'sending device-1',
      'sending device-1',
      'sending other',
      'watching device-1',
    ]);
  });
});
