/**
 * Scores hits by which of a question's expected texts they contain. Only the text counts, so passages can be of any
 * size.
 */
import type { Question, RetrievalSet } from './retrieval-sets.ts';

/** The scores of one question, each from 0 to 1. */
export interface Marks {
  readonly recallAt5: number;
  readonly recallAt10: number;
  readonly reciprocalRank: number;
  readonly ndcgAt10: number;
}

interface RightText {
  readonly text: string;
  readonly grams: ReadonlySet<string>;
  readonly gramLength: number;
  readonly gain: number;
}

/** The number of characters to score per hit. The limit keeps whole documents from scoring better. */
const READ = 2000;
/** An expected text shorter than this must match completely. */
const LEAST_FOR_PART = 28;
const ENOUGH_IN_COMMON = 0.5;
const IDEOGRAPHS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;

/** Creates a judge for a set: a function of a question and the texts of its hits, best first. */
export function createJudge(
  set: RetrievalSet,
): (question: Question, hits: readonly string[]) => Marks {
  const documents = new Map(
    set.docs.map(({ custom_id, title, content }) => [custom_id, `${title ?? ''} ${content}`]),
  );

  function rightTexts({ gold }: Question): RightText[] {
    return gold.map((right) => {
      const isText = 'text' in right;
      const text = bare(isText ? right.text : (documents.get(right.doc) ?? ''));
      const gramLength = (text.match(IDEOGRAPHS)?.length ?? 0) * 3 > text.length ? 6 : 14;
      const grade = isText ? 1 : (right.g ?? 1);
      return { text, gramLength, grams: gramsOf(text, gramLength), gain: 2 ** grade - 1 };
    });
  }

  return (question, hits) => mark(rightTexts(question), hits.slice(0, 10));
}

/** Scores hits. Each expected text counts once, at the first hit that contains it. */
function mark(right: readonly RightText[], hits: readonly string[]): Marks {
  const missing = new Set(right);
  const gains = hits.map((hit) => {
    const found = [...missing].filter((text) => holds(bare(hit.slice(0, READ)), text));
    for (const text of found) missing.delete(text);
    return { gain: found.reduce((sum, { gain }) => sum + gain, 0), count: found.length };
  });
  const first = gains.findIndex(({ count }) => count > 0);
  const recall = (k: number) =>
    gains.slice(0, k).reduce((sum, { count }) => sum + count, 0) / right.length;
  const ideal = right.map(({ gain }) => gain).toSorted((a, b) => b - a);
  const best = discounted(ideal.slice(0, 10));
  return {
    recallAt5: recall(5),
    recallAt10: recall(10),
    reciprocalRank: first === -1 ? 0 : 1 / (first + 1),
    ndcgAt10: Math.min(1, discounted(gains.map(({ gain }) => gain)) / best),
  };
}

function discounted(gains: readonly number[]): number {
  return gains.reduce((sum, gain, place) => sum + gain / Math.log2(place + 2), 0);
}

/** Returns whether a hit contains the expected text, or shares half the n-grams of the shorter of the two texts. */
function holds(hit: string, { text, grams, gramLength }: RightText): boolean {
  if (hit === '') return false;
  if (hit.includes(text)) return true;
  if (text.length < LEAST_FOR_PART) return false;
  const own = gramsOf(hit, gramLength);
  if (own.size < 10) return hit.length >= 12 && text.includes(hit);
  const [fewer, more] = own.size < grams.size ? [own, grams] : [grams, own];
  return fewer.intersection(more).size / fewer.size >= ENOUGH_IN_COMMON;
}

function gramsOf(text: string, length: number): Set<string> {
  const grams = new Set<string>();
  for (let start = 0; start + length <= text.length; start += 1)
    grams.add(text.slice(start, start + length));
  return grams;
}

/** Returns the letters and digits of a text, in lower case. */
function bare(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
