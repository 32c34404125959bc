import { describe, expect, it } from 'vitest';
import type { AppError } from '../../lib/contracts/errors.ts';
import {
  mayBeReadAgain,
  type Reading,
  type ReadingAction,
  readingReducer,
  unread,
} from './reading-state.ts';

const error: AppError = { code: 'memory.server', message: '', retryable: true };
const withdrawn: AppError = { code: 'memory.unauthorized', message: '', retryable: false };

function after(...actions: readonly ReadingAction<string>[]): Reading<string> {
  return actions.reduce<Reading<string>>(readingReducer, unread);
}

describe('readingReducer', () => {
  it('shows what was read', () => {
    expect(after({ type: 'asked', now: 5 }, { type: 'read', value: 'a' })).toEqual({
      value: 'a',
      error: null,
      since: null,
    });
  });

  it('keeps in view what was read while it is read again', () => {
    expect(after({ type: 'read', value: 'a' }, { type: 'asked', now: 7 })).toEqual({
      value: 'a',
      error: null,
      since: 7,
    });
  });

  it('keeps in view what was read when it cannot be read again', () => {
    expect(after({ type: 'read', value: 'a' }, { type: 'failed', error })).toEqual({
      value: 'a',
      error,
      since: null,
    });
  });

  it('keeps the reason in view while it is tried again', () => {
    expect(after({ type: 'failed', error }, { type: 'asked', now: 7 })).toEqual({
      value: null,
      error,
      since: 7,
    });
  });

  it('takes out of view what may no longer be read', () => {
    expect(after({ type: 'read', value: 'a' }, { type: 'failed', error: withdrawn })).toEqual({
      value: null,
      error: withdrawn,
      since: null,
    });
  });
});

describe('mayBeReadAgain', () => {
  it('says yes where the service could not be reached, until it is asked again', () => {
    expect(mayBeReadAgain(after({ type: 'failed', error }))).toBe(true);
    expect(mayBeReadAgain(after({ type: 'failed', error }, { type: 'asked', now: 5 }))).toBe(false);
  });

  it.each([[{ type: 'read', value: 'a' }], [{ type: 'failed', error: withdrawn }]] as const)(
    'says no otherwise: %j',
    (action) => {
      expect(mayBeReadAgain(after(action))).toBe(false);
    },
  );
});
