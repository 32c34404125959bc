/** The states of a save, in words. */
import type { AppErrorCode } from '../../lib/contract/errors.ts';
import type { LiveStatus } from '../../lib/outbox/model.ts';
import { plural, t } from '../../lib/i18n/i18n.ts';

type Place = { memory: string };

/** What stands above a save while it is in this state. */
export const saveHeadlines: Record<LiveStatus, (place: Place) => string> = {
  requested: ({ memory }) => t('outbox_saveHeadlines_requested', { memory }),
  captured: ({ memory }) => t('outbox_saveHeadlines_captured', { memory }),
  sending: ({ memory }) => t('outbox_saveHeadlines_sending', { memory }),
  waiting: () => t('outbox_saveHeadlines_waiting'),
  accepted: ({ memory }) => t('outbox_saveHeadlines_accepted', { memory }),
  learning: ({ memory }) => t('outbox_saveHeadlines_learning', { memory }),
  learned: () => t('outbox_saveHeadlines_learned'),
  failed: () => t('outbox_saveHeadlines_failed'),
  canceled: () => t('outbox_saveHeadlines_canceled'),
  unlearned: () => t('outbox_saveHeadlines_unlearned'),
  refused: () => t('outbox_saveHeadlines_refused'),
  paused: () => t('outbox_saveHeadlines_paused'),
};

/** Named as the button in the list of saves is. */
const ownersWay = { updateNow: t('saves_actions_updateNow') };

/** The sentence below it; null where an error's own words stand there. */
export const saveDetails: Record<LiveStatus, string | null> = {
  requested: t('outbox_saveDetails_requested'),
  captured: t('outbox_saveDetails_captured'),
  sending: t('outbox_saveDetails_sending'),
  waiting: null,
  accepted: t('outbox_saveDetails_accepted'),
  learning: t('outbox_saveDetails_learning'),
  learned: t('outbox_saveDetails_learned'),
  failed: t('outbox_saveDetails_failed', ownersWay),
  canceled: t('outbox_saveDetails_canceled', ownersWay),
  unlearned: t('outbox_saveDetails_unlearned'),
  refused: null,
  paused: null,
};

/** What a save says that Keepsake itself refused to send on; other reasons have the words of their error. */
export const refusalWords: Partial<Record<AppErrorCode, { title: string; next: string }>> = {
  'memory.conflict': {
    title: t('outbox_refusal_memoryConflict_title'),
    next: t('outbox_refusal_memoryConflict_next'),
  },
  'memory.timeout': {
    title: t('outbox_refusal_memoryTimeout_title'),
    next: t('outbox_refusal_memoryTimeout_next'),
  },
};

/** The state of a save beside its title in a list. */
export const saveStates: Record<LiveStatus, string> = {
  requested: t('outbox_saveStates_requested'),
  captured: t('outbox_saveStates_captured'),
  sending: t('outbox_saveStates_sending'),
  waiting: t('outbox_saveStates_waiting'),
  accepted: t('outbox_saveStates_accepted'),
  learning: t('outbox_saveStates_learning'),
  learned: t('outbox_saveStates_learned'),
  failed: t('outbox_saveStates_failed'),
  canceled: t('outbox_saveStates_canceled'),
  unlearned: t('outbox_saveStates_unlearned'),
  refused: t('outbox_saveStates_refused'),
  paused: t('outbox_saveStates_paused'),
};

/** The way of a save, each step as it is named before, during and after. */
export const saveSteps = {
  read: {
    ahead: t('outbox_saveSteps_read_ahead'),
    now: t('outbox_saveSteps_read_now'),
    done: t('outbox_saveSteps_read_done'),
  },
  sent: {
    ahead: t('outbox_saveSteps_sent_ahead'),
    now: t('outbox_saveSteps_sent_now'),
    done: t('outbox_saveSteps_sent_done'),
  },
  learned: {
    ahead: t('outbox_saveSteps_learned_ahead'),
    now: t('outbox_saveSteps_learned_now'),
    done: t('outbox_saveSteps_learned_done'),
  },
} as const;

export const saveWords = {
  actions: {
    retry: t('outbox_save_actions_retry'),
    'retry-now': t('outbox_save_actions_retryNow'),
    'look-again': t('outbox_save_actions_lookAgain'),
    'allow-site': t('outbox_save_actions_allowSite'),
    'save-address': t('outbox_save_actions_saveAddress'),
    discard: t('outbox_save_actions_discard'),
  },
} as const;

export const highlightWords = {
  keptWaiting: (kept: string, waiting: number, of: number) =>
    t('outbox_highlight_keptWaiting', { kept, waiting: waitingWords(waiting, of) }),
} as const;

function waitingWords(count: number, kept: number): string {
  return count === kept
    ? t('outbox_highlight_noneSent')
    : plural(count, 'outbox_highlight_waiting');
}
