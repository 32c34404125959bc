/**
 * Finds a described place in a page that may have changed. A wrong place is worse than none: whatever the words and
 * their context leave open is not found. docs/highlights.md says the same in words, with what came of it.
 */
import type { Anchor } from '../../contracts/capture.ts';
import { findChanged, findReplaced } from './changed-words.ts';
import { agreementOf, agrees, agreesToTheLetter, type Context, isFenced } from './context.ts';
import { occurrencesOf } from './likeness.ts';
import { lettersOf, type Place, type TextIndex } from './text-index.ts';

/** Words so long, which nothing else was like, are nobody's but the quote's, wherever they stand now. */
const tellingQuote = 16;

/** Gives the one place that can be meant; null where there is none, or more than one. */
export function findPlace(anchor: Anchor, { letters }: TextIndex): Place | null {
  const exact = lettersOf(anchor.quote.exact);
  const context = {
    before: lettersOf(anchor.quote.prefix),
    after: lettersOf(anchor.quote.suffix),
  };
  const rivals = anchor.rivals ?? 'alike';
  if (exact === '' || rivals === 'indistinct') return null;
  const sought: Sought = { exact, context, rivals };
  const whole = wholeIn(letters, sought);
  if (whole.length > 0) return placeAt(whole, sought.exact);
  const found = byQuote[sought.rivals](letters, sought);
  if (found !== 'absent') return found;
  return (
    (sought.rivals === 'none' ? findChanged(letters, sought) : null) ??
    findReplaced(letters, sought)
  );
}

type Rivals = Exclude<NonNullable<Anchor['rivals']>, 'indistinct'>;
type Sought = { exact: string; context: Context; rivals: Rivals };

/** `absent` where the words stand nowhere, so that they may have been changed; null where they do, but not tellably. */
type Finding = Place | null | 'absent';

const byQuote: Record<Rivals, (letters: string, sought: Sought) => Finding> = {
  none: (letters, { exact, context }) => {
    const found = occurrencesOf(exact, letters, 2);
    if (found.length === 0) return 'absent';
    const place = placeAt(found, exact);
    if (place === null || exact.length >= tellingQuote) return place;
    const isMeant =
      agrees(agreementOf(letters, place, context)) || isFenced(letters, place, context);
    return isMeant ? place : null;
  },

  alike: (letters, { exact, context }) => {
    const found = occurrencesOf(exact, letters, 2);
    if (found.length === 0) return 'absent';
    const place = placeAt(found, exact);
    if (place === null) return null;
    const isMeant =
      agreesToTheLetter(agreementOf(letters, place, context)) || isFenced(letters, place, context);
    return isMeant ? place : null;
  },

  /** Only all of its context told it apart, and that is not there. */
  same: () => 'absent',
};

/** Where the quote stands with all of its context. */
function wholeIn(letters: string, { exact, context: { before, after } }: Sought): number[] {
  return occurrencesOf(before + exact + after, letters, 2).map((at) => at + before.length);
}

/** The place of words that were found once; null for several. */
function placeAt([start, ...more]: readonly number[], exact: string): Place | null {
  return start === undefined || more.length > 0 ? null : { start, end: start + exact.length };
}
