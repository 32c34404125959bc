/** Decides where a paragraph goes on in the next line, and joins the two. */
import type { Line, LinedPage } from './set-text.ts';

/** How much larger or smaller the letters of another paragraph are. */
const sizeRatio = 1.15;
/** Distance of two baselines, in font sizes, where the pages do not tell their own. */
const usualLeading = 1.2;
/** How much further than usual the first line of another paragraph stands. */
const paragraphGap = 1.4;
/** So many lines tell how far lines stand from each other. */
const enoughLines = 6;

/** The dot, dash or number that an item of a list begins with. */
export const bullet = /^[•‣◦▪■●○–]\s+(?=\S)/;
const numbered = /^(?:\d{1,2}|[a-z])[.)]\s/;
const sentenceEnd = /[.!?:。！？؟۔]["'”’»)\]]*(?:\[?\d+\]?)?$/;

/** Gives the distance of two lines of one paragraph in font sizes, as most of the pages have it. */
export function leadingOf(pages: readonly LinedPage[]): number {
  const gaps: number[] = [];
  for (const { lines } of pages) {
    for (const [index, line] of lines.entries()) {
      const before = lines[index - 1];
      if (before === undefined || !isSameSize(before, line)) continue;
      const gap = (before.y - line.y) / line.fontSize;
      if (gap > 0.8 && gap < 2.6) gaps.push(gap);
    }
  }
  if (gaps.length < enoughLines) return usualLeading;
  return gaps.toSorted((a, b) => a - b)[Math.floor(gaps.length / 2)] ?? usualLeading;
}

export type Neighbours = {
  before: Line;
  line: Line;
  /** Right edge of the column that `before` stands in. */
  edge: number;
  leading: number;
  isNextPage: boolean;
};

/** Whether a line belongs to the paragraph that the one before it ends. */
export function goesOn({ before, line, edge, leading, isNextPage }: Neighbours): boolean {
  if (!isSameSize(before, line) || bullet.test(line.text)) return false;
  const hasEnded = sentenceEnd.test(before.text);
  const gap = before.y - line.y;
  // The next column begins above, and like the next page it may well go on with the sentence.
  if (isNextPage || gap < 0) return !hasEnded;
  if (gap > paragraphGap * leading * line.fontSize) return false;
  if (!hasEnded) return true;
  const isShort = before.right < edge - 4 * line.fontSize;
  const isIndented = line.x > before.x + 0.8 * line.fontSize;
  return !isShort && !isIndented && !numbered.test(line.text);
}

function isSameSize(one: Line, other: Line): boolean {
  const larger = Math.max(one.fontSize, other.fontSize);
  return larger <= sizeRatio * Math.max(Math.min(one.fontSize, other.fontSize), 1e-6);
}

/** Words with a hyphen inside a line: there, it belongs to the word. */
export function compoundsOf(pages: readonly LinedPage[]): ReadonlySet<string> {
  const compounds = new Set<string>();
  for (const { text } of pages.flatMap(({ lines }) => lines)) {
    for (const [word] of text.toLowerCase().matchAll(/\p{L}+(?:[-\u2010]\p{L}+)+/gu)) {
      compounds.add(word.replaceAll('\u2010', '-'));
    }
  }
  return compounds;
}

/**
 * Joins a line to what stands before it. A word broken at the end becomes whole; one that is written with a hyphen
 * elsewhere keeps it, and so does one that goes on with a capital letter.
 */
export function joined(begun: string, text: string, compounds: ReadonlySet<string>): string {
  // A paragraph can be as long as a book; how it ends is near its end.
  const end = begun.slice(-80);
  const [, first] = /(\p{L}+)[-\u2010\u00AD]$/u.exec(end) ?? [];
  const [second] = /^\p{L}+/u.exec(text) ?? [];
  if (first !== undefined && second !== undefined) {
    const isCompound = compounds.has(`${first}-${second}`.toLowerCase());
    return !isCompound && /^\p{Ll}/u.test(second) ? begun.slice(0, -1) + text : begun + text;
  }
  const isUnspaced = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}、。]$/u.test(end);
  return isUnspaced ? begun + text : `${begun} ${text}`;
}
