/** The words of what the person writes: notes, and standing facts on their way to the profile. */
import { t } from '../../lib/language/text.ts';
import { sizeWords } from './size.ts';

export const noteWords = {
  write: t('note_write'),
  goOn: t('note_goOn'),
  back: t('note_back'),
  note: { label: t('note_note_label'), placeholder: t('note_note_placeholder') },
  fact: { label: t('note_fact_label'), placeholder: t('note_fact_placeholder') },
  isFact: t('note_isFact'),
  why: t('note_why'),
  keep: t('note_keep'),
  keeping: t('note_keeping'),
  add: t('note_add'),
  adding: t('note_adding'),
  cancel: t('note_cancel'),
  draftKept: t('note_draftKept'),
  tooLong: (bytes: number, limit: number) =>
    t('note_tooLong', { size: sizeWords(bytes), limit: sizeWords(limit) }),
  kept: (memory: string) => t('note_kept', { memory }),
  undo: t('note_undo'),
  tooLate: t('note_tooLate'),
  addFact: t('note_addFact'),
  onlyReads: t('note_onlyReads'),
  facts: {
    list: t('note_facts_list'),
    underWay: t('note_facts_underWay'),
    waits: t('note_facts_waits'),
    turn: t('note_facts_turn'),
    stopped: t('note_facts_stopped'),
    unknown: t('note_facts_unknown'),
    unknownText: t('note_facts_unknownText'),
    kept: t('note_facts_kept'),
    giveUp: t('note_facts_giveUp'),
    look: t('note_facts_look'),
    again: t('note_facts_again'),
    edit: t('note_facts_edit'),
    discard: t('note_facts_discard'),
    dismiss: t('note_facts_dismiss'),
    of: (action: string, fact: string) => t('note_facts_of', { action, fact }),
    said: (state: string, fact: string) => t('note_facts_said', { state, fact }),
  },
} as const;
