import { describe, expect, it } from 'vitest';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { toneOf, remedyFor } from './error-notice.tsx';

function error(code: AppErrorCode): AppError {
  // Every code belongs to one of the shapes, all of which share these fields.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { code, message: '', retryable: false } as AppError;
}

describe('wayOut', () => {
  it.each<[AppErrorCode, ReturnType<typeof remedyFor>]>([
    ['memory.unauthorized', 'settings'],
    ['memory.capability-unavailable', 'settings'],
    ['connection.none', 'set-up'],
    ['memory.validation', 'none'],
    ['memory.timeout', 'again'],
    ['memory.rate-limited', 'again'],
    ['internal', 'again'],
  ])('of %s is %s', (code, way) => {
    expect(remedyFor(error(code))).toBe(way);
  });
});

describe('toneOf', () => {
  it('takes what a connection lacks for no failure', () => {
    expect(toneOf(error('memory.capability-unavailable'))).toBe('plain');
    expect(toneOf(error('memory.server'))).toBe('bad');
  });
});
