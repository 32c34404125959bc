/** Finds passages by their terms, best first, at a bounded cost. */
import * as z from 'zod/mini';
import { IS_OPEN } from './learning-runs.ts';
import { mostScored, planMatch, type CountedTerm, type TermGroups } from './match-plan.ts';
import { query, type Query, type Queries } from './port.ts';

/** Passages that are scored for the rarer words of a query of few words: some 15 ms. */
const BUDGET = 30_000;
/** Of the passages asked for, about one in this many is shown. */
const CANDIDATES_PER_HIT = 4;

const matchRow = z.object({ id: z.int(), score: z.number() });
export type PassageMatch = z.infer<typeof matchRow>;

export interface PassageQuery {
  /** `seq` of each Memory to search. */
  readonly containers: readonly number[];
  readonly terms: readonly string[];
  readonly limit: number;
  /** For tests; `BUDGET` when left out. */
  readonly budget?: number;
}

/** The statements on one of the two indexes. */
interface Index {
  readonly count: Query<CountedTerm>;
  readonly match: Query<PassageMatch>;
}

const countedRow = z.object({ term: z.string(), passages: z.int() });

function indexNamed(name: 'passage_index' | 'dense_index'): Index {
  return {
    count: query(
      `SELECT value ->> 0 AS term, (SELECT count(*) FROM ${name} WHERE ${name} MATCH value ->> 1) AS passages
       FROM json_each(?)`,
      countedRow,
    ),
    // Weights of the columns scope, title and body. bm25() is better the smaller it is; the negation reads naturally.
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

/** What is in ideographs has an index of its own (see migration 7). */
const indexes = [indexNamed('passage_index'), indexNamed('dense_index')];

/** Finds the passages that hold any of the terms, best first. Passages that are being learned are not found yet. */
export async function matchPassages(
  queries: Queries,
  { containers, terms, limit, budget = BUDGET }: PassageQuery,
): Promise<PassageMatch[]> {
  const stored = await queries.get(countStored);
  if (stored === undefined) return [];
  // Naming every Memory there is would only cost time.
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

interface Search {
  readonly queries: Queries;
  readonly terms: readonly string[];
  readonly within: string;
  readonly limit: number;
  readonly budget: number;
  readonly total: number;
}

async function matchIn(index: Index, search: Search): Promise<PassageMatch[]> {
  const { queries, terms, within, limit, total } = search;
  const asked = terms.map((term) => [term, within + wordsOf([[term]])]);
  const counted = await queries.all(index.count, [JSON.stringify(asked)]);
  const held = counted.filter(({ passages }) => passages > 0);
  if (held.length === 0) return [];
  // Scoring a passage takes the longer the more terms are asked for.
  const budget = search.budget / (1 + held.length / 8);
  const plan = planMatch(held, { total, budget });
  const best = new Map<number, number>();

  async function scoreAll(groups: TermGroups): Promise<void> {
    const wanted = [within + wordsOf(groups), mostScored(budget), limit];
    for (const { id, score } of await queries.all(index.match, wanted)) {
      best.set(id, Math.max(score, best.get(id) ?? 0));
    }
  }

  for (const groups of plan.first) await scoreAll(groups);
  if (plan.further !== null) {
    const scores = [...best.values()].toSorted((a, b) => b - a);
    const lastShown = scores[Math.ceil(limit / CANDIDATES_PER_HIT) - 1];
    if (scores.length < limit || lastShown === undefined || lastShown < plan.bound)
      await scoreAll(plan.further);
  }
  return [...best].map(([id, score]) => ({ id, score }));
}

/** No word of a text can be taken for it: the terms of a text never stand in the column `scope`. */
export function scopeTerm(container: number): string {
  return `c${container}`;
}

function wordsOf(groups: TermGroups): string {
  const all = groups.map((terms) => `(${terms.map(quoted).join(' OR ')})`);
  return `{title body} : (${all.join(' AND ')})`;
}

/** Terms hold no quotation marks (see lib/core/text); what does is doubled all the same. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
