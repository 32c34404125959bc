/** What was asked for, and what the person was told of it: kept beside the browser, which may forget nothing of it. */
import type { AppError } from '../../lib/contract/errors.ts';
import type { LiveState } from '../../lib/outbox/model.ts';
import { customIdOf } from '../../lib/custom-id/custom-id.ts';
import type { Wish } from './plan.ts';
import { addressOf, canonicalLinkOf, notedWords, refusals } from './site.ts';

/** One click, by the id of the row it makes. */
export interface Click {
  /** Whether the person saw that it was taken. */
  isAnswered: boolean;
  /** As last seen; null before, and where the row is gone. */
  state: LiveState | null;
  /** How often the person has tried again. */
  retries: number;
}

export interface Asked {
  readonly wish: Wish;
  readonly url: string;
  /** The identity its document is to have; a note has none. */
  readonly customId: string | null;
  /** The note, word for word; null for a page. */
  readonly words: string | null;
  /** Why it cannot be saved, where it is of that kind. */
  readonly refusal: string | null;
  readonly clicks: Map<string, Click>;
  /** Clicks on which no answer came, since the browser was killed or the worker stopped over them. */
  lostClicks: number;
  /** Those of them that turned out to have been taken when the person looked. */
  foundClicks: number;
  /** What clicks were answered with that were not taken. */
  readonly troubles: AppError[];
  /** What the text was changed to before it was sent, the last word last. */
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

/** Whether nothing will happen to it any more. */
export function isOver({ status }: LiveState): boolean {
  return ['accepted', 'learned', 'failed', 'canceled'].includes(status);
}

/** Whether nothing happens to it until the person acts. */
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
