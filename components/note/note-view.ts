/** What stands of something that is being written, and of a fact on its way. Pure. */
import { serviceLimits } from '../../lib/contracts/limits.ts';
import type { FactView, NoteDraft } from '../../lib/contracts/notes.ts';
import { sentences } from '../../lib/language/text.ts';
import { waitNext, waitReason } from '../ask/wait-words.ts';
import { errorWords } from '../words/errors.ts';
import { noteWords } from '../words/note.ts';
import { seconds } from '../words/time.ts';

export type DraftView = {
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
    trouble: bytes > contentBytes ? noteWords.tooLong(bytes, contentBytes) : null,
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
  const { facts } = noteWords;
  const plain = { detail: null, elapsed: null, quote: null };
  switch (state.status) {
    case 'under-way': {
      const elapsed = Math.floor((now - state.since) / 1_000);
      const time = elapsed < slowAfterS ? null : seconds(elapsed);
      if (wait === null) {
        return { ...plain, tone: 'busy', state: facts.underWay, elapsed: time, actions: [] };
      }
      const why =
        wait.reason === 'turn'
          ? facts.turn
          : sentences(waitReason(wait), waitNext(wait, now) ?? '');
      const actions = ['give-up'] as const;
      return { ...plain, tone: 'wait', state: facts.waits, detail: why, elapsed: time, actions };
    }
    case 'kept':
      return { ...plain, tone: 'good', state: facts.kept, actions: ['dismiss'] };
    case 'stopped':
      return {
        ...plain,
        tone: 'wait',
        state: facts.stopped,
        actions: ['again', 'edit', 'discard'],
      };
    case 'unknown':
      return {
        ...plain,
        tone: 'wait',
        state: facts.unknown,
        detail: facts.unknownText,
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
