/** How long a text is for whoever reads it. */
import { forEachSegment, unitsOf } from './segments.ts';

/** What an adult reads in a minute, silently: words, and characters where each counts as a word. */
const wordsAMinute = 230;
const charactersAMinute = 500;

const ideograph = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/gu;

/** Gives whole minutes, at least 1; `wordCount` counts each Chinese and Japanese character as a word. */
export function readingMinutes(content: string, wordCount: number): number {
  const characters = Math.min(content.match(ideograph)?.length ?? 0, wordCount);
  const minutes = (wordCount - characters) / wordsAMinute + characters / charactersAMinute;
  return Math.max(1, Math.round(minutes));
}

/** Counts words in any script: each letter where there are no spaces. */
export function countedWords(text: string): number {
  let count = 0;
  forEachSegment(text, ({ kind, text: piece }) => {
    count += kind === 'ideographs' || kind === 'unspaced' ? unitsOf(piece, 0).length : 1;
  });
  return count;
}
