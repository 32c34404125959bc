import type { Anchor } from '../capture/schema.ts';
import { endLength, errorBound, longestFuzzy, nearestTo, occurrencesOf } from './likeness.ts';
import { type Place, readingOf, type TextIndex } from './text-index.ts';

/** Letters of context on each side. */
const contextLength = 48;
/** Maximum letters of context stored to make a repeated quote unique. */
const longestContext = 512;

/** Describes a place by its quote, context, position and whether the page has similar text. */
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
      ? occurrencesOf(letters.slice(from, to), letters, 2).length === 1
        ? 'same'
        : 'indistinct'
      : rivalsOfSingle(letters, place),
  };
}

/** Returns how much context makes the quote unique: `longestContext` if that isn't enough, 0 if the text ends first. */
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

/** Searches for similar text, which could be mistaken for the quote once the quote is deleted. */
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
