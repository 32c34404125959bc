/** Orders the passages that a full-text query found: by their words, how near these stand, and their document. */
import { plainText } from '../../lib/core/text/plain-text.ts';
import { tokenize } from '../../lib/core/text/tokenize.ts';
import type { FoundPassage } from '../db/passages.ts';

export interface Candidate {
  readonly passage: FoundPassage;
  /** BM25 of the passage at first; greater is better. */
  readonly score: number;
}

/** What a passage gains, in shares of its score, where every two neighbouring words of the query stand side by side. */
const PROXIMITY_SHARE = 0.4;
/** How much of its document's score each passage gets. */
const DOCUMENT_SHARE = 0.05;
/** Words this far apart or farther are no neighbours. */
const WINDOW = 6;
/** Only passages with a chance of being shown are read for their neighbours. */
const READ = 40;

/** Gives the candidates, which come best first, in their new order and with their new scores. */
export function rank(candidates: readonly Candidate[], terms: readonly string[]): Candidate[] {
  const pairs = neighbours(terms);
  const near = candidates.map(({ passage, score }, index) => {
    const share = pairs.length === 0 || index >= READ ? 0 : proximity(passage.text, pairs);
    return { passage, score: score * (1 + PROXIMITY_SHARE * share) };
  });
  const documents = documentScores(near);
  return near
    .map(({ passage, score }) => ({
      passage,
      score: score + DOCUMENT_SHARE * (documents.get(passage.material) ?? 0),
    }))
    .toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

type Pair = readonly [string, string];

const IDEOGRAPHS = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]/u;

/** Terms of ideographs are left out: they overlap, so that they always stand side by side. */
function neighbours(terms: readonly string[]): Pair[] {
  const words = terms.filter((term) => !IDEOGRAPHS.test(term));
  return words.slice(1).map((term, index) => [words[index] ?? term, term]);
}

/** The share of the pairs whose words stand near each other in the text, the nearer the more. */
function proximity(text: string, pairs: readonly Pair[]): number {
  const places = new Map<string, number[]>(pairs.flat().map((term) => [term, []]));
  tokenize(plainText(text)).forEach(({ term }, place) => places.get(term)?.push(place));
  const sum = pairs.reduce((held, [first, second]) => {
    const gap = smallestGap(places.get(first) ?? [], places.get(second) ?? []);
    return gap < WINDOW ? held + 1 / gap : held;
  }, 0);
  return sum / pairs.length;
}

/** Both lists ascend. */
function smallestGap(first: readonly number[], second: readonly number[]): number {
  let gap = Infinity;
  let [i, j] = [0, 0];
  while (i < first.length && j < second.length) {
    const [a, b] = [first[i] ?? 0, second[j] ?? 0];
    gap = Math.min(gap, Math.abs(a - b));
    if (a < b) i += 1;
    else j += 1;
  }
  return gap;
}

/** A document scores as its best passage does, and somewhat more for each further one. */
function documentScores(candidates: readonly Candidate[]): Map<number, number> {
  const byDocument = Map.groupBy(candidates, ({ passage }) => passage.material);
  return new Map(
    [...byDocument].map(([material, passages]) => {
      const scores = passages.map(({ score }) => score).toSorted((a, b) => b - a);
      return [material, scores.reduce((sum, score, index) => sum + score / (index + 1), 0)];
    }),
  );
}
