/**
 * Pseudo-relevance feedback, after Rocchio: what the best passages speak of besides the query's own words lifts the
 * others that speak of it too. It only orders the candidates again; nothing more is looked for.
 */
import { isWord, type ReadCandidate } from './read-candidate.ts';

/** Short queries name what they want; the words around it only lead away. */
const LEAST_TERMS = 6;
/** Passages taken as good, and telling words taken from them. */
const MODELS = 5;
const TELLING = 30;
/** Words that stand in more than this share of the candidates tell nothing. */
const COMMON = 0.3;
/** Weight of the most telling word beside a word of the query. */
const WEIGHT = 0.25;
/** Of BM25, as in SQLite. */
const K1 = 1.2;
const B = 0.75;

/** Gives the candidates, which come best first, their new scores; `terms` are the query's words. */
export function withFeedback(
  candidates: readonly ReadCandidate[],
  terms: readonly string[],
): readonly ReadCandidate[] {
  if (terms.length < LEAST_TERMS || candidates.length <= MODELS) return candidates;
  const counted = candidates.map((candidate) => ({ candidate, counts: countsOf(candidate.words) }));
  const rarity = rarityAmong(counted.map(({ counts }) => counts));
  const telling = tellingWords(counted.slice(0, MODELS), { rarity, known: new Set(terms) });
  const length = candidates.reduce((sum, { words }) => sum + words.length, 0) / candidates.length;
  return counted.map(({ candidate, counts }) => {
    const drag = K1 * (1 - B + (B * candidate.words.length) / length);
    let gain = 0;
    for (const [word, weight] of telling) {
      const count = counts.get(word) ?? 0;
      gain += (weight * (rarity.get(word) ?? 0) * count * (K1 + 1)) / (count + drag);
    }
    return { ...candidate, score: candidate.score + WEIGHT * gain };
  });
}

interface Counted {
  readonly candidate: ReadCandidate;
  readonly counts: ReadonlyMap<string, number>;
}

function countsOf(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** How much each word sets a candidate apart from the others; words of one candidate alone and common ones are left out. */
function rarityAmong(all: readonly ReadonlyMap<string, number>[]): Map<string, number> {
  const holders = countsOf(all.flatMap((counts) => [...counts.keys()]));
  return new Map(
    [...holders]
      .filter(([word, held]) => held > 1 && held <= COMMON * all.length && isTelling(word))
      .map(([word, held]) => [word, Math.log((all.length + 1) / (held + 0.5))]),
  );
}

function isTelling(word: string): boolean {
  return word.length > 2 && isWord(word) && !/^\p{N}+$/u.test(word);
}

/** The words that make the models what they are, with weights up to 1. */
function tellingWords(
  models: readonly Counted[],
  { rarity, known }: { rarity: ReadonlyMap<string, number>; known: ReadonlySet<string> },
): [word: string, weight: number][] {
  const weights = new Map<string, number>();
  for (const { candidate, counts } of models) {
    for (const [word, count] of counts) {
      const rare = rarity.get(word);
      if (rare === undefined || known.has(word)) continue;
      const share = (candidate.score * count * rare) / candidate.words.length;
      weights.set(word, (weights.get(word) ?? 0) + share);
    }
  }
  const best = [...weights].toSorted(([, a], [, b]) => b - a).slice(0, TELLING);
  const greatest = best[0]?.[1] ?? 1;
  return best.map(([word, weight]) => [word, weight / greatest]);
}
