/**
 * Finds passages by their terms, best first, at a bounded cost (see plan-match.ts). Reading from the index which passages
 * contain a term is cheap; scoring one costs twenty times as much.
 */
import * as z from 'zod/mini';
import {
  areNear,
  chosenTerms,
  isPlain,
  isTooCostly,
  MAX_COUNTED,
  presentTerms,
  raritiesOf,
  termsOf,
  withoutRelated,
  type PresentTerm,
} from '../choose-terms.ts';
import {
  bestOf,
  matchByPlan,
  maxScored,
  type CountedTerm,
  type TermGroups,
} from '../plan-match.ts';
import type {
  DocumentTerms,
  PassageMatch,
  PassageQuery as PortQuery,
  RelatedTerm,
  TermCounts,
} from '../port/search.ts';
import { IS_OPEN } from './learning-runs.ts';
import { documentTermRow, matchRow } from '../rows.ts';
import { json, query } from '../sql.ts';
import { flag, type Queries } from './sql.ts';

/** The number of the first parameter of conditions, after those of a statement itself. */
export const FIRST_CONDITION = 4;

/** Requirements of a query other than its terms (see search-conditions.ts). */
export interface Conditions {
  /** An FTS5 expression that each passage must match; empty if there is none. */
  readonly match: string;
  /** SQL about the row `m` of `materials`; empty if there is none. */
  readonly where: string;
  /** The parameters of `where`, from `?4` on. */
  readonly parameters: readonly string[];
}

interface PassageQuery extends PortQuery {
  readonly budget?: number;
  readonly conditions?: Conditions | undefined;
}

/** Chinese, Japanese and Korean text has its own indexes (see migration 7). */
const indexes = [
  {
    name: 'passage_index',
    columns: 'title body site',
    weights: '0.0, 1.5, 1.0, 0.3',
    count: 'passages',
  },
  {
    name: 'dense_index',
    columns: 'title body site',
    weights: '0.0, 1.5, 1.0, 0.3',
    count: 'dense_passages',
  },
  // Passages indexed before migration 14, until they're learned again.
  { name: 'earlier_index', columns: 'title body', weights: '0.0, 1.5, 1.0', count: null },
  { name: 'earlier_dense_index', columns: 'title body', weights: '0.0, 1.5, 1.0', count: null },
] as const;
type Index = (typeof indexes)[number];

const countRow = z.object({
  term: z.string(),
  counted: json(z.tuple([z.int(), z.nullable(z.int())])),
});

const countIn = ({ name }: Index) =>
  query(
    `SELECT asked.value ->> 0 AS term, (SELECT json_array(count(*), max(id)) FROM
       (SELECT rowid AS id FROM ${name} WHERE ${name} MATCH (asked.value ->> 1) LIMIT ?2)) AS counted
     FROM json_each(?1) asked`,
    countRow,
  );

/** Excludes passages that are being learned. The earlier ones of the same text are below position 0. */
const ARE_SETTLED = `NOT IN (SELECT p.id FROM learning_runs r
  JOIN passages p ON p.material = r.material AND p.position >= 0
  WHERE r.status = 'running' AND r.${IS_OPEN})`;

function fromIndex({ name }: Index, where: string): string {
  return where === ''
    ? name
    : `${name} CROSS JOIN passages p ON p.id = ${name}.rowid CROSS JOIN materials m ON m.seq = p.material`;
}

function conditionsIn({ name }: Index, where: string): string {
  return `${name}.rowid ${ARE_SETTLED} ${where === '' ? '' : `AND ${where}`}`;
}

/** A smaller bm25() is better, hence the minus. */
const bestIn = (index: Index, where: string) =>
  query(
    `SELECT id, score FROM (
       SELECT ${index.name}.rowid AS id, -bm25(${index.name}, ${index.weights}) AS score
       FROM ${fromIndex(index, where)}
       WHERE ${index.name} MATCH ?1 AND ${conditionsIn(index, where)}
       ORDER BY ${index.name}.rowid DESC LIMIT ?2)
     ORDER BY score DESC LIMIT ?3`,
    matchRow,
  );

/**
 * Sums each passage's scores of single terms, multiplied by their weights. `?1` lists for each term its expression, its
 * weight and the first passage to score; `?2` is an expression that all must match, or null. FTS5 can't sort what
 * bm25() returns in the same query, hence the limit.
 */
const weightedIn = (index: Index, where: string) =>
  query(
    `SELECT id, sum(score) AS score FROM (
       SELECT ${index.name}.rowid AS id, (asked.value ->> 1) * -bm25(${index.name}, ${index.weights}) AS score
       FROM json_each(?1) asked CROSS JOIN ${fromIndex(index, where)}
       WHERE ${index.name} MATCH (asked.value ->> 0) AND ${index.name}.rowid >= (asked.value ->> 2)
         AND (?2 IS NULL OR +${index.name}.rowid IN (SELECT rowid FROM ${index.name} WHERE ${index.name} MATCH ?2))
         AND ${conditionsIn(index, where)}
       LIMIT 1000000)
     GROUP BY id ORDER BY score DESC LIMIT ?3`,
    matchRow,
  );

/** Selects the lowest id among the newest passages that match. */
const firstOf = ({ name }: Index) =>
  query(
    `SELECT min(id) AS id FROM
       (SELECT rowid AS id FROM ${name} WHERE ${name} MATCH ?1 ORDER BY rowid DESC LIMIT ?2)`,
    z.object({ id: z.nullable(z.int()) }),
  );

/** Returns the matches, best first, without passages that are still being learned. */
export async function matchPassages(
  scope: IndexScope,
  asked: PassageQuery,
): Promise<PassageMatch[]> {
  const { limit, budget, conditions } = asked;
  if (asked.terms.length === 0) return newestPassages(scope, { limit, conditions });
  const phrase = conditions?.match ? `${conditions.match} AND ` : '';
  const search: Search = { scope, terms: termsOf(asked), phrase, limit, budget, conditions };
  const found = await Promise.all(scope.indexes.map((index) => matchIn(index, search)));
  return bestOf(found, limit);
}

/** The Memories that a search covers, with how often terms occur in them. */
export interface IndexScope {
  readonly queries: Queries;
  readonly accountId: string;
  readonly containers: readonly number[];
  readonly stored: z.infer<typeof countStored.row>;
  /** Prefix of match expressions that limits them to these Memories; empty if the search covers every Memory. */
  readonly filter: string;
  /** The indexes with passages. */
  readonly indexes: readonly Index[];
  /** Number of passages in the Memories, and in the earlier indexes. */
  readonly total: number;
  /** The number of passages that match expressions counted so far, by index and expression. */
  readonly counts: Map<string, number>;
}

const countStored = query(
  `SELECT NOT EXISTS (SELECT 1 FROM containers
       WHERE seq NOT IN (SELECT value FROM json_each(?1)) OR account_id <> ?2) AS is_all,
     json_group_array(seq) AS own, (SELECT coalesce(max(id), 0) FROM passages) AS newest,
     coalesce(sum(passages), 0) AS passages, coalesce(sum(dense_passages), 0) AS dense_passages,
     ${indexes.map(({ name }) => `EXISTS (SELECT 1 FROM ${name}_docsize) AS ${name}`).join(', ')}
   FROM containers WHERE seq IN (SELECT value FROM json_each(?1)) AND +account_id = ?2`,
  z.object({
    is_all: flag,
    own: json(z.array(z.int())),
    newest: z.int(),
    passages: z.int(),
    dense_passages: z.int(),
    passage_index: flag,
    dense_index: flag,
    earlier_index: flag,
    earlier_dense_index: flag,
  }),
);

/** Opens the Memories for one search, without those of other accounts. */
export async function openScope(
  queries: Queries,
  accountId: string,
  asked: readonly number[],
): Promise<IndexScope> {
  const stored = await queries.get(countStored, [JSON.stringify(asked), accountId]);
  if (stored === undefined) throw new Error('An aggregate without a row.');
  const { own: containers } = stored;
  const scopes = containers.map((seq) => quoted(scopeTerm(seq))).join(' OR ');
  const used = indexes.filter(({ name }) => stored[name]);
  const earlier = await Promise.all(
    used.filter(({ count }) => count === null).map((index) => rowsIn(queries, index)),
  );
  return {
    queries,
    accountId,
    containers,
    stored,
    // A filter that names every Memory would only be slower.
    filter: stored.is_all ? '' : `scope : (${scopes}) AND `,
    indexes: containers.length === 0 ? [] : used,
    total: earlier.reduce((sum, rows) => sum + rows, stored.passages + stored.dense_passages),
    counts: new Map(),
  };
}

/** Counts the passages in the Memories that contain each term. */
function countsIn(scope: IndexScope, index: Index, terms: readonly string[]) {
  return countMatches(scope, index, { within: scope.filter, terms });
}

/** Counts the passages that match both `within`, a prefix of the expression, and each term. */
async function countMatches(
  { queries, stored, counts }: IndexScope,
  index: Index,
  { within, terms }: Readonly<{ within: string; terms: readonly string[] }>,
): Promise<ReadonlyMap<string, number>> {
  const keyOf = (term: string) => `${index.name} ${within}${term}`;
  const missing = terms.filter((term) => !counts.has(keyOf(term)));
  if (missing.length > 0) {
    const asked = missing.map((term) => [term, within + wordsOf(index, [[term]])]);
    const rows = await queries.all(countIn(index), [JSON.stringify(asked), MAX_COUNTED]);
    for (const { term, counted } of rows) {
      const [passages, last] = counted;
      // If there are more, they're assumed to be as frequent after the last one as before it.
      const share = passages < MAX_COUNTED || last === null ? 1 : stored.newest / last;
      counts.set(keyOf(term), Math.round(passages * share));
    }
  }
  return new Map(terms.map((term) => [term, counts.get(keyOf(term)) ?? 0]));
}

const idRow = z.object({ id: z.int() });

const newestThat = (where: string) =>
  query(
    `SELECT p.id FROM json_each(?1) asked JOIN containers c ON c.seq = asked.value
     JOIN materials m ON m.container_id = c.id
     JOIN passages p ON p.material = m.seq
       AND p.position = (SELECT min(position) FROM passages WHERE material = m.seq)
     WHERE ?3 IS NULL AND p.id ${ARE_SETTLED} ${where === '' ? '' : `AND ${where}`}
     ORDER BY m.seq DESC LIMIT ?2`,
    idRow,
  );

/** Returns the first passage of each of the newest pages and notes, for queries without words. */
async function newestPassages(
  { queries, containers }: IndexScope,
  { limit, conditions }: Pick<PassageQuery, 'limit' | 'conditions'>,
): Promise<PassageMatch[]> {
  const newest = await queries.all(newestThat(conditions?.where ?? ''), [
    JSON.stringify(containers),
    limit,
    null,
    ...(conditions?.parameters ?? []),
  ]);
  return newest.map(({ id }, place) => ({ id, score: 1 / (place + 1) }));
}

interface Search extends Pick<PassageQuery, 'limit' | 'conditions'> {
  readonly scope: IndexScope;
  /** Query terms and related ones. */
  readonly terms: ReadonlyMap<string, RelatedTerm>;
  readonly budget: number | undefined;
  /** Prefix of match expressions that limits them to passages with a phrase; empty if there is none. */
  readonly phrase: string;
}

async function matchIn(index: Index, search: Search): Promise<PassageMatch[]> {
  const { scope, phrase, limit, budget: ofShort, conditions } = search;
  const { queries, stored } = scope;
  const within = scope.filter + phrase;
  const { present, weights } = await chooseTerms(index, search);
  if (present.length === 0) return [];
  const where = conditions?.where ?? '';
  return matchByPlan(present, { total: stored.newest, budget: ofShort, limit, scored });

  async function scored(groups: TermGroups, budget: number): Promise<PassageMatch[]> {
    const all = within + wordsOf(index, groups);
    const others = conditions?.parameters ?? [];
    if (weights === null) {
      return queries.all(bestIn(index, where), [all, maxScored(budget), limit, ...others]);
    }
    const newest = maxScored(budget);
    const single = await Promise.all(
      present
        .filter(({ term }) => groups.flat().includes(term))
        .map(async ({ term, passages }) => {
          // Without the phrase, which bm25() would score with each term.
          const expression = scope.filter + wordsOf(index, [[term]]);
          // If several terms have to match, the newest passages with one term might not contain the others.
          const isLimited = groups.length === 1 && passages > newest;
          const first = isLimited ? await queries.get(firstOf(index), [expression, newest]) : null;
          return [expression, weights.get(term) ?? 0, first?.id ?? 0];
        }),
    );
    const limitTo = groups.length > 1 || phrase !== '' ? all : null;
    return queries.all(weightedIn(index, where), [
      JSON.stringify(single),
      limitTo,
      limit,
      ...others,
    ]);
  }
}

interface ChosenTerms {
  readonly present: readonly PresentTerm[];
  /** Factors for the scores of the terms; null if they are all 1. */
  readonly weights: ReadonlyMap<string, number> | null;
}

async function chooseTerms(index: Index, { scope, terms, phrase }: Search): Promise<ChosenTerms> {
  const asked = [...terms.keys()];
  const own = await countMatches(scope, index, { within: scope.filter + phrase, terms: asked });
  const found = presentTerms(terms, own);
  const everywhere = await countMatches(scope, index, {
    within: '',
    terms: found.map(({ term }) => term),
  });
  const readsFor = ({ term }: CountedTerm) => everywhere.get(term) ?? 0;
  const chosen = chosenTerms(found, readsFor);
  // Scoring each term separately, which weights need, reads the Memory filter once per term.
  const filterReads = scope.filter === '' || index.count === null ? 0 : scope.stored[index.count];
  if (isTooCostly(chosen, (term) => filterReads + readsFor(term)))
    return { present: withoutRelated(chosen), weights: null };
  return { present: chosen, weights: await weightsIn(index, { scope, everywhere }, chosen) };
}

/**
 * Returns factors for the scores of the terms: bm25() weighs a term by its rarity in the whole index, but its rarity in the
 * searched Memories should count. Null if the scores can stay as they are.
 */
async function weightsIn(
  index: Index,
  {
    scope,
    everywhere,
  }: Pick<Search, 'scope'> & { readonly everywhere: ReadonlyMap<string, number> },
  present: readonly PresentTerm[],
): Promise<ReadonlyMap<string, number> | null> {
  const { queries, filter } = scope;
  if (index.count === null) {
    return present.every(isPlain)
      ? null
      : new Map(present.map(({ term, weight }) => [term, weight]));
  }
  // A term counts in all indexes: one with few passages, such as those of another script, would find every term common.
  const { passages, total } = await countTerms(
    scope,
    present.flatMap(({ term, of }) => [term, of]),
  );
  const rows = await rowsIn(queries, index);
  const rarities = raritiesOf(present, {
    searched: { passages, total },
    inIndex: { passages: everywhere, total: rows },
  });
  if (filter === '' && areNear(rarities)) return null;
  return new Map(
    rarities.map(({ term, weight, wanted, inIndex }) => [term, (weight * wanted) / inIndex]),
  );
}

const averagesRow = z.object({ block: z.instanceof(Uint8Array) });

/** FTS5's record of totals, which begins with the number of rows that bm25() uses (fts5_index.c, "averages"). */
const selectAverages = ({ name }: Index) =>
  query(`SELECT block FROM ${name}_data WHERE id = 1`, averagesRow);

/** Returns the number of passages in an index, as bm25() counts them. */
async function rowsIn(queries: Queries, index: Index): Promise<number> {
  const averages = await queries.get(selectAverages(index));
  return averages === undefined ? 0 : firstVarint(averages.block);
}

/** Reads the variable-length integer at the beginning of a record. */
function firstVarint(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) {
    value = value * 128 + (byte & 0x7f);
    if (byte < 0x80) break;
  }
  return value;
}

export async function countTerms(scope: IndexScope, terms: readonly string[]): Promise<TermCounts> {
  const counted = await Promise.all(scope.indexes.map((index) => countsIn(scope, index, terms)));
  return {
    passages: new Map(
      terms.map((term) => [term, counted.reduce((sum, own) => sum + (own.get(term) ?? 0), 0)]),
    ),
    total: scope.total,
  };
}

const selectExtents = query(
  `SELECT material, count(*) AS passages, min(id) AS first, max(id) AS last FROM passages
   WHERE material IN (SELECT m.seq FROM json_each(?) asked JOIN materials m ON m.seq = asked.value WHERE m.account_id = ?)
     AND id ${ARE_SETTLED} GROUP BY material`,
  z.object({ material: z.int(), passages: z.int(), first: z.int(), last: z.int() }),
);

const countInDocuments = ({ name }: Index) =>
  query(
    `SELECT d.value ->> 0 AS material, t.value ->> 0 AS term, (SELECT count(*) FROM ${name} i
       WHERE ${name} MATCH (t.value ->> 1) AND i.rowid BETWEEN (d.value ->> 1) AND (d.value ->> 2)) AS passages
     FROM json_each(?1) d CROSS JOIN json_each(?2) t`,
    documentTermRow,
  );

/** Counts the passages of each document that contain each term. */
export async function countDocumentTerms(
  scope: IndexScope,
  materials: readonly number[],
  terms: readonly string[],
): Promise<DocumentTerms> {
  const extents = await scope.queries.all(selectExtents, [
    JSON.stringify(materials),
    scope.accountId,
  ]);
  // Documents are learned one after another, so the ids of a document's passages are in one range.
  const places = JSON.stringify(
    extents.map(({ material, first, last }) => [material, first, last]),
  );
  const found = await Promise.all(
    scope.indexes.map(async (index) => {
      const counts = await countsIn(scope, index, terms);
      const present = terms.filter((term) => counts.get(term) !== 0);
      const asked = present.map((term) => [term, wordsOf(index, [[term]])]);
      return scope.queries.all(countInDocuments(index), [places, JSON.stringify(asked)]);
    }),
  );
  return {
    lengths: new Map(extents.map(({ material, passages }) => [material, passages])),
    found: found.flat().filter(({ passages }) => passages > 0),
  };
}

/**
 * Returns a Memory's term in the column `scope`. No word of a text can match it, because that column only contains
 * terms of Memories.
 */
export function scopeTerm(container: number): string {
  return `c${container}`;
}

function wordsOf({ columns }: Index, groups: TermGroups): string {
  const all = groups.map((terms) => `(${terms.map(quoted).join(' OR ')})`);
  return `{${columns}} : (${all.join(' AND ')})`;
}

/** Terms never contain quotes (see lib/text); escape anyway. */
function quoted(term: string): string {
  return `"${term.replaceAll('"', '""')}"`;
}
