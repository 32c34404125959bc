/** The words of searching. */
import { seconds } from './time.ts';
import { counted, listed, t } from '../../lib/language/text.ts';

export const recallWords = {
  search: t('recall_search'),
  placeholder: t('recall_placeholder'),
  clear: t('recall_clear'),
  results: t('recall_results'),
  yourNote: t('recall_yourNote'),
  untitled: t('recall_untitled'),
  more: t('recall_more'),
  less: t('recall_less'),
  found: (count: number) => counted(count, 'recall_found'),
  stillLearning: (count: number) => counted(count, 'recall_stillLearning'),
  waiting: {
    title: t('recall_waiting_title'),
    text: t('recall_waiting_text'),
    cancel: t('recall_waiting_cancel'),
    /** The search itself stands still. */
    held: {
      title: t('recall_waiting_held_title'),
      text: (reason: string, count: number) =>
        t('recall_waiting_held_text', { reason, count: askedAgain(count) }),
      limit: (perMinute: number) => counted(perMinute, 'recall_waiting_held_limit'),
      limitUnknown: t('recall_waiting_held_limitUnknown'),
      busy: t('recall_waiting_held_busy'),
      retry: t('recall_waiting_held_retry'),
    },
  },
  stopped: {
    title: t('recall_stopped_title'),
    text: t('recall_stopped_text'),
    action: t('recall_stopped_action'),
  },
  failed: {
    action: t('recall_failed_action'),
    late: t('recall_failed_late'),
  },
  unanswered: {
    title: (memory: string) => t('recall_unanswered_title', { memory }),
    nobody: t('recall_unanswered_nobody'),
    nobodyText: t('recall_unanswered_nobodyText'),
    action: t('recall_unanswered_action'),
  },
  empty: {
    title: (q: string) => t('recall_empty_title', { q }),
    text: (memories: readonly string[]) =>
      memories.length === 0
        ? t('recall_empty_allAnswered')
        : t('recall_empty_lookedIn', { memories: listed(memories) }),
    tip: t('recall_empty_tip'),
    learning: (count: number) => counted(count, 'recall_empty_learning'),
  },
  idle: {
    title: t('recall_idle_title'),
    text: t('recall_idle_text'),
    memories: t('recall_idle_memories'),
    keys: {
      focus: t('recall_idle_keys_focus'),
      move: t('recall_idle_keys_move'),
      open: t('recall_idle_keys_open'),
    },
  },
  firstUse: {
    title: t('recall_firstUse_title'),
    text: t('recall_firstUse_text'),
    action: t('recall_firstUse_action'),
  },
  noMemory: {
    title: t('recall_noMemory_title'),
    text: t('recall_noMemory_text'),
    action: t('recall_noMemory_action'),
  },
  notOpened: t('recall_notOpened'),
  close: t('recall_close'),
  announce: {
    found: (count: number) => counted(count, 'recall_announce_found'),
    none: t('recall_announce_none'),
    unanswered: (memories: readonly string[]) =>
      t('recall_announce_unanswered', { memories: listed(memories) }),
    failed: t('recall_announce_failed'),
    slow: t('recall_announce_slow'),
  },
} as const;

function askedAgain(count: number): string {
  return count === 0
    ? t('recall_askedAgain_now')
    : t('recall_askedAgain_in', { time: seconds(count) });
}
