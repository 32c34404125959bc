/** The profile as it is shown, and the text for its errors. */
import type { Access } from '../../lib/connections/model.ts';
import type { AppEvent } from '../../lib/messaging/messages.ts';
import type { QueryState } from '../app/use-query.ts';
import type { ShownProfileItem } from '../../lib/profile/model.ts';
import type { AppError, AppErrorCode } from '../../lib/contract/errors.ts';
import { errorWords, type ErrorWords } from '../app/error-text.ts';
import { t } from '../../lib/i18n/i18n.ts';

type FactView = {
  text: string;
  /** Null if unknown. */
  memory: string | null;
  /** Milliseconds since the epoch, or the service's own text if it is not a date; null if unknown. */
  when: number | string | null;
};

const shownWhenLength = 40;

/** Gives the view of one fact, or of one passage of the profile. */
export function factView({ text, memory, savedAt }: ShownProfileItem): FactView {
  return { text, memory: memory?.trim() ? memory : null, when: whenOf(savedAt) };
}

/** How many of a long list are shown at first, and how many more each time. */
export const factsAtOnce = 50;

function whenOf(savedAt: string | null): FactView['when'] {
  const words = savedAt?.trim() ?? '';
  if (words === '') return null;
  // Browsers parse almost anything that contains a number as a date.
  const time = /^\d{4}-\d{2}-\d{2}/.test(words) ? Date.parse(words) : Number.NaN;
  return Number.isNaN(time) ? words.slice(0, shownWhenLength) : time;
}

const profileTitles: Partial<Record<AppErrorCode, string>> = {
  'memory.unauthorized': t('profile_errors_profile_memoryUnauthorized_title'),
  'memory.not-offered': t('profile_errors_profile_memoryNotOffered_title'),
  'memory.capability-unavailable': t('profile_errors_profile_memoryCapabilityUnavailable_title'),
};
const rulesTitles: Partial<Record<AppErrorCode, string>> = {
  'memory.unauthorized': t('profile_errors_rules_memoryUnauthorized_title'),
  'memory.not-offered': t('profile_errors_rules_memoryNotOffered_title'),
};

/** Gives the text for why the profile can't be read. */
export function profileErrorText(error: AppError): ErrorWords {
  return withTitle(error, profileTitles);
}

/** Gives the text for why the rules can't be read. */
export function rulesErrorText(error: AppError): ErrorWords {
  return withTitle(error, rulesTitles);
}

function withTitle(error: AppError, titles: typeof profileTitles): ErrorWords {
  const text = errorWords(error);
  return { ...text, title: titles[error.code] ?? text.title };
}

/**
 * Whether what could not be read may be readable now: the connection has changed, and the event itself does not report
 * that this access was withdrawn.
 */
export function restoresAccess(
  event: AppEvent,
  state: QueryState<unknown>,
  access: Access,
): boolean {
  if (event.event !== 'connection.status-changed' || state.status !== 'failed') return false;
  return !event.connection.withdrawn.some((one) => one.access === access || one.access === 'all');
}
