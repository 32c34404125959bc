import type { Access } from '../../lib/connections/model.ts';
import type { AppError } from '../../lib/contract/errors.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { ShownProfileItem } from '../../lib/profile/model.ts';
import { splitNote } from '../../lib/notes/model.ts';
import { errorWords, type ErrorWords } from '../../lib/i18n/errors.ts';
import type { QueryState } from '../app/use-query.ts';

export function factView({ text, memory, savedAt }: ShownProfileItem) {
  return {
    ...splitNote(text),
    memory: memory?.trim() ? memory : null,
    when: whenOf(savedAt?.trim() ?? ''),
  };
}

/** Returns milliseconds since the epoch, or the service's own text if it isn't a date; null if unknown. */
function whenOf(savedAt: string): number | string | null {
  if (savedAt === '') return null;
  // Browsers parse almost anything that contains a number as a date.
  const time = /^\d{4}-\d{2}-\d{2}/.test(savedAt) ? Date.parse(savedAt) : Number.NaN;
  return Number.isNaN(time) ? savedAt.slice(0, 40) : time;
}

/** `noAccess` is the title if access was withdrawn. */
export function readErrorWords(error: AppError, noAccess: string): ErrorWords {
  const text = errorWords(error);
  return error.code === 'memory.unauthorized' ? { ...text, title: noAccess } : text;
}

/** Returns whether a retry might work: the connection has changed, and not because this access was withdrawn. */
export function restoresAccess(
  event: AppEvent,
  state: QueryState<unknown>,
  access: Access,
): boolean {
  if (event.event !== 'connection.status-changed' || state.status !== 'failed') return false;
  return !event.connection.withdrawn.some((one) => one.access === access || one.access === 'all');
}
