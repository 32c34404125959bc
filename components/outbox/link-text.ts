/** The words of an address that is saved as such, where they are others than those of a page. */
import type { LiveStatus } from '../../lib/outbox/model.ts';
import { t } from '../../lib/i18n/i18n.ts';

const onlyAddress = t('links_onlyAddress');

const ways = {
  saveAsVersion: t('popup_saveAsVersion'),
  updateNow: t('saves_actions_updateNow'),
};

export const linkWords = {
  /** What stands above it. */
  headlines: {
    failed: onlyAddress,
    canceled: onlyAddress,
    unlearned: t('links_headlines_unlearned'),
    refused: t('links_headlines_refused'),
  },
  /** The sentence below. */
  details: {
    accepted: t('links_details_accepted'),
    learning: t('links_details_learning'),
    failed: t('links_details_failed', ways),
    canceled: t('links_details_canceled', ways),
    unlearned: t('links_details_unlearned'),
  },
  /** Beside its title in a list. */
  states: {
    learning: t('links_states_learning'),
    failed: onlyAddress,
    canceled: onlyAddress,
    unlearned: t('links_states_unlearned'),
  },
  /** Its way, each step as it is named before, during and after. */
  steps: {
    read: {
      ahead: t('links_steps_read_ahead'),
      now: t('links_steps_read_now'),
      done: t('links_steps_read_done'),
    },
    sent: {
      ahead: t('links_steps_sent_ahead'),
      now: t('links_steps_sent_now'),
      done: t('links_steps_sent_done'),
    },
    learned: {
      ahead: t('links_steps_learned_ahead'),
      now: t('links_steps_learned_now'),
      done: t('links_steps_learned_done'),
    },
  },
  ownNetwork: t('links_ownNetwork'),
} as const satisfies {
  headlines: Words;
  details: Words;
  states: Words;
  steps: object;
  ownNetwork: string;
};

type Words = Partial<Record<LiveStatus, string>>;
