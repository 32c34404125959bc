/** What stands of something that is being written, and of a fact on its way. Pure. */
import { serviceLimits } from '../../lib/contract/limits.ts';
import type { FactView, NoteDraft } from '../../lib/notes/model.ts';
import { sentences, t } from '../../lib/i18n/i18n.ts';
import { waitNext, waitReason } from '../app/call-wait.ts';
import { errorWords } from '../app/error-text.ts';
import { seconds } from '../../lib/i18n/time.ts';
import { sizeWords } from '../../lib/i18n/size.ts';

type DraftView = {
  isEmpty: boolean;
  /** Why no Memory would take it; null where one would. */
  trouble: string | null;
};

/** Gives what is to be said of a draft before it is sent. */
export function draftView({ content }: Pick<NoteDraft, 'content'>): DraftView {
  const words = content.trim();
  const bytes = bytesOf(words);
  const { contentBytes } = serviceLimits;
  return {
    isEmpty: words === '',
    trouble:
      bytes > contentBytes
        ? t('note_tooLong', { size: sizeWords(bytes), limit: sizeWords(contentBytes) })
        : null,
  };
}

/** Three bytes at most for each code unit: what is short is not counted at every key. */
function bytesOf(text: string): number {
  return text.length * 3 <= serviceLimits.contentBytes
    ? text.length
    : new TextEncoder().encode(text).length;
}

export type FactAction = 'give-up' | 'look' | 'again' | 'edit' | 'discard' | 'dismiss';

export type FactRowView = {
  tone: 'busy' | 'wait' | 'bad' | 'good';
  state: string;
  detail: string | null;
  /** How long it has been, once that is worth saying; changes each second, so it is not spoken. */
  elapsed: string | null;
  quote: string | null;
  actions: readonly FactAction[];
};

/** Gives what is shown of a fact; `now` in milliseconds since the epoch. */
export function factRowView({ state, wait }: FactView, now: number): FactRowView {
  const plain = { detail: null, elapsed: null, quote: null };
  switch (state.status) {
    case 'under-way': {
      const elapsed = Math.floor((now - state.since) / 1_000);
      const time = elapsed < slowAfterS ? null : seconds(elapsed);
      if (wait === null) {
        return {
          ...plain,
          tone: 'busy',
          state: t('note_facts_underWay'),
          elapsed: time,
          actions: [],
        };
      }
      const why =
        wait.reason === 'turn'
          ? t('note_facts_turn')
          : sentences(waitReason(wait), waitNext(wait, now) ?? '');
      const actions = ['give-up'] as const;
      return {
        ...plain,
        tone: 'wait',
        state: t('note_facts_waits'),
        detail: why,
        elapsed: time,
        actions,
      };
    }
    case 'kept':
      return { ...plain, tone: 'good', state: t('note_facts_kept'), actions: ['dismiss'] };
    case 'stopped':
      return {
        ...plain,
        tone: 'wait',
        state: t('note_facts_stopped'),
        actions: ['again', 'edit', 'discard'],
      };
    case 'unknown':
      return {
        ...plain,
        tone: 'wait',
        state: t('note_facts_unknown'),
        detail: t('note_facts_unknownText'),
        actions: ['look', 'again', 'edit', 'discard'],
      };
    case 'refused': {
      const { title, next, quote } = errorWords(state.error);
      return {
        ...plain,
        tone: 'bad',
        state: title,
        detail: next,
        quote,
        actions: ['again', 'edit', 'discard'],
      };
    }
  }
}

/** Sooner than this nobody counts, in seconds. */
const slowAfterS = 3;

export const noteWords = {
  write: t('note_write'),
  goOn: t('note_goOn'),
  back: t('note_back'),
  note: { label: t('note_note_label'), placeholder: t('note_note_placeholder') },
  fact: { label: t('note_fact_label'), placeholder: t('note_fact_placeholder') },
  isFact: t('note_isFact'),
  why: t('note_why'),
  turn: t('note_turn'),
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
    of: (action: string, fact: string) => t('note_facts_of', { action, fact }),
  },
} as const;
