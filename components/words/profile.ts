/** The words of the profile and the rules. */
import type { AppError, AppErrorCode } from '../../lib/contracts/errors.ts';
import { errorWords, type ErrorWords } from './errors.ts';
import { counted, isolated } from './language.ts';
import { seconds } from './time.ts';

export const profileWords = {
  title: 'Your profile',
  facts: (count: number) => counted(count, { one: '# fact', other: '# facts' }),
  about: 'What your profile says about…',
  clear: 'Clear',
  back: 'Back to the whole profile',
  read: 'Read',
  refresh: 'Refresh',
  refreshProfile: 'Refresh the profile',
  refreshRules: 'Refresh the rules',
  reading: (count: number) => `Reading, ${seconds(count)} so far`,
  slow: 'The first answer after a quiet spell can take up to a minute.',
  retry: 'Try again',
  settings: 'Open the settings',
  more: (count: number) => counted(count, { one: 'Show # more', other: 'Show # more' }),
  standing: {
    title: 'Standing facts',
    text: 'What you or a program told your memory to hold on to.',
    empty: 'There is no standing fact yet.',
  },
  current: {
    title: 'Current facts',
    text: 'What your memory gathered from what you keep. It changes by itself.',
    empty: 'There is nothing yet. It fills as you save pages and keep notes.',
  },
  rules: {
    title: 'Rules',
    text: 'What you wish of every program that uses your memory. They are told when they ask.',
    empty: 'There is no rule yet.',
    spoken: (count: number) => counted(count, { one: '# rule', other: '# rules' }),
  },
  nothing: {
    title: 'Your profile is empty so far',
    text: 'It fills as you save pages and keep notes, and with what you tell your memory to hold on to.',
  },
  found: {
    title: (q: string) => `About “${isolated(q)}”`,
    none: 'Your profile says nothing about it',
    noneText: 'Other words may find something. To look through all you saved, use the search.',
    passages: (count: number) => counted(count, { one: '# passage', other: '# passages' }),
  },
} as const;

const ownErrors: Record<
  'profile' | 'rules',
  Partial<Record<AppErrorCode, Pick<ErrorWords, 'title' | 'next'>>>
> = {
  profile: {
    'memory.unauthorized': {
      title: 'This key may not read the profile',
      next: 'Keepsake does not ask again with it; the rest goes on as before. Ask the owner of the memory, then try it again in the settings, or use another key.',
    },
    'memory.not-offered': {
      title: 'This connection shows no profile',
      next: 'In the settings you can connect with a key that does.',
    },
    'memory.capability-unavailable': {
      title: 'This memory keeps no profile yet',
      next: 'Its owner can switch on what is missing.',
    },
  },
  rules: {
    'memory.unauthorized': {
      title: 'This key may not read the rules',
      next: 'Keepsake does not ask again with it. Ask the owner of the memory, then try it again in the settings, or use another key.',
    },
    'memory.not-offered': {
      title: 'This connection shows no rules',
      next: 'In the settings you can connect with a key that does.',
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
