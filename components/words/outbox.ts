/** The states of a save, in words. */
import type { AppErrorCode } from '../../lib/contracts/errors.ts';
import type { KeptStatus } from '../../lib/contracts/outbox.ts';
import { counted, isolated } from './language.ts';

type Place = { memory: string };

/** What stands above a save while it is in this state. */
export const saveHeadlines: Record<KeptStatus, (place: Place) => string> = {
  requested: ({ memory }) => `Saving to ${isolated(memory)}`,
  captured: ({ memory }) => `Saving to ${isolated(memory)}`,
  sending: ({ memory }) => `Saving to ${isolated(memory)}`,
  waiting: () => 'Not saved yet, but safe',
  accepted: ({ memory }) => `Saved to ${isolated(memory)}`,
  learning: ({ memory }) => `Saved to ${isolated(memory)}`,
  learned: () => 'You can find it now',
  failed: () => 'Saved, but search cannot find it',
  canceled: () => 'Saved, but search cannot find it',
  unlearned: () => 'Saved, still being learned',
  refused: () => 'This page was not saved',
  paused: () => 'Saving is paused',
};

/** The sentence below it; null where an error's own words stand there. */
export const saveDetails: Record<KeptStatus, string | null> = {
  requested: 'You can close this. Saving goes on.',
  captured: 'You can close this. Saving goes on.',
  sending: 'You can close this. Saving goes on.',
  waiting: null,
  accepted: 'You can close this.',
  learning: 'In a moment you can find it by its words.',
  learned: 'Search for any words you remember from it.',
  failed:
    'The page is kept, but learning it did not succeed. Saving it again would not change that; the owner of the memory can choose Update now for it.',
  canceled:
    'The page is kept, but learning it was stopped. Saving it again would not change that; the owner of the memory can choose Update now for it.',
  unlearned: 'Learning takes longer than usual. Look again later.',
  refused: null,
  paused: null,
};

/** What a save says that Keepsake itself refused to send on; other reasons have the words of their error. */
export const refusalWords: Partial<Record<AppErrorCode, { title: string; next: string }>> = {
  'memory.conflict': {
    title: 'The Memory has an earlier text of this page',
    next: 'Your changes are safe here. Delete the earlier text first, then try again.',
  },
  'memory.timeout': {
    title: 'It may have arrived, but your memory gave no clear answer',
    next: 'Look for it before you send it again.',
  },
};

/** The state of a save beside its title in a list. */
export const saveStates: Record<KeptStatus, string> = {
  requested: 'Reading the page',
  captured: 'Next to be sent',
  sending: 'Being sent',
  waiting: 'Not sent yet, but safe',
  accepted: 'Saved',
  learning: 'Saved, being learned',
  learned: 'Saved',
  failed: 'Saved, but search cannot find it',
  canceled: 'Saved, but search cannot find it',
  unlearned: 'Saved, still being learned',
  refused: 'Not saved',
  paused: 'Paused',
};

/** The way of a save, each step as it is named before, during and after. */
export const saveSteps = {
  read: { ahead: 'Read the page', now: 'Reading the page', done: 'Page read' },
  sent: { ahead: 'Store its text', now: 'Storing its text', done: 'Text stored' },
  learned: { ahead: 'Learn its words', now: 'Learning its words', done: 'Words learned' },
} as const;

export const saveWords = {
  alreadySaved: 'Already saved',
  savedAt: (when: string) => `Saved ${when}`,
  triesAgain: (when: string) => `Tries again ${when}.`,
  triesAgainSoon: 'Trying again now.',
  alsoIn: 'Also in',
  /** Said once it has come to nothing again, so that the trying is seen. */
  tried: (times: number) =>
    counted(times, {
      one: 'Tried again once, without success.',
      other: 'Tried again # times, without success.',
    }),
  steps: 'Progress of this save',
  actions: {
    retry: 'Try again',
    'retry-now': 'Try now',
    'look-again': 'Look again',
    'allow-site': 'Allow the site',
    'save-address': 'Save the address instead',
    discard: 'Discard',
  },
} as const;

export const highlightWords = {
  /** Said after how many are kept. */
  waiting: (count: number, kept: number) =>
    count === kept
      ? 'not sent yet'
      : counted(count, { one: '# not sent yet', other: '# not sent yet' }),
  kept: { one: '# highlight kept from this page', other: '# highlights kept from this page' },
  notKept: { one: 'A highlight was not kept', other: '# highlights were not kept' },
} as const;
