/** Orders the passages that a full-text query found: by their words, how near these stand, and their document. */
import { withFeedback } from './feedback.ts';
import { isWord, readCandidate, type Candidate } from './read-candidate.ts';

/** What a passage gains, in shares of its score, where every two neighbouring words of the query stand side by side. */
const PROXIMITY_SHARE = 0.4;
/** How much of its document's score each passage gets. */
const DOCUMENT_SHARE = 0.05;
/** Words this far apart or farther are no neighbours. */
const WINDOW = 6;
/** Only passages with a chance of being shown are read. */
const READ = 60;

/** Gives the candidates, which come best first, in their new order and with their new scores. */
export function rank(candidates: readonly Candidate[], terms: readonly string[]): Candidate[] {
  const words = terms.filter(isWord);
  const pairs = neighbours(words);
  // Reading costs the most of it, and without neighbours there is nothing to be read for.
  const read = pairs.length === 0 ? 0 : READ;
  const worded = withFeedback(candidates.slice(0, read).map(readCandidate), words);
  const near: Candidate[] = worded.map(({ passage, score, words: text }) => ({
    passage,
    score: score * (1 + PROXIMITY_SHARE * proximity(text, pairs)),
  }));
  near.push(...candidates.slice(read));
  const documents = documentScores(near);
  return near
    .map(({ passage, score }) => ({
      passage,
      score: score + DOCUMENT_SHARE * (documents.get(passage.material) ?? 0),
    }))
    .toSorted((a, b) => b.score - a.score || a.passage.id - b.passage.id);
}

type Pair = readonly [string, string];

function neighbours(words: readonly string[]): Pair[] {
  return words.slice(1).map((term, index) => [words[index] ?? term, term]);
}

/** The share of the pairs whose words stand near each other, the nearer the more. */
function proximity(words: readonly string[], pairs: readonly Pair[]): number {
  const places = new Map<string, number[]>(pairs.flat().map((term) => [term, []]));
  for (const [place, word] of words.entries()) places.get(word)?.push(place);
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
