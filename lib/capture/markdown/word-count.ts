/** Counts words in any script. */
import { hasLetterOrDigit, isLatin, latinWords } from '../letters.ts';

/** Chinese and Japanese: each character counts as a word, as word processors count. */
const pieces = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]|[^\s—–…\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+/gu;
const ideograph = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Scripts of letters that are written without spaces. */
const unspaced = /[\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Gives the number of words: between spaces, by character in Chinese and Japanese, by dictionary in Thai. */
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

/** Signs and the scripts whose words are set apart by spaces; what has others is looked at piece by piece. */
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

/** Gives the number of words in Markdown, without the addresses of its links and the numbers of its lists. */
export function countMarkdownWords(markdown: string): number {
  const text = markdown.replace(/\]\((?:[^()\\\s]|\\.)*\)/g, ' ').replace(/^\s*\d+\. /gm, '');
  return countWords(text);
}

function dictionaryWords(run: string): number {
  let count = 0;
  const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });
  for (const { isWordLike } of segmenter.segment(run)) if (isWordLike === true) count++;
  return count;
}
