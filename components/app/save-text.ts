import type { LiveStatus } from '../../lib/outbox/model.ts';
import { t } from '../../lib/i18n/i18n.ts';

export const saveStates: Record<LiveStatus, string> = {
  requested: t('outbox_steps_read_now'),
  captured: t('outbox_queued'),
  sending: t('outbox_steps_sent_now'),
  waiting: t('outbox_waiting'),
  accepted: t('outbox_saved'),
  learning: t('outbox_indexing'),
  learned: t('outbox_saved'),
  failed: t('outbox_unsearchable'),
  canceled: t('outbox_unsearchable'),
  unlearned: t('outbox_stillIndexing'),
  refused: t('outbox_notSaved'),
  paused: t('outbox_paused'),
};

const unsearchable = t('outbox_unsearchable_text', { updateNow: t('saves_actions_updateNow') });

/** Explanations of statuses. The others need none, or are explained by the save's error. */
export const saveDetails: Partial<Record<LiveStatus, string>> = {
  failed: unsearchable,
  canceled: unsearchable,
  unlearned: t('outbox_stillIndexing_text'),
};
