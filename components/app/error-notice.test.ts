import { describe, expect, it } from 'vitest';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { toneOf, remedyFor } from './error-notice.tsx';

function error(code: AppErrorCode): AppError {
  // Every member of the `AppError` union has these fields.
  return { code, message: '', retryable: false } as AppError;
}

describe('remedyFor', () => {
  it.each<[AppErrorCode, ReturnType<typeof remedyFor>]>([
    ['memory.unauthorized', 'settings'],
    ['memory.capability-unavailable', 'settings'],
    ['connection.none', 'set-up'],
    ['memory.validation', 'none'],
    ['memory.timeout', 'again'],
    ['memory.rate-limited', 'again'],
    ['internal', 'again'],
  ])('returns for %s: %s', (code, way) => {
    expect(remedyFor(error(code))).toBe(way);
  });
});

describe('toneOf', () => {
  it('is plain for a missing capability, wait for a daily limit, and bad for a failure', () => {
    expect(toneOf(error('memory.daily-limit'))).toBe('wait');
    expect(toneOf(error('memory.capability-unavailable'))).toBe('plain');
    expect(toneOf(error('memory.server'))).toBe('bad');
  });
});
