import { forEachSegment, unitsOf, type Segment, type Unit } from './segments.ts';
import { stem } from './stem.ts';

/** A term at `[start, end)` of the text, in UTF-16 code units. */
export interface Token {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

const MAX_TERM_LENGTH = 64;
/** The lengths of indexed runs, in characters. */
export const RUN_LENGTHS = { ideographs: [1, 2], unspaced: [2, 3] } as const;

/**
 * Splits text into terms. Words are folded and stemmed; ideographs become single characters and pairs, scripts without
 * spaces pairs and triples. The only ASCII characters in terms are lowercase letters and digits.
 */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  forEachSegment(text, (segment) => {
    if (segment.kind === 'word') pushWord(tokens, segment);
    else pushRuns(tokens, unitsOf(segment.text, segment.start), RUN_LENGTHS[segment.kind]);
  });
  return tokens;
}

/** Returns the folded form for stop words and the stemmed term for the index; empty if nothing is left. */
export function wordForms(word: string): WordForms {
  const recent = recentForms.get(word);
  if (recent !== undefined) return recent;
  const made = earlierForms.get(word) ?? makeForms(word);
  // A very long word is a slice of the text and would keep all of it in memory.
  if (word.length > MAX_TERM_LENGTH) return made;
  if (recentForms.size >= REMEMBERED_WORDS) {
    earlierForms = recentForms;
    recentForms = new Map();
  }
  recentForms.set(word, made);
  return made;
}

interface WordForms {
  readonly folded: string;
  readonly term: string;
}

/** Texts repeat their words, so the forms of recent ones are kept: those of up to twice this many words. */
const REMEMBERED_WORDS = 20_000;
let recentForms = new Map<string, WordForms>();
let earlierForms = new Map<string, WordForms>();

function makeForms(word: string): WordForms {
  const folded = PLAIN_WORD.test(word) ? word.toLowerCase() : foldedForm(word);
  return { folded, term: stem(folded, UMLAUT.test(word)) };
}

const PLAIN_WORD = new RegExp(`^[a-zA-Z0-9]{1,${MAX_TERM_LENGTH}}$`);

function foldedForm(word: string): string {
  return foldWord(
    word
      .slice(0, 4 * MAX_TERM_LENGTH)
      .replace(ELISION, '')
      .replace(POSSESSIVE, ''),
  )
    .replace(NOT_IN_TERMS, '')
    .slice(0, MAX_TERM_LENGTH)
    .toWellFormed();
}

/** Adds all runs of these lengths. A shorter text is one run. */
export function pushRuns(
  tokens: Token[],
  units: readonly Unit[],
  lengths: readonly number[],
): void {
  const wanted = new Set(lengths.map((length) => Math.min(length, units.length)));
  const longest = Math.max(...wanted);
  units.forEach(({ start }, first) => {
    let term = '';
    for (let length = 1; length <= longest; length += 1) {
      const unit = units[first + length - 1];
      if (unit === undefined) break;
      term += unit.text;
      if (wanted.has(length)) tokens.push({ term, start, end: unit.end });
    }
  });
}

const UMLAUT = /[äöüß]|[aou]\u0308/i;
const NOT_IN_TERMS = /[^a-z0-9\u0080-\u{10FFFF}]/gu;
const POSSESSIVE = /['\u2019\u02BC\uFF07][sS]$/;
/** Matches French and Italian articles and pronouns before a vowel, as in l'eau. */
const ELISION =
  /^(?:[cdjlmnst]|qu|jusqu|lorsqu|puisqu|all|dall|dell|nell|sull|quest|quell|un)['\u2019\u02BC\uFF07](?=..)/i;

function pushWord(tokens: Token[], segment: Segment): void {
  const { term } = wordForms(segment.text);
  if (term === '') return;
  tokens.push({ term, start: segment.start, end: segment.start + segment.text.length });
}

const ASCII = /^\p{ASCII}*$/u;
/** Matches soft hyphens, zero-width joiners and apostrophes. */
const SILENT = /\u00AD|\u200C|\u200D|['\u2019\u02BC\uFF07]/g;
/** Matches accents and Hebrew and Arabic marks to remove, but not the breve of Cyrillic й, which is its own letter. */
const FOLDED_MARKS = new RegExp(
  '(?!(?<=\\u0438)\\u0306)(?:[\\u0300-\\u036F]|[\\u0591-\\u05C7]|[\\u0610-\\u061A]|\\u0640|[\\u064B-\\u065F]|\\u0670|[\\u06D6-\\u06ED])',
  'gu',
);
/** Letters Unicode doesn't decompose, replaced by what people type on keyboards without them. */
const LETTER_FORMS: Readonly<Record<string, string>> = Object.fromEntries(
  'ß=ss æ=ae œ=oe ø=o đ=d ð=d ł=l ı=i þ=th ς=σ ٱ=ا ى=ي ی=ي ک=ك ة=ه'
    .split(' ')
    .map((pair) => pair.split('=')),
);
const LETTERS = new RegExp(`[${Object.keys(LETTER_FORMS).join('')}]`, 'g');
/** Zeros of scripts whose digits NFKC doesn't map. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0x1040, 0x17e0,
];
const OTHER_DIGITS = /[\p{Nd}--[0-9]]/gv;

export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.replaceAll("'", '').toLowerCase();
  return word
    .replace(SILENT, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(FOLDED_MARKS, '')
    .normalize('NFC')
    .replace(LETTERS, (letter) => LETTER_FORMS[letter] ?? letter)
    .replace(OTHER_DIGITS, asciiDigit);
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}
