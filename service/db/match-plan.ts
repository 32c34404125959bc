/**
 * Which passages are worth scoring. Reading off the index which passages hold a word is cheap, scoring one costs ten
 * times as much; so where a query's words stand in a great many passages, only those are scored that hold its rarer
 * words, or several of its common ones.
 */

export interface CountedTerm {
  readonly term: string;
  /** How many passages hold it. */
  readonly passages: number;
}

/** Passages that hold at least one term of each group. No term stands in two groups, since each mention counts in a score. */
export type TermGroups = readonly (readonly string[])[];

export interface MatchPlan {
  /** Scored one after the other. A passage that several find has the greater score, which counts more of its terms. */
  readonly first: readonly TermGroups[];
  /** Scored too unless as many passages as will be shown reached `bound`. */
  readonly further: TermGroups | null;
  /** What holding every common word once gives: hardly ever exceeded by a passage without any of the rarer words. */
  readonly bound: number;
}

export interface PlanOptions {
  /** How many passages there are, or somewhat more. */
  readonly total: number;
  /** How many passages may be scored for the rarer terms. */
  readonly budget: number;
}

/** Common words are matched together, which leaves the better passages, so more of these may be scored. */
const GROUPS_SHARE = 3;
/** Beside a rare word, one in more passages than this share says next to nothing, and it costs the most. */
const SAYS_NOTHING = 0.2;

/** How many passages of one query are scored, the newest where it matches more. */
export function mostScored(budget: number): number {
  return Math.ceil(GROUPS_SHARE * budget);
}

/** Plans for terms that some passage holds. Where everything that matches can be scored, it is, by one query. */
export function planMatch(counted: readonly CountedTerm[], options: PlanOptions): MatchPlan {
  const { total, budget } = options;
  const byRarity = counted.toSorted((a, b) => a.passages - b.passages);
  let sum = 0;
  const firstCommon = byRarity.findIndex(({ passages }) => (sum += passages) > budget);
  if (firstCommon === -1 || byRarity.length === 1) {
    return { first: [[namesOf(byRarity)]], further: null, bound: 0 };
  }
  const rare = byRarity.slice(0, firstCommon);
  const common = byRarity.slice(firstCommon);
  const telling = common.filter(({ passages }) => passages <= SAYS_NOTHING * total);
  const first = [[rare], [rare, telling]].filter((groups) => groups.every(isSome));
  const further = rare.length > 0 && isSome(telling) ? telling : common;
  return {
    first: first.map((groups) => groups.map(namesOf)),
    further: narrowGroups(further, options),
    bound: telling.reduce((held, { passages }) => held + usualScore(passages, total), 0),
  };
}

/** As few groups as leave no more passages than may be scored, were the terms strewn by chance. */
function narrowGroups(common: readonly CountedTerm[], { total, budget }: PlanOptions): TermGroups {
  for (let count = 1; count < common.length; count += 1) {
    const groups = dealt(common, count);
    const share = groups.reduce((product, group) => product * shareOfAny(group, total), 1);
    if (share * total <= mostScored(budget)) return groups.map(namesOf);
  }
  return common.map(({ term }) => [term]);
}

/** Deals the terms out in turn, so that no group is much commoner than another. */
function dealt(terms: readonly CountedTerm[], count: number): CountedTerm[][] {
  return Array.from({ length: count }, (_, group) =>
    terms.filter((_term, index) => index % count === group),
  );
}

function shareOfAny(terms: readonly CountedTerm[], total: number): number {
  return 1 - terms.reduce((none, { passages }) => none * Math.max(0, 1 - passages / total), 1);
}

/** What a term adds by BM25, as SQLite computes it, to the score of a passage of usual length that holds it once. */
function usualScore(passages: number, total: number): number {
  return Math.max(1e-6, Math.log((total - passages + 0.5) / (passages + 0.5)));
}

function namesOf(terms: readonly CountedTerm[]): string[] {
  return terms.map(({ term }) => term);
}

function isSome(list: readonly unknown[]): boolean {
  return list.length > 0;
}
