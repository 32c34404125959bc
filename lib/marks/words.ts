/** The words of the selection button, the box for a note and the card of a mark. */
import type { AppErrorCode } from '../contracts/errors.ts';
import { t } from '../language/text.ts';

export const markWords = {
  tools: t('marks_tools'),
  keep: t('marks_keep'),
  note: t('marks_note'),
  box: t('marks_box'),
  quote: t('marks_quote'),
  comment: t('marks_comment'),
  save: t('marks_save'),
  cancel: t('marks_cancel'),
  close: t('marks_close'),
  keys: t('marks_keys'),
  saving: t('marks_saving'),
  /** Without a name where the note waits for a Memory to be chosen. */
  kept: (memory: string) =>
    memory === '' ? t('marks_keptSomewhere') : t('marks_kept', { memory }),
  /** Without keys where the person has given none. */
  covered: (keys: string) =>
    keys === '' ? t('marks_coveredWithoutKeys') : t('marks_covered', { keys }),
  undone: t('marks_undone'),
  unmarkable: t('marks_unmarkable'),
  card: t('marks_card'),
  noComment: t('marks_noComment'),
  remove: t('marks_remove'),
  /** Where several marks lie over the same words. */
  other: t('marks_otherMark'),
  which: (at: number, count: number) => t('marks_which', { at, count }),
  /** Where they were to be kept once more. */
  already: t('marks_already'),
  removed: t('marks_removed'),
  undo: t('marks_undo'),
  again: t('marks_again'),
} as const;

/** Says what went wrong and what to do about it. */
export function troubleOf(code: AppErrorCode): string {
  return troubles[code] ?? t('marks_troubleOf');
}

const troubles: Partial<Record<AppErrorCode, string>> = {
  'selection.empty': t('marks_troubles_selectionEmpty'),
  'page.too-large': t('marks_troubles_pageTooLarge'),
  'page.gone': t('marks_troubles_pageGone'),
  'home.none': t('marks_troubles_homeNone'),
  'home.no-memory': t('marks_troubles_homeNoMemory'),
  'save.sent': t('marks_troubles_saveSent'),
  'storage.full': t('marks_troubles_storageFull'),
  'storage.failed': t('marks_troubles_storageFailed'),
  'memory.not-offered': t('marks_troubles_memoryNotOffered'),
  'memory.unauthorized': t('marks_troubles_memoryUnauthorized'),
  'message.unanswered': t('marks_troubles_messageUnanswered'),
  'message.refused': t('marks_troubles_messageRefused'),
};
