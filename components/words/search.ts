/** The words of searching in the side panel, which the popup needs none of. */
import { seconds } from './time.ts';
import { counted, listed, t } from '../../lib/language/text.ts';

export const searchWords = {
  search: t('recall_search'),
  placeholder: t('recall_placeholder'),
  results: t('recall_results'),
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
    /** Where a page was to be searched for by itself. */
    noText: t('recall_failed_noText'),
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
    widen: t('recall_empty_widen'),
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
  noMemory: {
    title: t('recall_noMemory_title'),
    text: t('recall_noMemory_text'),
    action: t('recall_noMemory_action'),
  },
  notOpened: t('recall_notOpened'),
  close: t('recall_close'),
  announce: {
    found: (count: number, memory: string | null) =>
      memory === null
        ? counted(count, 'recall_announce_found')
        : counted(count, 'recall_announce_foundIn', { memory }),
    none: (memory: string | null) =>
      memory === null ? t('recall_announce_none') : t('recall_announce_noneIn', { memory }),
    searched: (memory: string | null) =>
      memory === null ? t('recall_announce_widened') : t('recall_announce_narrowed', { memory }),
    unanswered: (memories: readonly string[]) =>
      t('recall_announce_unanswered', { memories: listed(memories) }),
    failed: t('recall_announce_failed'),
    slow: t('recall_announce_slow'),
  },
  filter: { label: t('recall_filter_label'), all: t('recall_filter_all') },
  group: {
    page: (count: number) => counted(count, 'recall_group_page'),
    note: (count: number) => counted(count, 'recall_group_note'),
    open: t('recall_group_open'),
    look: t('recall_group_look'),
    looking: t('recall_group_looking'),
    lookAgain: t('recall_group_lookAgain'),
    added: (count: number) => counted(count, 'recall_group_added'),
    nothingLeft: t('recall_group_nothingLeft'),
    nothingNear: (count: number) => counted(count, 'recall_group_nothingNear'),
    mayBeMore: (count: number) => counted(count, 'recall_group_mayBeMore'),
  },
  quote: {
    copy: t('recall_quote_copy'),
    copied: t('recall_quote_copied'),
    failed: t('recall_quote_failed'),
  },
  history: {
    title: t('recall_history_title'),
    clear: t('recall_history_clear'),
    cleared: t('recall_history_cleared'),
    undo: t('recall_history_undo'),
    remove: (q: string) => t('recall_history_remove', { q }),
    removed: (q: string) => t('recall_history_removed', { q }),
    restored: t('recall_history_restored'),
    back: (q: string) => t('recall_history_back', { q }),
    all: (count: number) => counted(count, 'recall_history_all'),
    remember: t('recall_history_remember'),
    rememberText: t('recall_history_rememberText'),
  },
  about: {
    action: t('recall_about_action'),
    actionText: t('recall_about_actionText'),
    title: t('recall_about_title'),
    words: (q: string) => t('recall_about_words', { q }),
    reading: t('recall_about_reading'),
    close: t('recall_about_close'),
    emptyTitle: t('recall_about_emptyTitle'),
    emptyTip: t('recall_about_emptyTip'),
  },
} as const;

function askedAgain(count: number): string {
  return count === 0
    ? t('recall_askedAgain_now')
    : t('recall_askedAgain_in', { time: seconds(count) });
}
