/** Brings the spellings of one word together: case, compatibility forms, diacritics, digits of other scripts. */

const ASCII = /^\p{ASCII}*$/u;
/** Soft hyphens, zero-width joiners and apostrophes. */
const SILENT = /\u00AD|\u200C|\u200D|['\u2019\u02BC\uFF07]/g;
/**
 * Combining marks that fold away: Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and the tatweel. The
 * breve of Cyrillic short i makes another letter and stays. Marks of other scripts are vowels and stay.
 */
const FOLDED_MARKS = new RegExp(
  '(?!(?<=\\u0438)\\u0306)(?:[\\u0300-\\u036F]|[\\u0591-\\u05C7]|[\\u0610-\\u061A]|\\u0640|[\\u064B-\\u065F]|\\u0670|[\\u06D6-\\u06ED])',
  'gu',
);
/** Letters that Unicode does not take apart, as they are written where they are missing. */
const LETTERS = /[ßæœøđðłıþςٱىیکة]/g;
const LETTER_FORMS = new Map([
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['ø', 'o'],
  ['đ', 'd'],
  ['ð', 'd'],
  ['ł', 'l'],
  ['ı', 'i'],
  ['þ', 'th'],
  ['ς', 'σ'],
  ['ٱ', 'ا'],
  ['ى', 'ي'],
  ['ی', 'ي'],
  ['ک', 'ك'],
  ['ة', 'ه'],
]);
/** The zeros of the commoner scripts whose digits NFKC leaves alone; each script's ten digits stand in a row. */
const ZEROS = [
  0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0,
  0x1040, 0x17e0,
];
const OTHER_DIGITS = /[\p{Nd}--[0-9]]/gv;

/** Folds one word; the answer may be empty where the word holds nothing but marks. */
export function foldWord(word: string): string {
  if (ASCII.test(word)) return word.replaceAll("'", '').toLowerCase();
  return word
    .replace(SILENT, '')
    .normalize('NFKD')
    .toLowerCase()
    .replace(FOLDED_MARKS, '')
    .normalize('NFC')
    .replace(LETTERS, (letter) => LETTER_FORMS.get(letter) ?? letter)
    .replace(OTHER_DIGITS, asciiDigit);
}

function asciiDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = ZEROS.find((start) => code >= start && code < start + 10);
  return zero === undefined ? digit : String(code - zero);
}
