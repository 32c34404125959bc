export interface Segment {
  /** Ideographs are Chinese, Japanese and Korean; `unspaced` is Thai, Lao, Khmer and Burmese. */
  readonly kind: 'word' | 'ideographs' | 'unspaced';
  readonly text: string;
  readonly start: number;
}

/** Excludes combining marks such as the dot below: Unicode lists it for Kana, too, but it's mostly in decomposed Latin. */
const IDEOGRAPH =
  '[[[\\p{scx=Han}\\p{scx=Hira}\\p{scx=Kana}\\p{scx=Hang}\\p{scx=Bopo}]&&[\\p{L}\\p{N}\\p{M}]]--[\\u0300-\\u036F]]';
const UNSPACED = '[[\\p{sc=Thai}\\p{sc=Laoo}\\p{sc=Khmr}\\p{sc=Mymr}]&&[\\p{L}\\p{M}]]';
/** Includes soft hyphens and zero-width joiners, which occur inside words. */
const LETTER = `[[\\p{L}\\p{N}\\p{M}\\u00AD\\u200C\\u200D]--[${IDEOGRAPH}${UNSPACED}]]`;
const APOSTROPHE = "['\\u2019\\u02BC\\uFF07]";
/** Bounded, so that a long run is read only once. */
const GROUPED_NUMBER = '\\p{Nd}{1,3}(?:[.,]\\p{Nd}{3}){1,6}(?!\\p{N}|[.,]\\p{N})';

/** Maximum characters per match. Each takes memory until the match ends, of which V8 has too little for a million. */
const LONGEST = 10_000;
const UP_TO = `{1,${LONGEST}}`;
const SEGMENT = new RegExp(
  [
    GROUPED_NUMBER,
    `${LETTER}${UP_TO}(?:${APOSTROPHE}${LETTER}${UP_TO}){0,100}`,
    `(${IDEOGRAPH}${UP_TO})`,
    `(${UNSPACED}${UP_TO})`,
  ].join('|'),
  'gv',
);

export function forEachSegment(text: string, visit: (segment: Segment) => void): void {
  // A copy, because `lastIndex` is state and `visit` may segment another text.
  const pattern = new RegExp(SEGMENT);
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    visit({ kind: kindOf(match), text: match[0], start: match.index });
  }
}

/** A letter of a script without spaces, with its combining marks. */
export interface Unit {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Some compatibility forms, such as ㈠, normalize to parentheses. */
const NOT_LETTERS = /[^\p{L}\p{N}\p{M}]/gu;
const UNIT = /[^\p{M}\uFF9E\uFF9F][\p{M}\uFF9E\uFF9F]*|[\p{M}\uFF9E\uFF9F]+/gu;

/** Matches runs of common letters, each of which is one code unit, in NFKC form and without marks. */
const PLAIN_RUN = /^[\u3041-\u3096\u30A1-\u30FA\u30FC\u4E00-\u9FFF\uAC00-\uD7A3]+$/;

/** Splits a run into letters in NFKC form, with offsets into the whole text. */
export function unitsOf(run: string, offset: number): Unit[] {
  if (PLAIN_RUN.test(run)) {
    return Array.from({ length: run.length }, (_, index) => ({
      text: run.charAt(index),
      start: offset + index,
      end: offset + index + 1,
    }));
  }
  const units: Unit[] = [];
  for (const match of run.matchAll(UNIT)) {
    const start = offset + match.index;
    const text = match[0].normalize('NFKC').replace(NOT_LETTERS, '');
    if (text !== '') units.push({ text, start, end: start + match[0].length });
  }
  return units;
}

function kindOf(match: RegExpExecArray): Segment['kind'] {
  if (match[1] !== undefined) return 'ideographs';
  return match[2] === undefined ? 'word' : 'unspaced';
}

/** The speed at which adults read silently. */
const wordsAMinute = 230;
const charactersAMinute = 500;
const ideograph = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu;

/** Returns whole minutes, at least 1. `wordCount` must count each Chinese and Japanese character as a word. */
export function readingMinutes(content: string, wordCount: number): number {
  const characters = Math.min(content.match(ideograph)?.length ?? 0, wordCount);
  const minutes = (wordCount - characters) / wordsAMinute + characters / charactersAMinute;
  return Math.max(1, Math.round(minutes));
}

/** Splits text into words. In scripts without spaces, each letter counts as a word. */
export function wordsOf(text: string): string[] {
  const words: string[] = [];
  forEachSegment(text, ({ kind, text: piece }) => {
    const isUnspaced = kind === 'ideographs' || kind === 'unspaced';
    for (const word of isUnspaced ? unitsOf(piece, 0) : [{ text: piece }]) words.push(word.text);
  });
  return words;
}
