/** Describes a place in a page so that it can be found again (W3C Web Annotation selectors). */
import type { Anchor } from '../capture/schema.ts';
import { endLength, errorBound, longestFuzzy, nearestTo, occurrencesOf } from './likeness.ts';
import { type Place, readingOf, type TextIndex } from './text-index.ts';

/** Letters of context on each side of a quote that stands once. */
const contextLength = 48;

/** A side that does not tell a repeated quote apart within so many letters does not tell it apart at all. */
const longestContext = 512;

/** Gives the quote with its context, its position in the letters, and what else on the page is like it. */
export function describePlace(index: TextIndex, place: Place): Anchor {
  const { letters } = index;
  const exact = letters.slice(place.start, place.end);
  const repeats = occurrencesOf(exact, letters, 2).length > 1;
  const before = repeats ? sideLength(index, place, 'before') : contextLength;
  const after = repeats ? sideLength(index, place, 'after') : contextLength;
  const from = Math.max(0, place.start - before);
  const to = Math.min(letters.length, place.end + after);
  return {
    quote: {
      exact: readingOf(index, place),
      prefix: readingOf(index, { start: from, end: place.start }).replace(/^[\uDC00-\uDFFF]/, ''),
      suffix: readingOf(index, { start: place.end, end: to }).replace(/[\uD800-\uDBFF]$/, ''),
    },
    position: place,
    rivals: repeats
      ? rivalsOfRepeated(letters, letters.slice(from, to))
      : rivalsOfSingle(letters, place),
  };
}

/**
 * How much context makes the quote the only one with it; all there may be where none does, and none at the edge of the
 * text, where there is no more to take.
 */
function sideLength(
  { letters }: TextIndex,
  { start, end }: Place,
  side: 'before' | 'after',
): number {
  const most = side === 'before' ? start : letters.length - end;
  for (let length = contextLength; ; length *= 2) {
    const taken = Math.min(length, most, longestContext);
    const words =
      side === 'before' ? letters.slice(start - taken, end) : letters.slice(start, end + taken);
    if (occurrencesOf(words, letters, 2).length === 1) return taken;
    if (taken === longestContext) return taken;
    if (taken === most) return 0;
  }
}

function rivalsOfRepeated(letters: string, withContext: string): NonNullable<Anchor['rivals']> {
  return occurrencesOf(withContext, letters, 2).length === 1 ? 'same' : 'indistinct';
}

/** Words nearly like these would be taken for them once these are gone. */
function rivalsOfSingle(letters: string, { start, end }: Place): NonNullable<Anchor['rivals']> {
  const exact = letters.slice(start, end);
  if (exact.length > longestFuzzy) {
    const ends = [exact.slice(0, endLength), exact.slice(-endLength)];
    return ends.every((words) => occurrencesOf(words, letters, 2).length === 1) ? 'none' : 'alike';
  }
  const bound = errorBound(exact.length);
  if (bound === 0) return 'none';
  const elsewhere = [letters.slice(0, start), letters.slice(end)];
  return elsewhere.some((text) => nearestTo(exact, text, bound).length > 0) ? 'alike' : 'none';
}
