/** Chooses which terms of a query to score: the same in every engine. */
import { rarity, type CountedTerm } from './plan-match.ts';
import type { PassageQuery, RelatedTerm, TermCounts } from './port/search.ts';

/**
 * Maximum number of terms to score. Questions rarely have more than 20 (up to 42 in Japanese), and a common term
 * changes nothing next to this many rarer ones.
 */
export const MAX_SCORED_TERMS = 32;
/** Maximum number of passages to count for a term, which takes about 1 ms. Above it, the number is estimated. */
export const MAX_COUNTED = 20_000;

/** An estimate can be far too high, and the inverse of a small rarity would then outweigh everything else. */
const MIN_ESTIMATED_RARITY = 0.3;

function estimatedRarity(passages: number, total: number): number {
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

/** Takes the terms in order, and leaves out those that would take too long to read. */
function affordableOf<Term extends CountedTerm>(
  terms: readonly Term[],
  readsFor: (term: CountedTerm) => number,
): Term[] {
  let reads = 0;
  const taken: Term[] = [];
  for (const term of terms) {
    const isTaken =
      taken.length === 0 || term.passages <= FEW || reads + readsFor(term) <= MAX_READS;
    if (!isTaken) continue;
    taken.push(term);
    reads += readsFor(term);
  }
  return taken;
}

/** A term that occurs in the searched Memories. */
export type PresentTerm = CountedTerm & RelatedTerm;

/** Returns the terms of a query, each related to itself, and the related ones. */
export function termsOf({
  terms,
  related = new Map(),
}: Pick<PassageQuery, 'terms' | 'related'>): ReadonlyMap<string, RelatedTerm> {
  const own = terms.map((term): [string, RelatedTerm] => [term, { of: term, weight: 1 }]);
  return new Map([...related, ...own]);
}

/** Returns the terms that occur, given the number of passages with each. */
export function presentTerms(
  terms: ReadonlyMap<string, RelatedTerm>,
  counts: ReadonlyMap<string, number>,
): PresentTerm[] {
  return Array.from(terms, ([term, related]): PresentTerm => {
    return { term, ...related, passages: counts.get(term) ?? 0 };
  }).filter(({ passages }) => passages > 0);
}

function isTyped({ term, of }: PresentTerm): boolean {
  return term === of;
}

/** Chooses the terms to score: the rarest ones that can be read in time, typed ones before related ones. */
export function chosenTerms(
  found: readonly PresentTerm[],
  readsFor: (term: CountedTerm) => number,
): PresentTerm[] {
  const typed = rarestOf(found.filter(isTyped));
  const related = rarestOf(found.filter((one) => !isTyped(one)));
  return affordableOf([...typed, ...related].slice(0, MAX_SCORED_TERMS), readsFor);
}

/** Scoring a passage takes about as long as reading this many from the index. */
const READS_PER_SCORE = 20;

/** Returns whether it takes too long to score every passage with any of the terms. */
export function isTooCostly(
  present: readonly PresentTerm[],
  readsFor: (term: CountedTerm) => number,
): boolean {
  const cost = present.reduce(
    (sum, term) => sum + readsFor(term) + READS_PER_SCORE * term.passages,
    0,
  );
  return cost > 2 * MAX_READS;
}

/**
 * Leaves out the related terms of words that occur themselves. Next to common words, they add little, and passages with them
 * would take the place of those with more of the words.
 */
export function withoutRelated(present: readonly PresentTerm[]): PresentTerm[] {
  const typed = new Set(present.filter(isTyped).map(({ term }) => term));
  return present.filter((one) => isTyped(one) || !typed.has(one.of));
}

function rarestOf<Term extends CountedTerm>(counted: readonly Term[]): Term[] {
  return counted
    .filter(({ passages }) => passages > 0)
    .toSorted((a, b) => a.passages - b.passages)
    .slice(0, MAX_SCORED_TERMS);
}

interface TermRarity extends PresentTerm {
  /** Its rarity in the searched Memories, which scores should reflect. */
  readonly wanted: number;
  /** Its rarity in the one index that is scored. */
  readonly inIndex: number;
}

/** Returns each term's rarity in the searched Memories, and in the index that is scored. */
export function raritiesOf(
  present: readonly PresentTerm[],
  { searched, inIndex }: Readonly<Record<'searched' | 'inIndex', TermCounts>>,
): TermRarity[] {
  const rarityOf = (term: string, { passages, total }: TermCounts) =>
    estimatedRarity(passages.get(term) ?? 0, total);
  return present.map((one) => ({
    ...one,
    // A rare compound must not count more than the common word it was found for.
    wanted: Math.min(rarityOf(one.term, searched), rarityOf(one.of, searched)),
    inIndex: rarityOf(one.term, inIndex),
  }));
}

export function isPlain({ term, of, weight }: PresentTerm): boolean {
  return term === of && weight === 1;
}

/**
 * Returns whether scores can use the index's rarities, because all are close enough to those in the searched Memories.
 * SQLite scores faster with them. PostgreSQL doesn't, but uses the same rule, so that both return the same order.
 */
export function areNear(rarities: readonly TermRarity[]): boolean {
  return rarities.every(
    (one) =>
      isPlain(one) &&
      (Math.abs(one.wanted - one.inIndex) < 1 ||
        (one.wanted < 2 * one.inIndex && one.inIndex < 2 * one.wanted)),
  );
}
