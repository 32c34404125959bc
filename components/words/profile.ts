/** The words of the profile and the rules. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { seconds } from './time.ts';
import { counted, t } from '../../lib/language/text.ts';

export const profileWords = {
  title: t('profile_title'),
  facts: (count: number) => counted(count, 'profile_facts'),
  about: t('profile_about'),
  clear: t('profile_clear'),
  back: t('profile_back'),
  read: t('profile_read'),
  refresh: t('profile_refresh'),
  refreshProfile: t('profile_refreshProfile'),
  refreshRules: t('profile_refreshRules'),
  reading: (count: number) => t('profile_reading', { count: seconds(count) }),
  slow: t('profile_slow'),
  retry: t('profile_retry'),
  more: (count: number) => counted(count, 'profile_more'),
  standing: {
    title: t('profile_standing_title'),
    text: t('profile_standing_text'),
    empty: t('profile_standing_empty'),
  },
  current: {
    title: t('profile_current_title'),
    text: t('profile_current_text'),
    empty: t('profile_current_empty'),
  },
  rules: {
    title: t('profile_rules_title'),
    text: t('profile_rules_text'),
    empty: t('profile_rules_empty'),
    spoken: (count: number) => counted(count, 'profile_rules_spoken'),
  },
  nothing: {
    title: t('profile_nothing_title'),
    text: t('profile_nothing_text'),
  },
  found: {
    title: (q: string) => t('profile_found_title', { q }),
    none: t('profile_found_none'),
    noneText: t('profile_found_noneText'),
    passages: (count: number) => counted(count, 'profile_found_passages'),
  },
} as const;

const ownErrors: Record<
  'profile' | 'rules',
  Partial<Record<AppErrorCode, Pick<ErrorWords, 'title' | 'next'>>>
> = {
  profile: {
    'memory.unauthorized': {
      title: t('profile_errors_profile_memoryUnauthorized_title'),
      next: t('profile_errors_profile_memoryUnauthorized_next'),
    },
    'memory.not-offered': {
      title: t('profile_errors_profile_memoryNotOffered_title'),
      next: t('profile_errors_profile_memoryNotOffered_next'),
    },
    'memory.capability-unavailable': {
      title: t('profile_errors_profile_memoryCapabilityUnavailable_title'),
      next: t('profile_errors_profile_memoryCapabilityUnavailable_next'),
    },
  },
  rules: {
    'memory.unauthorized': {
      title: t('profile_errors_rules_memoryUnauthorized_title'),
      next: t('profile_errors_rules_memoryUnauthorized_next'),
    },
    'memory.not-offered': {
      title: t('profile_errors_rules_memoryNotOffered_title'),
      next: t('profile_errors_rules_memoryNotOffered_next'),
    },
  },
};

/** Gives the words for why the profile cannot be read. */
export function profileErrorWords(error: AppError): ErrorWords {
  return { ...errorWords(error), ...ownErrors.profile[error.code] };
}

/** Gives the words for why the rules cannot be read. */
export function rulesErrorWords(error: AppError): ErrorWords {
  return { ...errorWords(error), ...ownErrors.rules[error.code] };
}
