/** How well the text around a place agrees with the text that stood around the quote. */
import { distanceOf } from './likeness.ts';
import type { Place } from './text-index.ts';

/** The letters that stood before and after a quote. */
export type Context = { before: string; after: string };

/** What one side of a place says of it. */
type Side = {
  /** Letters that stand beside the place without a gap. */
  unbroken: number;
  /** The share of the letters that are the same. */
  share: number;
  /** All of the side stands there, letter by letter. */
  isWhole: boolean;
  /** How many letters there were. */
  length: number;
};

/** What may have come between a quote and the text that stood beside it, in letters. */
const longestBetween = 512;

export type Agreement = { before: Side; after: Side };

/** A side of fewer letters than this proves nothing by itself. */
const tellingSide = 16;
/** Letters of a side that are compared one by one. */
const compared = 48;

/** The least that a side has to share with what stood there. */
const leastUnbroken = 24;
const leastShare = 0.8;

export function agreementOf(letters: string, place: Place, context: Context): Agreement {
  const { before, after } = context;
  const runBefore = runBeforeOf(letters, place.start, before);
  const runAfter = runAfterOf(letters, place.end, after);
  return {
    before: {
      unbroken: runBefore,
      share: shareBefore(letters, place.start, before),
      isWhole: runBefore === before.length,
      length: before.length,
    },
    after: {
      unbroken: runAfter,
      share: shareAfter(letters, place.end, after),
      isWhole: runAfter === after.length,
      length: after.length,
    },
  };
}

/** Whether one side is much as it was: enough for words that nothing else on the page is like. */
export function agrees({ before, after }: Agreement): boolean {
  return isMuchTheSame(before) || isMuchTheSame(after);
}

/** Whether one side is there to the letter: enough where only nearly the same words stand elsewhere. */
export function agreesToTheLetter({ before, after }: Agreement): boolean {
  return [before, after].some(({ isWhole, length }) => isWhole && length >= tellingSide);
}

/** Whether both sides are still there to the letter, the place between them, with little that came in between. */
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

function runBeforeOf(letters: string, end: number, before: string): number {
  let run = 0;
  while (run < before.length && letters[end - 1 - run] === before[before.length - 1 - run])
    run += 1;
  return run;
}

function runAfterOf(letters: string, start: number, after: string): number {
  let run = 0;
  while (run < after.length && letters[start + run] === after[run]) run += 1;
  return run;
}

function shareBefore(letters: string, end: number, before: string): number {
  const expected = before.slice(-compared);
  return shareOf(expected, letters.slice(Math.max(0, end - expected.length), end));
}

function shareAfter(letters: string, start: number, after: string): number {
  const expected = after.slice(0, compared);
  return shareOf(expected, letters.slice(start, start + expected.length));
}

function shareOf(expected: string, found: string): number {
  if (expected.length < tellingSide) return 0;
  const bound = Math.ceil(expected.length * (1 - leastShare)) + 1;
  return Math.max(0, 1 - distanceOf(expected, found, bound) / expected.length);
}
