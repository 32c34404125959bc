/** Records what was asked for and what the person saw, outside the browser. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState } from '../../lib/outbox/model.ts';
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import type { Wish } from './plan.ts';
import { addressOf, canonicalLinkOf, notedWords, refusals } from './site.ts';

/** One click to save, which creates one row in the outbox. */
export interface Click {
  /** Whether the person saw that the save was accepted. */
  isAnswered: boolean;
  /** The row's state at the last lookup; null before the first lookup, or if the row is missing. */
  state: LiveState | null;
  /** How many times the person retried. */
  retries: number;
}

export interface Asked {
  readonly wish: Wish;
  readonly url: string;
  /** The `custom_id` of the document; null for a note. */
  readonly customId: string | null;
  /** The exact text of the note; null for a page. */
  readonly words: string | null;
  /** The expected error code if a page of this kind can't be saved; otherwise null. */
  readonly refusal: string | null;
  readonly clicks: Map<string, Click>;
  /** Clicks without a response because the browser was killed or the worker stopped. */
  lostClicks: number;
  /** Lost clicks that turned out to be accepted. */
  foundClicks: number;
  /** Errors in response to clicks that were not accepted. */
  readonly troubles: AppError[];
  /** The texts that the person wrote before the save was sent, oldest first. */
  readonly edits: string[];
}

export function askedFor(wish: Wish, origin: string): Asked {
  const url = origin + addressOf(wish.page);
  const isPage = wish.kind === 'page';
  return {
    wish,
    url,
    customId: isPage ? customIdOf({ url, canonicalLink: canonicalOf(wish, origin) }) : null,
    words: isPage ? null : notedWords(wish.page),
    refusal: isPage ? (refusals[wish.page.kind] ?? null) : null,
    clicks: new Map(),
    lostClicks: 0,
    foundClicks: 0,
    troubles: [],
    edits: [],
  };
}

/** Returns whether a save's state is final. */
export function isOver({ status }: LiveState): boolean {
  return ['accepted', 'learned', 'failed', 'canceled'].includes(status);
}

/** Returns whether a save stays in this state until the person acts. */
export function isAtRest(state: LiveState): boolean {
  return isOver(state) || state.status === 'refused';
}

export function errorOf(state: LiveState | null): AppError | null {
  return state !== null && 'error' in state ? state.error : null;
}

function canonicalOf({ page }: Wish, origin: string): string | null {
  const link = canonicalLinkOf(page);
  return link === null ? null : origin + link;
}
