/** Scores a text against the truth: the words, and whether they are in the same order. */
import { scoreOf, withoutMarks, wordsOf, type Score } from '../extraction/word-score.ts';

/** `order` is the share of adjacent words of the truth that are adjacent in the text too. */
export type LiveScore = Score & { order: number };

/** Compares the words of a text without markup with the truth in Markdown. */
export function liveScoreOf(text: string, truth: string): LiveScore {
  const wanted = withoutMarks(truth);
  return { ...scoreOf(text, wanted), order: orderOf(wordsOf(text), wordsOf(wanted)) };
}

function orderOf(found: readonly string[], wanted: readonly string[]): number {
  const left = new Map<string, number>();
  for (const pair of pairsOf(found)) left.set(pair, (left.get(pair) ?? 0) + 1);
  const pairs = pairsOf(wanted);
  let shared = 0;
  for (const pair of pairs) {
    const count = left.get(pair) ?? 0;
    if (count > 0) shared++;
    left.set(pair, count - 1);
  }
  return pairs.length === 0 ? 1 : shared / pairs.length;
}

function pairsOf(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => `${words[at]} ${word}`);
}

/** Removes a first line that repeats the title, which is saved separately. */
export function withoutTitle(text: string, title: string): string {
  const [first = '', ...rest] = text.trimStart().split('\n');
  return first.trim() === title.trim() ? rest.join('\n') : text;
}
