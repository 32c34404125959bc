/** A wrong place is worse than none, so ambiguity counts as not found: see docs/highlights.md. */
import type { Anchor } from '../capture/schema.ts';
import {
  occurrencesOf,
  distanceOf,
  endLength,
  errorBound,
  longestFuzzy,
  nearestTo,
} from './likeness.ts';
import { lettersOf, type Place, type TextIndex } from './text-index.ts';

/** A quote this long is unambiguous anywhere if the page has no similar text. */
const tellingQuote = 16;

/** Finds the place of a quote; null if it's missing or ambiguous. */
export function findPlace(anchor: Anchor, { letters }: TextIndex): Place | null {
  const exact = lettersOf(anchor.quote.exact);
  const before = lettersOf(anchor.quote.prefix);
  const after = lettersOf(anchor.quote.suffix);
  const rivals = anchor.rivals ?? 'alike';
  if (exact === '' || rivals === 'indistinct') return null;
  const sought: Sought = { exact, context: { before, after }, rivals };
  const whole = occurrencesOf(before + exact + after, letters, 2).map((at) => at + before.length);
  if (whole.length > 0) return placeAt(whole, exact);
  const found = findExact(letters, sought);
  if (found !== 'absent') return found;
  const changed = rivals === 'none' ? findChanged(letters, sought) : null;
  return changed ?? findReplaced(letters, sought);
}

type Rivals = Exclude<NonNullable<Anchor['rivals']>, 'indistinct'>;
type Sought = { exact: string; context: Context; rivals: Rivals };
/** `absent` if the quote might have been edited; null if it's ambiguous. */
type Finding = Place | null | 'absent';

function findExact(letters: string, { exact, context, rivals }: Sought): Finding {
  // Only the full context made the quote unique, and that has changed.
  if (rivals === 'same') return 'absent';
  const found = occurrencesOf(exact, letters, 2);
  if (found.length === 0) return 'absent';
  const place = placeAt(found, exact);
  if (place === null || (rivals === 'none' && exact.length >= tellingQuote)) return place;
  const agreement = agreementOf(letters, place, context);
  const isMeant =
    (rivals === 'none' ? agrees(agreement) : agreesToTheLetter(agreement)) ||
    isFenced(letters, place, context);
  return isMeant ? place : null;
}

function placeAt([start, ...more]: readonly number[], exact: string): Place | null {
  return start === undefined || more.length > 0 ? null : { start, end: start + exact.length };
}

type ChangedQuote = { exact: string; context: Context };
/** Fuzzy search takes too long in longer texts. */
const longestSearched = 4_000_000;
/** Letters of context used on each side. */
const longestFence = 48;
const shortestFence = 16;
/** Share of the quote's letters that can differ if both sides match. */
const fencedShare = 1 / 3;
const edgeLength = 10;

/** Finds an edited quote; null if other text is almost as similar. */
export function findChanged(letters: string, { exact, context }: ChangedQuote): Place | null {
  if (exact.length > longestFuzzy) return findByEnds(letters, exact);
  const bound = letters.length > longestSearched ? 0 : errorBound(exact.length);
  if (bound === 0) return null;
  const [nearest] = nearestTo(exact, letters, bound);
  if (nearest === undefined) return null;
  const others = [letters.slice(0, nearest.start), letters.slice(nearest.end)];
  const rivalBound = Math.min(bound, nearest.errors * 2 + 1);
  if (others.some((text) => nearestTo(exact, text, rivalBound).length > 0)) return null;
  const place = withinContext(letters, nearest, { exact, context, reach: nearest.errors + 1 });
  return place !== null && agrees(agreementOf(letters, place, context)) ? place : null;
}

/** Finds the text between the two sides of the context. */
export function findReplaced(letters: string, { exact, context }: ChangedQuote): Place | null {
  const bound = errorBound(exact.length) === 0 ? 0 : Math.floor(exact.length * fencedShare);
  const before = context.before.slice(-longestFence);
  const after = context.after.slice(0, longestFence);
  if (bound === 0 || before.length < shortestFence || after.length < shortestFence) return null;
  const at = onlyOne(occurrencesOf(before, letters, 2));
  const end = onlyOne(occurrencesOf(after, letters, 2));
  if (at === null || end === null) return null;
  const start = at + before.length;
  const distance = distanceOf(exact, letters.slice(start, end), bound);
  return distance <= bound ? { start, end } : null;
}

/** Finds a long quote by its two ends, each unique and about as far apart as before. */
function findByEnds(letters: string, exact: string): Place | null {
  const start = onlyOne(occurrencesOf(exact.slice(0, endLength), letters, 2));
  const last = onlyOne(occurrencesOf(exact.slice(-endLength), letters, 2));
  if (start === null || last === null) return null;
  const end = last + endLength;
  return Math.abs(end - start - exact.length) <= exact.length / 5 ? { start, end } : null;
}

/** Corrects the edges of a fuzzy match. Returns null if the letters next to it changed too. */
function withinContext(
  letters: string,
  { start, end }: Place,
  { exact, context, reach }: ChangedQuote & { reach: number },
): Place | null {
  const before = context.before.slice(-edgeLength);
  const after = context.after.slice(0, edgeLength);
  const from = Math.max(0, start - reach - before.length);
  const atBefore = onlyOne(occurrencesOf(before, letters.slice(from, start + reach), 2));
  const to = end - reach;
  const atAfter = onlyOne(occurrencesOf(after, letters.slice(to, end + reach + after.length), 2));
  const isStart = letters.startsWith(exact.slice(0, edgeLength), start);
  const isEnd = letters.slice(0, end).endsWith(exact.slice(-edgeLength));
  if ((atBefore === null && !isStart) || (atAfter === null && !isEnd)) return null;
  // Trust the quote's own letters first: text may have been inserted next to them.
  return {
    start: isStart || atBefore === null ? start : from + atBefore + before.length,
    end: isEnd || atAfter === null ? end : to + atAfter,
  };
}

function onlyOne(found: readonly number[]): number | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}

type Context = { before: string; after: string };

/** How well one side matches the original context. */
type Side = {
  unbroken: number;
  share: number;
  isWhole: boolean;
  length: number;
};

/** Maximum number of letters that can be inserted between a quote and its context. */
const longestBetween = 512;
type Agreement = { before: Side; after: Side };
/** Minimum letters of context for a side to count. */
const tellingSide = 16;
const compared = 48;
/** A side is similar if this many letters next to the quote are equal, or this share of the nearest 48 letters. */
const leastUnbroken = 24;
const leastShare = 0.8;

export function agreementOf(letters: string, { start, end }: Place, context: Context): Agreement {
  const { before, after } = context;
  const foundBefore = letters.slice(Math.max(0, start - before.length), start);
  return {
    before: sideOf(reversed(before), reversed(foundBefore)),
    after: sideOf(after, letters.slice(end, end + after.length)),
  };
}

/** Compares one side of the quote, from the quote outward. */
function sideOf(expected: string, found: string): Side {
  let unbroken = 0;
  while (unbroken < expected.length && found[unbroken] === expected[unbroken]) unbroken += 1;
  const { length } = expected;
  const share = shareOf(expected.slice(0, compared), found.slice(0, compared));
  return { unbroken, share, isWhole: unbroken === length, length };
}

function reversed(text: string): string {
  return text.split('').toReversed().join('');
}

/** Returns whether one side is similar, which is enough if nothing else on the page resembles the quote. */
export function agrees({ before, after }: Agreement): boolean {
  return isMuchTheSame(before) || isMuchTheSame(after);
}

/** Returns whether one side is equal, which is necessary if the page has similar text. */
export function agreesToTheLetter({ before, after }: Agreement): boolean {
  return [before, after].some(({ isWhole, length }) => isWhole && length >= tellingSide);
}

/** Returns whether both sides are equal, with at most `longestBetween` letters inserted next to the quote. */
export function isFenced(letters: string, place: Place, { before, after }: Context): boolean {
  if (before.length < tellingSide || after.length < tellingSide) return false;
  const from = Math.max(0, place.start - longestBetween - before.length);
  const to = place.end + longestBetween + after.length;
  return (
    letters.slice(from, place.start).includes(before) &&
    letters.slice(place.end, to).includes(after)
  );
}

function isMuchTheSame({ unbroken, share }: Side): boolean {
  return unbroken >= leastUnbroken || share >= leastShare;
}

function shareOf(expected: string, found: string): number {
  if (expected.length < tellingSide) return 0;
  const bound = Math.ceil(expected.length * (1 - leastShare)) + 1;
  return Math.max(0, 1 - distanceOf(expected, found, bound) / expected.length);
}
