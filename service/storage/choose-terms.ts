/** Chooses which terms of a query to score: the same in every engine. */
import { rarity, type CountedTerm } from './plan-match.ts';

/**
 * Maximum number of terms to score. Questions rarely have more than 20 (up to 42 in Japanese), and a common term
 * changes nothing next to this many rarer ones.
 */
export const MAX_SCORED_TERMS = 32;
/**
 * In a query of at least this many terms, common terms aren't scored alone if passages with rarer terms fill the
 * results.
 */
export const LONG_QUERY = 8;
/** A search requests this many passages for each one it shows. */
export const CANDIDATES_PER_HIT = 4;

/** Maximum number of passages to count for a term, which takes about 1 ms. Above it, the number is estimated. */
export const MAX_COUNTED = 20_000;

/** An estimate can be far too high, and the inverse of a small rarity would then outweigh everything else. */
const MIN_ESTIMATED_RARITY = 0.3;

export function estimatedRarity(passages: number, total: number): number {
  const least = passages < MAX_COUNTED ? 0 : MIN_ESTIMATED_RARITY;
  return Math.max(least, rarity(passages, total));
}

/**
 * bm25() reads all passages of a term before it scores the first, in about 40 ns each; scoring takes twenty times as long.
 * This is the limit for all terms together: about 14 ms of reading.
 */
export const MAX_READS = 350_000;

/** In the searched Memories, a term in at most this many passages is always scored: it says most about what is wanted. */
const FEW = 2_000;

/** Leaves out terms that take too long to read, starting with those in the most passages. */
export function affordableOf<Term extends CountedTerm>(
  terms: readonly Term[],
  readsFor: (term: CountedTerm) => number,
): Term[] {
  let reads = 0;
  const taken = new Set<Term>();
  for (const term of terms.toSorted((a, b) => readsFor(a) - readsFor(b))) {
    const isTaken = taken.size === 0 || term.passages <= FEW || reads + readsFor(term) <= MAX_READS;
    if (!isTaken) continue;
    taken.add(term);
    reads += readsFor(term);
  }
  return terms.filter((term) => taken.has(term));
}

export function rarestOf<Term extends CountedTerm>(counted: readonly Term[]): Term[] {
  return counted
    .filter(({ passages }) => passages > 0)
    .toSorted((a, b) => a.passages - b.passages)
    .slice(0, MAX_SCORED_TERMS);
}
