// Plain ranges for Latin text: compiling a Unicode class takes a millisecond, and each page is read only once.

/** Latin letters, punctuation, and symbols such as arrows. */
const latinText =
  /^[\0-\u00A9\u00AB-\u00B1\u00C0-\u024F\u2000-\u206F\u20A0-\u20BF\u2190-\u245F\u2500-\u2775\u2794-\u2BFF]*$/;
const latinLetters = 'A-Za-z\\u00C0-\\u00D6\\u00D8-\\u00F6\\u00F8-\\u024F';
const anyLatinLetter = new RegExp(`[${latinLetters}]`);
const latinAlphanumeric = new RegExp(`[0-9${latinLetters}]`);
const latinRuns = new RegExp(`${latinAlphanumeric.source}+`, 'g');
/** Words must contain a letter or digit. */
const latinWords = new RegExp(`${latinAlphanumeric.source}[^\\s—–…]*`, 'g');

export function isLatin(text: string): boolean {
  return latinText.test(text);
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

export function hasLetterOrDigit(text: string): boolean {
  return latinAlphanumeric.test(text) || (!latinText.test(text) && /[\p{L}\p{N}]/u.test(text));
}

export function hasLetter(text: string): boolean {
  return anyLatinLetter.test(text) || (!latinText.test(text) && /\p{L}/u.test(text));
}

/** Letters of all scripts in the basic plane, and some other signs. */
const letters = 'A-Za-z\\u00C0-\\u1FFF\\u2C00-\\u2DFF\\u3040-\\uD7FF\\uF900-\\uFDFF\\uFF21-\\uFFDC';

/** Returns the pattern with `\p{L}` meaning roughly a letter. Compiling the exact class takes milliseconds. */
export function letterPattern({ source, flags }: RegExp): RegExp {
  const plain = source.replaceAll('\\p{L}', `[${letters}]`).replaceAll('\\P{L}', `[^${letters}]`);
  return new RegExp(plain, flags.replace('u', ''));
}

export function alphanumericRuns(text: string): readonly string[] {
  return text.match(latinText.test(text) ? latinRuns : /[\p{L}\p{N}]+/gu) ?? [];
}

export function endsWithCasedLetter(text: string): boolean {
  // Characters outside the BMP are two UTF-16 units.
  const last = text.slice(-2);
  return latinText.test(last) ? latinLetter.test(last.slice(-1)) : /[^\P{L}\p{Lo}]$/u.test(last);
}

export function startsWithCasedLetter(text: string): boolean {
  const first = text.slice(0, 2);
  return latinText.test(first)
    ? latinLetter.test(first.slice(0, 1))
    : /^[^\P{L}\p{Lo}]/u.test(first);
}

/** Leaves out the few letters that have no case. */
const latinLetter = /[A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BA\u01BC-\u01BF\u01C4-\u024F]/;
/** Each Chinese or Japanese character counts as a word, as in word processors. */
const pieces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[^\s—–…\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;
const ideograph = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;
/** Scripts written without spaces between words. */
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Counts words by spaces, by character in Chinese and Japanese, by dictionary in Thai and related scripts. */
export function countWords(text: string): number {
  let count = 0;
  for (const line of text.split('\n')) {
    count += isLatin(line) ? (line.match(latinWords)?.length ?? 0) : countInLine(line);
  }
  return count;
}

function countInLine(line: string): number {
  let count = 0;
  for (const word of line.split(/[\s—–…]+/)) {
    if (!spaced.test(word)) count += countPieces(word);
    else if (hasLetterOrDigit(word)) count++;
  }
  return count;
}

/** Text with spaces between words; other text is split into pieces first. */
const spaced = /^[\0-\u0DFF\u2000-\u206F]*$/;

function countPieces(text: string): number {
  let count = 0;
  for (const [piece] of text.matchAll(pieces)) {
    if (ideograph.test(piece)) count++;
    else if (unspaced.test(piece)) count += dictionaryWords(piece);
    else if (hasLetterOrDigit(piece)) count++;
  }
  return count;
}

/** Counts words, leaving out link URLs and list numbers. */
export function countMarkdownWords(markdown: string): number {
  const text = markdown.replace(/\]\((?:[^()\\\s]|\\.)*\)/g, ' ').replace(/^\s*\d+\. /gm, '');
  return countWords(text);
}

function dictionaryWords(run: string): number {
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  return [...segmenter.segment(run)].filter(({ isWordLike }) => isWordLike === true).length;
}
