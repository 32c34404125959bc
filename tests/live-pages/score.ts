/** Scores a text against the truth: the words, and whether they are in the same order. */
import { scoreOf, withoutMarks, wordsOf, type Score } from '../extraction/word-score.ts';

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
  const pairs = shareOf(pairsOf(found), pairsOf(wanted));
  const order = longestInOrder(found, wanted) / wanted.length;
  return { ...scoreOf(text, wantedText), pairs, order };
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

function shareOf(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const pair of found) left.set(pair, (left.get(pair) ?? 0) + 1);
  let shared = 0;
  for (const pair of wanted) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared++;
    left.set(pair, count - 1);
  }
  return shared / wanted.length;
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
