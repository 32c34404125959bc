import { describe, expect, it } from 'vitest';
import { type AppError, memoryErrorCodes } from '../../contracts/errors.ts';
import { outboxItem } from '../../../tests/fixtures/outbox-item.ts';
import { dueAt, sendDelayMs, type Verdict, verdictOn } from './schedule.ts';

describe('verdictOn', () => {
  const verdicts: Record<Verdict, readonly string[]> = {
    pause: ['memory.unauthorized', 'memory.unauthenticated'],
    refuse: [
      'memory.validation',
      'memory.not-found',
      'memory.capability-unavailable',
      'memory.not-offered',
      'memory.redirected',
      'memory.insecure',
      'memory.unexpected',
    ],
    wait: [
      'memory.unreachable',
      'memory.timeout',
      'memory.aborted',
      'memory.malformed',
      'memory.conflict',
      'memory.rate-limited',
      'memory.turns-exhausted',
      'memory.server',
    ],
  };

  it.each(memoryErrorCodes)('%s', (code) => {
    const error: AppError = { code, message: '', retryable: false };

    expect(verdicts[verdictOn(error)]).toContain(code);
  });
});

describe('sendDelayMs', () => {
  it('grows and stays bounded', () => {
    const delays = Array.from({ length: 20 }, (_, index) => sendDelayMs(index + 1));

    expect(delays).toEqual([...delays].sort((a, b) => a - b));
    expect(delays[0]).toBeLessThanOrEqual(5_000);
    expect(delays.at(-1)).toBe(3_600_000);
  });
});

describe('dueAt', () => {
  it('is the end of a wait', () => {
    const error: AppError = { code: 'memory.timeout', message: '', retryable: true };
    const state = { status: 'waiting', attempt: 1, until: 9_000, error } as const;

    expect(dueAt(outboxItem({ state }))).toBe(9_000);
  });

  it('is at once for what was interrupted', () => {
    expect(dueAt(outboxItem({ state: { status: 'sending', attempt: 1 } }))).toBe(1_000);
  });

  it('is never for what rests', () => {
    expect(dueAt(outboxItem({ state: { status: 'accepted', existed: true } }))).toBeNull();
  });
});
