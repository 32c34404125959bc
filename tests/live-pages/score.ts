/** Scores a text against the truth: the words, and whether they are in the same order. */
import {
  runsOf,
  scoreOf,
  scoreOfItems,
  withoutMarks,
  wordsOf,
  type Score,
} from '../extraction/word-score.ts';

export type LiveScore = Score & {
  /** The share of adjacent words of the truth that are adjacent in the text too. */
  pairs: number;
  /** The share of the truth's words found in its order: their longest common subsequence. */
  order: number;
};

/** Compares the words of a text without markup with the truth in Markdown. */
export function liveScoreOf(text: string, truth: string): LiveScore {
  const wantedText = withoutMarks(truth);
  const [found, wanted] = [wordsOf(text), wordsOf(wantedText)];
  const pairs = scoreOfItems(runsOf(found, 2), runsOf(wanted, 2)).recall;
  const order = longestInOrder(found, wanted) / wanted.length;
  return { ...scoreOf(text, wantedText), pairs, order };
}

function longestInOrder(found: readonly string[], wanted: readonly string[]): number {
  let lengths = Array.from({ length: wanted.length + 1 }, () => 0);
  for (const word of found) {
    const next = [0];
    for (const [at, other] of wanted.entries()) {
      const extended = word === other ? (lengths[at] ?? 0) + 1 : 0;
      next.push(Math.max(extended, lengths[at + 1] ?? 0, next[at] ?? 0));
    }
    lengths = next;
  }
  return lengths.at(-1) ?? 0;
}

/** Removes a first line that repeats the title, which is saved separately. */
export function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  return first.replace(/^#+ /, '').trim() === title.trim() ? rest.join('\n') : text;
}
