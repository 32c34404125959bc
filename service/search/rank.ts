/** Orders the passages that a full-text query found: by their words, how near these stand, and their document. */
import { plainText } from '../../lib/core/text/plain-text.ts';
import { tokenize } from '../../lib/core/text/tokenize.ts';
import type { FoundPassage } from '../db/passages.ts';

export interface Candidate {
  readonly passage: FoundPassage;
  /** BM25 of the passage; greater is better. */
  readonly score: number;
}

/** What neighbouring words of the query add where they are neighbours in the passage too, in shares of the score. */
const PROXIMITY_SHARE = 0.2;
/** How much of the document's own score each of its passages gets. */
const DOCUMENT_SHARE = 0.2;
/** Words this far apart or farther are no neighbours. */
const WINDOW = 6;

/** Gives the candidates in their new order, with their new scores. */
export function rank(candidates: readonly Candidate[], terms: readonly string[]): Candidate[] {
  const near = candidates.map(({ passage, score }) => {
    const share = terms.length < 2 ? 0 : proximity(plainText(passage.text), terms);
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

/** The share of neighbouring pairs of query terms that stand near each other in the text, the nearer the better. */
function proximity(text: string, terms: readonly string[]): number {
  const places = new Map<string, number[]>(terms.map((term) => [term, []]));
  let place = 0;
  for (const { term } of tokenize(text)) {
    places.get(term)?.push(place);
    place += 1;
  }
  let sum = 0;
  for (let index = 1; index < terms.length; index += 1) {
    const gap = smallestGap(places.get(terms[index - 1] ?? '') ?? [], places.get(terms[index] ?? '') ?? []);
    if (gap < WINDOW) sum += 1 / gap;
  }
  return sum / (terms.length - 1);
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
  return Math.max(gap, 1);
}

/** A document is as good as its best passage, and somewhat better for each further one. */
function documentScores(candidates: readonly Candidate[]): Map<number, number> {
  const byDocument = Map.groupBy(candidates, ({ passage }) => passage.material);
  const scores = new Map<number, number>();
  for (const [material, passages] of byDocument) {
    const sorted = passages.map(({ score }) => score).toSorted((a, b) => b - a);
    scores.set(material, sorted.reduce((sum, score, index) => sum + score / (index + 1), 0));
  }
  return scores;
}
