/** What was asked for and what the person saw, recorded outside the browser. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState } from '../../lib/outbox/model.ts';
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import type { Wish } from './plan.ts';
import { addressOf, canonicalLinkOf, notedWords, refusals } from './site.ts';

/** One click, by the ID of its row. */
export interface Click {
  /** Whether the person saw it accepted. */
  isAnswered: boolean;
  /** As last seen; null before that, and if the row is missing. */
  state: LiveState | null;
  /** How often the person retried. */
  retries: number;
}

export interface Asked {
  readonly wish: Wish;
  readonly url: string;
  /** The identity of its document; a note has none. */
  readonly customId: string | null;
  /** The note, word for word; null for a page. */
  readonly words: string | null;
  /** Why it can't be saved, if it is of that kind. */
  readonly refusal: string | null;
  readonly clicks: Map<string, Click>;
  /** Clicks without a response because the browser was killed or the worker stopped. */
  lostClicks: number;
  /** The ones that turned out to be accepted. */
  foundClicks: number;
  /** Errors in response to clicks that were not accepted. */
  readonly troubles: AppError[];
  /** The edits before it was sent, the latest last. */
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

/** Tells whether its state is final. */
export function isOver({ status }: LiveState): boolean {
  return ['accepted', 'learned', 'failed', 'canceled'].includes(status);
}

/** Tells whether nothing happens to it until the person acts. */
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
