/** Something that is read once and shown until it is read again. Pure. */
import type { AppError } from '../../lib/contracts/errors.ts';
import { isPassing } from './passing.ts';

export type Reading<T> = {
  /** What was read last; null before anything was. */
  value: T | null;
  /** Why it could not be read just now; what was read before stays in view. */
  error: AppError | null;
  /** Since when an answer is waited for, in milliseconds since the epoch; null where none is. */
  since: number | null;
};

export type ReadingAction<T> =
  | { type: 'asked'; now: number }
  | { type: 'read'; value: T }
  | { type: 'failed'; error: AppError };

export const unread: Reading<never> = { value: null, error: null, since: null };

/** Gives what is shown after an action. */
export function readingReducer<T>(reading: Reading<T>, action: ReadingAction<T>): Reading<T> {
  switch (action.type) {
    case 'asked':
      return { ...reading, since: action.now };
    case 'read':
      return { value: action.value, error: null, since: null };
    case 'failed':
      // What a key may no longer read is no longer shown either.
      return {
        value: action.error.code === 'memory.unauthorized' ? null : reading.value,
        error: action.error,
        since: null,
      };
  }
}

/** Says whether it could not be read in a way that may be over by itself, and is not being read again already. */
export function mayBeReadAgain({ error, since }: Reading<unknown>): boolean {
  return error !== null && since === null && isPassing(error);
}
