/**
 * Plans how to match passages at a bounded cost: if a query's terms are in very many passages, only those are scored that
 * contain its rarer terms, or several of its common ones.
 */

import type { PassageMatch } from './port/search.ts';

/**
 * Number of passages to score for the rarer terms of a short query: about 20 ms in SQLite. In a large library, reading
 * which passages contain the terms takes most of the time.
 */
const BUDGET = { usual: 30_000, large: 10_000 };
/** Number of passages in all Memories above which a library is large. */
const LARGE = 100_000;
/**
 * In a query of at least this many terms, common terms aren't scored alone if passages with rarer terms fill the
 * results.
 */
const LONG_QUERY = 8;
/** A search requests this many passages for each one it shows. */
const CANDIDATES_PER_HIT = 4;

export interface CountedTerm {
  readonly term: string;
  readonly passages: number;
}

/** The weight that BM25 gives to a term in `passages` of `total` passages, as in SQLite. */
export function rarity(passages: number, total: number): number {
  // Estimates can exceed the total.
  const known = Math.min(passages, total);
  return Math.max(1e-6, Math.log((total - known + 0.5) / (known + 0.5)));
}

/** Matches passages with at least one term of each group. A term is in one group only, or it would be scored twice. */
export type TermGroups = readonly (readonly string[])[];

export interface MatchPlan {
  /**
   * Queries to run one after another. A passage found by several keeps its highest score, from the query that has most
   * of its terms.
   */
  readonly first: readonly TermGroups[];
  /** An extra query, skipped if enough passages to fill the results have scored at least `bound`. */
  readonly further: TermGroups | null;
  /** The score of having every common term once. Passages without a rarer term rarely exceed it. */
  readonly bound: number;
}

interface PlanOptions {
  readonly total: number;
  /** Number of passages to score for the rarer terms. */
  readonly budget: number;
}

/** Multiple of the budget for passages with several common terms: they match better, so more are worth scoring. */
const GROUPS_FACTOR = 3;
/** Next to a rare term, a term in more than this share of the passages adds almost nothing, and costs the most. */
const MAX_USEFUL_SHARE = 0.2;

/** Returns the maximum number of passages that one query scores. If more match, it scores the newest. */
export function maxScored(budget: number): number {
  return Math.ceil(GROUPS_FACTOR * budget);
}

interface Scoring {
  readonly total: number;
  /** Number of passages to score for the rarer terms of a short query, unless it's the usual one. */
  readonly budget?: number | undefined;
  readonly limit: number;
  /** Returns the best passages that match the groups. */
  readonly scored: (groups: TermGroups, budget: number) => Promise<PassageMatch[]>;
}

/** Plans the queries for terms that occur, and runs as many of them as needed to find the best passages. */
export async function matchByPlan(
  present: readonly CountedTerm[],
  { total, budget: ofShort, limit, scored }: Scoring,
): Promise<PassageMatch[]> {
  const isLarge = total > LARGE;
  // The more terms a query has, the longer it takes to score a passage.
  const budget =
    (ofShort ?? (isLarge ? BUDGET.large : BUDGET.usual)) / (1 + present.length / (isLarge ? 2 : 8));
  const plan = planMatch(present, { total, budget });
  const best = new Map<number, number>();

  async function scoreAll(groups: TermGroups): Promise<void> {
    for (const { id, score } of await scored(groups, budget))
      best.set(id, Math.max(score, best.get(id) ?? 0));
  }

  for (const groups of plan.first) await scoreAll(groups);
  const isEnough = present.length >= LONG_QUERY && best.size >= limit;
  if (plan.further !== null && !isEnough) {
    const scores = [...best.values()].toSorted((a, b) => b - a);
    const lastScore = scores[Math.ceil(limit / CANDIDATES_PER_HIT) - 1];
    if (scores.length < limit || lastScore === undefined || lastScore < plan.bound)
      await scoreAll(plan.further);
  }
  return [...best].map(([id, score]) => ({ id, score }));
}

/** Returns the best of the passages found in several indexes. */
export function bestOf(found: readonly (readonly PassageMatch[])[], limit: number): PassageMatch[] {
  return found
    .flat()
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}

/** Plans the queries for terms that occur. If all matches fit the budget, one query scores them all. */
export function planMatch(counted: readonly CountedTerm[], options: PlanOptions): MatchPlan {
  const { total, budget } = options;
  const byRarity = counted.toSorted((a, b) => a.passages - b.passages);
  let matches = 0;
  const firstCommon = byRarity.findIndex(({ passages }) => (matches += passages) > budget);
  if (firstCommon === -1 || byRarity.length === 1) {
    return { first: [[namesOf(byRarity)]], further: null, bound: 0 };
  }
  const rare = byRarity.slice(0, firstCommon);
  const common = byRarity.slice(firstCommon);
  const useful = common.filter(({ passages }) => passages <= MAX_USEFUL_SHARE * total);
  const first = [[rare], [rare, useful]].filter((groups) => groups.every(isSome));
  const further = rare.length > 0 && isSome(useful) ? useful : common;
  return {
    first: first.map((groups) => groups.map(namesOf)),
    further: narrowGroups(further, options),
    bound: useful.reduce((sum, { passages }) => sum + rarity(passages, total), 0),
  };
}

/** Forms the fewest groups that keep the matches within the budget, assuming independent terms. */
function narrowGroups(common: readonly CountedTerm[], { total, budget }: PlanOptions): TermGroups {
  for (let count = 1; count < common.length; count += 1) {
    const groups = dealt(common, count);
    const share = groups.reduce((product, group) => product * shareOfAny(group, total), 1);
    if (share * total <= maxScored(budget)) return groups.map(namesOf);
  }
  return common.map(({ term }) => [term]);
}

/** Deals terms out in turn, so that the groups match about equally many passages. */
function dealt(terms: readonly CountedTerm[], count: number): CountedTerm[][] {
  return Array.from({ length: count }, (_, group) =>
    terms.filter((_term, index) => index % count === group),
  );
}

function shareOfAny(terms: readonly CountedTerm[], total: number): number {
  return 1 - terms.reduce((none, { passages }) => none * Math.max(0, 1 - passages / total), 1);
}

function namesOf(terms: readonly CountedTerm[]): string[] {
  return terms.map(({ term }) => term);
}

function isSome(list: readonly unknown[]): boolean {
  return list.length > 0;
}
