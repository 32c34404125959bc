/**
 * Finds passages by their terms, best first, at a bounded cost. Reading from the index which passages contain a term is
 * cheap; scoring one costs ten times as much. If a query's terms are in very many passages, it scores only those that
 * contain its rarer terms, or several of its common ones.
 */
import * as z from 'zod/mini';
import { IS_OPEN } from './learning-runs.ts';
import { query, type Queries } from '../port.ts';

/** Number of passages to score for the rarer terms of a short query: about 15 ms. */
const BUDGET = 30_000;
/**
 * Maximum number of terms to score. Questions rarely have more than 20 (up to 42 in Japanese), and a common term
 * changes nothing next to this many rarer ones.
 */
export const MAX_SCORED_TERMS = 32;
/** A search requests this many passages for each one it shows. */
const CANDIDATES_PER_HIT = 4;

const matchRow = z.object({ id: z.int(), score: z.number() });
type PassageMatch = z.infer<typeof matchRow>;

interface PassageQuery {
  readonly containers: readonly number[];
  readonly terms: readonly string[];
  readonly limit: number;
  readonly budget?: number;
}

type Index = ReturnType<typeof indexNamed>;

const countedRow = z.object({ term: z.string(), passages: z.int() });
type CountedTerm = z.infer<typeof countedRow>;

function indexNamed(name: 'passage_index' | 'dense_index') {
  return {
    count: query(
      `SELECT value ->> 0 AS term, (SELECT count(*) FROM ${name} WHERE ${name} MATCH value ->> 1) AS passages
       FROM json_each(?)`,
      countedRow,
    ),
    // The weights are those of the columns scope, title and body. A smaller bm25() is better, hence the minus.
    match: query(
      `SELECT id, score FROM (
         SELECT rowid AS id, -bm25(${name}, 0.0, 1.5, 1.0) AS score FROM ${name}
         WHERE ${name} MATCH ?1 AND rowid NOT IN (
           SELECT p.id FROM learning_runs r JOIN passages p ON p.material = r.material
           WHERE r.status = 'running' AND r.${IS_OPEN})
         ORDER BY rowid DESC LIMIT ?2)
       ORDER BY score DESC LIMIT ?3`,
      matchRow,
    ),
  };
}

/** Chinese, Japanese and Korean text has its own index (see migration 7). */
const indexes = [indexNamed('passage_index'), indexNamed('dense_index')];

/** Returns the matches, best first, without passages that are still being learned. */
export async function matchPassages(
  queries: Queries,
  { containers, terms, limit, budget = BUDGET }: PassageQuery,
): Promise<PassageMatch[]> {
  const stored = await queries.get(countStored);
  if (stored === undefined) return [];
  // A filter on every Memory would only be slower.
  const isEverywhere = stored.containers === containers.length;
  const scope = containers.map((seq) => quoted(scopeTerm(seq))).join(' OR ');
  const within = isEverywhere ? '' : `scope : (${scope}) AND `;
  const search: Search = { queries, terms, within, limit, budget, total: stored.newest };
  const found = await Promise.all(indexes.map((index) => matchIn(index, search)));
  return found
    .flat()
    .toSorted((a, b) => b.score - a.score)
    .slice(0, limit);
}

const countStored = query(
  `SELECT (SELECT count(*) FROM containers) AS containers, (SELECT coalesce(max(id), 0) FROM passages) AS newest`,
  z.object({ containers: z.int(), newest: z.int() }),
);

interface Search extends Required<Omit<PassageQuery, 'containers'>> {
  readonly queries: Queries;
  readonly within: string;
  readonly total: number;
}

async function matchIn(index: Index, search: Search): Promise<PassageMatch[]> {
  const { queries, terms, within, limit, total } = search;
  const asked = terms.map((term) => [term, within + wordsOf([[term]])]);
  const counted = await queries.all(index.count, [JSON.stringify(asked)]);
  const present = rarestOf(counted);
  if (present.length === 0) return [];
  // The more terms a query has, the longer it takes to score a passage.
  const budget = search.budget / (1 + present.length / 8);
  const plan = planMatch(present, { total, budget });
  const best = new Map<number, number>();

  async function scoreAll(groups: TermGroups): Promise<void> {
    const wanted = [within + wordsOf(groups), maxScored(budget), limit];
    for (const { id, score } of await queries.all(index.match, wanted)) {
      best.set(id, Math.max(score, best.get(id) ?? 0));
    }
  }

  for (const groups of plan.first) await scoreAll(groups);
  if (plan.further !== null) {
    const scores = [...best.values()].toSorted((a, b) => b - a);
    const lastScore = scores[Math.ceil(limit / CANDIDATES_PER_HIT) - 1];
    if (scores.length < limit || lastScore === undefined || lastScore < plan.bound)
      await scoreAll(plan.further);
  }
  return [...best].map(([id, score]) => ({ id, score }));
}

function rarestOf(counted: readonly CountedTerm[]): CountedTerm[] {
  return counted
    .filter(({ passages }) => passages > 0)
    .toSorted((a, b) => a.passages - b.passages)
    .slice(0, MAX_SCORED_TERMS);
}

/**
 * Returns a Memory's term in the column `scope`. No word of a text can match it, because that column only contains
 * terms of Memories.
 */
export function scopeTerm(container: number): string {
  return `c${container}`;
}

function wordsOf(groups: TermGroups): string {
  const all = groups.map((terms) => `(${terms.map(quoted).join(' OR ')})`);
  return `{title body} : (${all.join(' AND ')})`;
}

/** Terms never contain quotes (see lib/text); escape anyway. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}

/** Matches passages with at least one term of each group. A term is in one group only, or it would be scored twice. */
type TermGroups = readonly (readonly string[])[];

interface MatchPlan {
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
function maxScored(budget: number): number {
  return Math.ceil(GROUPS_FACTOR * budget);
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
    bound: useful.reduce((sum, { passages }) => sum + typicalScore(passages, total), 0),
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

/** Returns a term's contribution to the score of an average passage that contains it once (BM25 as in SQLite). */
function typicalScore(passages: number, total: number): number {
  return Math.max(1e-6, Math.log((total - passages + 0.5) / (passages + 0.5)));
}

function namesOf(terms: readonly CountedTerm[]): string[] {
  return terms.map(({ term }) => term);
}

function isSome(list: readonly unknown[]): boolean {
  return list.length > 0;
}
