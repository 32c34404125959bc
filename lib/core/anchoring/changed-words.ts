/** Finds words that were changed where they stand. */
import { agreementOf, agrees, type Context } from './context.ts';
import {
  distanceOf,
  endLength,
  errorBound,
  longestFuzzy,
  nearestTo,
  occurrencesOf,
} from './likeness.ts';
import type { Place } from './text-index.ts';

export type ChangedQuote = { exact: string; context: Context };

/** A text of more letters takes too long to be searched for words that are nearly the quote's. */
const longestSearched = 4_000_000;

/** The letters of a side of the context that fence a place in, and the fewest that do. */
const longestFence = 48;
const shortestFence = 16;
/** The share of its letters that may be others where a quote is fenced in on both sides. */
const fencedShare = 1 / 3;

/** The letters beside a place that show where it really begins and ends. */
const edgeLength = 10;

/**
 * Finds the nearest words by the letters they share, where their context agrees; null where others are nearly as near.
 */
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

/** Finds what stands between the two sides of the context, letter by letter, where that is like the quote. */
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

/** A long quote is where its first and its last letters are, each once, at about the old distance. */
function findByEnds(letters: string, exact: string): Place | null {
  const start = onlyOne(occurrencesOf(exact.slice(0, endLength), letters, 2));
  const last = onlyOne(occurrencesOf(exact.slice(-endLength), letters, 2));
  if (start === null || last === null) return null;
  const end = last + endLength;
  return Math.abs(end - start - exact.length) <= exact.length / 5 ? { start, end } : null;
}

/**
 * Where the place really begins and ends: a word changed at its edge leaves that open, and then only the letters beside
 * it tell. Null where they are gone too.
 */
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
  // The quote's own letters come first: others may stand between them and those that stood beside it.
  return {
    start: isStart || atBefore === null ? start : from + atBefore + before.length,
    end: isEnd || atAfter === null ? end : to + atAfter,
  };
}

function onlyOne(found: readonly number[]): number | null {
  return found.length === 1 ? (found[0] ?? null) : null;
}
