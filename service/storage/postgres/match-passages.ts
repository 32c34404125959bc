/**
 * Finds passages by their terms, best first, with the formula and the weights of SQLite's bm25(). A passage's score is the
 * sum over the terms: how often the passage has each, relative to its length, times the term's rarity in the searched
 * Memories.
 */
import * as z from 'zod/mini';
import {
  areNear,
  chosenTerms,
  isTooCostly,
  presentTerms,
  raritiesOf,
  termsOf,
  withoutRelated,
  type PresentTerm,
} from '../choose-terms.ts';
import { bestOf, matchByPlan, maxScored, type CountedTerm } from '../plan-match.ts';
import type {
  DocumentTerms,
  PassageMatch,
  PassageQuery as PortQuery,
  RelatedTerm,
  TermCounts,
} from '../port/search.ts';
import { documentTermRow, matchRow } from '../rows.ts';
import { query } from '../sql.ts';
import {
  FREQUENCY,
  isPhrase,
  LENGTH,
  MOST_IN_ROW,
  newestRows,
  PASSAGE,
  phrasePostings,
  type PhrasePosting,
  rowsFor,
} from './postings.ts';
import type { Queries, SqlValue } from './sql.ts';

/** BM25's limit of how much repetition counts, and how much a passage's length does. */
const [K1, B] = [1.2, 0.75];

/** Adds a parameter to a statement and returns its name. */
export type Bind = (value: SqlValue) => string;

/** Requirements of a query other than its terms (see search-conditions.ts). */
export interface Conditions {
  /** The passages with a phrase; null if any will do. */
  readonly passages: readonly number[] | null;
  /** Returns SQL about the row `m` of `materials`; empty if there is none. */
  readonly where: (bind: Bind) => string;
}

interface PassageQuery extends PortQuery {
  readonly budget?: number;
  readonly conditions?: Conditions | undefined;
}

interface FoundPhrase {
  readonly postings: readonly PhrasePosting[];
  /** The share of the passages with the phrase's rarest word that were checked, newest first. */
  readonly share: number;
}

/** Two indexes: passages in Chinese, Japanese and Korean are dense. */
type Index = 'sparse' | 'dense';

interface UsedIndex {
  readonly index: Index;
  /** Number of passages of the account in it. */
  readonly total: number;
  /** The average number of terms in a passage. */
  readonly average: number;
}

/** The Memories that a search covers, with how often terms occur in them. */
export interface IndexScope {
  readonly queries: Queries;
  readonly accountId: string;
  readonly containers: readonly number[];
  /** Limits a search to these Memories; null if they are all of the account's. */
  readonly filter: readonly number[] | null;
  /** The indexes with passages. */
  readonly indexes: readonly UsedIndex[];
  /** Number of passages in the Memories, and in the account. */
  readonly total: number;
  readonly totalInAccount: number;
  /** Number of Memories in the account. */
  readonly memories: number;
  /** The passages that are being learned, which searches leave out. The earlier ones of the same text are below position 0. */
  readonly unsettled: readonly number[];
  /** The number of passages with each term that was counted so far, by filter and term. */
  readonly counts: Map<string, (index: Index) => Promise<number>>;
  /** What was found of each phrase that was looked up so far, by filter, index and phrase. */
  readonly phrases: Map<string, Promise<FoundPhrase>>;
}

const countStored = query(
  `SELECT coalesce(json_agg(seq) FILTER (WHERE seq = ANY ($2::bigint[])), '[]') AS own,
     count(*) FILTER (WHERE seq <> ALL ($2::bigint[])) AS others,
     coalesce(sum(passages + dense_passages) FILTER (WHERE seq = ANY ($2::bigint[])), 0)::bigint AS total,
     coalesce(sum(passages), 0)::bigint AS passages, coalesce(sum(passage_terms), 0)::bigint AS passage_terms,
     coalesce(sum(dense_passages), 0)::bigint AS dense_passages, coalesce(sum(dense_terms), 0)::bigint AS dense_terms,
     (SELECT coalesce(json_agg(p.id), '[]') FROM learning_runs r
      JOIN passages p ON p.account_id = r.account_id AND p.material = r.material AND p.position >= 0
      WHERE r.account_id = $1 AND r.status = 'running') AS unsettled
   FROM containers WHERE account_id = $1`,
  z.object({
    own: z.array(z.int()),
    others: z.int(),
    total: z.int(),
    passages: z.int(),
    passage_terms: z.int(),
    dense_passages: z.int(),
    dense_terms: z.int(),
    unsettled: z.array(z.int()),
  }),
);

/** Opens the Memories for one search, without those of other accounts. */
export async function openScope(
  queries: Queries,
  accountId: string,
  asked: readonly number[],
): Promise<IndexScope> {
  const stored = await queries.get(countStored, [accountId, asked]);
  if (stored === undefined) throw new Error('An aggregate without a row.');
  const indexes = [
    { index: 'sparse', total: stored.passages, terms: stored.passage_terms },
    { index: 'dense', total: stored.dense_passages, terms: stored.dense_terms },
  ] as const;
  return {
    queries,
    accountId,
    containers: stored.own,
    filter: stored.others === 0 ? null : stored.own,
    indexes: indexes
      .filter(({ total }) => stored.own.length > 0 && total > 0)
      .map(({ index, total, terms }) => ({ index, total, average: terms / total })),
    total: stored.total,
    totalInAccount: stored.passages + stored.dense_passages,
    memories: stored.own.length + stored.others,
    unsettled: stored.unsettled,
    counts: new Map(),
    phrases: new Map(),
  };
}

/** Returns the matches, best first, without passages that are still being learned. */
export async function matchPassages(
  scope: IndexScope,
  asked: PassageQuery,
): Promise<PassageMatch[]> {
  const { limit, budget, conditions } = asked;
  if (asked.terms.length === 0) return newestPassages(scope, { limit, conditions });
  const search: Search = { scope, terms: termsOf(asked), limit, budget, conditions };
  const found = await Promise.all(scope.indexes.map((index) => matchIn(index, search)));
  return bestOf(found, limit);
}

interface Search extends Pick<PassageQuery, 'limit' | 'conditions'> {
  readonly scope: IndexScope;
  /** Query terms and related ones. */
  readonly terms: ReadonlyMap<string, RelatedTerm>;
  readonly budget: number | undefined;
}

async function matchIn(
  { index, average, total }: UsedIndex,
  search: Search,
): Promise<PassageMatch[]> {
  const { scope, limit, budget, conditions } = search;
  const { present, factors } = await chooseTerms({ index, total }, search);
  if (present.length === 0) return [];
  return matchByPlan(present, {
    total: scope.totalInAccount,
    budget,
    limit,
    scored(groups, most) {
      const newest = maxScored(most);
      const terms = present.flatMap(({ term, passages }) => {
        const number = groups.findIndex((group) => group.includes(term));
        // If several terms have to match, the newest passages with one term might not contain the others.
        const isLimited = groups.length === 1 && passages > newest;
        const factor = factors.get(term) ?? 0;
        return number === -1 ? [] : [{ term, passages, number, factor, isLimited }];
      });
      const rows = rowsFor(newest, scope.memories);
      return scored(scope, {
        index,
        average,
        terms,
        rows,
        groups: groups.length,
        limit,
        conditions,
      });
    },
  });
}

interface ScoredTerm {
  readonly term: string;
  readonly passages: number;
  readonly factor: number;
  /** The number of its group. */
  readonly number: number;
  /** Whether to score only its newest passages. */
  readonly isLimited: boolean;
}

interface Scoring
  extends Pick<UsedIndex, 'index' | 'average'>, Pick<PassageQuery, 'limit' | 'conditions'> {
  readonly terms: readonly ScoredTerm[];
  /** How many rows to read of a term that is limited. */
  readonly rows: number;
  readonly groups: number;
}

/** Scores the passages that have a term of each group. */
async function scored(
  scope: IndexScope,
  { index, average, terms, rows, groups, limit, conditions }: Scoring,
): Promise<PassageMatch[]> {
  const { queries, accountId, filter } = scope;
  const { bind, parameters } = binding();
  const account = bind(accountId);
  const isOfTerm = [
    `account_id = ${account} AND dense = ${bind(index === 'dense')} AND term = asked.term`,
    ...(filter === null ? [] : [`container = ANY (${bind(filter)}::bigint[])`]),
  ].join(' AND ');

  /** Returns SQL that reads what the index has about these terms. */
  async function read(some: readonly ScoredTerm[]): Promise<string> {
    const sources: string[] = [];
    for (const [isLimited, alike] of Map.groupBy(some, (one) => one.isLimited)) {
      const asked = [
        `${bind(alike.map(({ term }) => term))}::text[]`,
        `${bind(alike.map(({ factor }) => factor))}::float8[]`,
        `${bind(alike.map(({ number }) => 2 ** number))}::bigint[]`,
      ];
      const ofTerm = isLimited
        ? newestRows(isOfTerm, bind(rows))
        : `SELECT first, entries FROM postings WHERE ${isOfTerm}`;
      sources.push(
        `SELECT factor, bit, ${PASSAGE} AS passage, ${FREQUENCY} AS frequency, ${LENGTH} AS length FROM (
           SELECT asked.factor, asked.bit, o.first, unnest(o.entries) AS entry
           FROM unnest(${asked.join(', ')}) AS asked (term, factor, bit) CROSS JOIN LATERAL (${ofTerm}) o) entries`,
      );
    }
    for (const { term, factor, number } of some.filter((one) => isPhrase(one.term))) {
      const { postings } = await findPhrase(scope, index, term);
      const columns = (['passage', 'frequency', 'length'] as const).map(
        (column) => `${bind(postings.map((posting) => posting[column]))}::bigint[]`,
      );
      sources.push(
        `SELECT ${bind(factor)}::float8, ${bind(2 ** number)}::bigint, * FROM unnest(${columns.join(', ')})`,
      );
    }
    return sources.join(' UNION ALL ');
  }

  // Of the other groups, only the passages that have a term of the rarest group are scored, which are few. With `IS TRUE`,
  // PostgreSQL looks each one up in a hash table; it has no statistics for a join, and chose one that took seconds.
  const sizes = Array.from({ length: groups }, (_, number) =>
    terms.reduce((sum, one) => (one.number === number ? sum + one.passages : sum), 0),
  );
  const rarest = sizes.indexOf(Math.min(...sizes));
  const others = terms.filter(({ number }) => number !== rarest);
  const inRarest = await read(terms.filter(({ number }) => number === rarest));
  const isSeveral = others.length > 0;
  const matched = isSeveral
    ? `WITH rarest (factor, bit, passage, frequency, length) AS MATERIALIZED (${inRarest}),
         others AS MATERIALIZED (
           SELECT * FROM (${await read(others)}) o WHERE (passage IN (SELECT passage FROM rarest)) IS TRUE)`
    : '';
  const entries = isSeveral
    ? `SELECT * FROM others
       UNION ALL SELECT * FROM rarest WHERE (passage IN (SELECT passage FROM others)) IS TRUE`
    : inRarest;
  // Frequencies are in tenths, so both parts of the norm are multiplied by 10.
  const norm = `(${10 * K1 * (1 - B)}::float8 + ${10 * K1 * B}::float8 / ${bind(average)}::float8 * length)`;
  const passages = conditions?.passages
    ? `WHERE passage = ANY (${bind(conditions.passages)}::bigint[])`
    : '';
  // Each group has a bit, because counting distinct groups would sort all rows.
  const sums = `
    SELECT passage, sum(factor * ${K1 + 1} * frequency / (frequency + ${norm})) AS score
    FROM (${entries}) o ${passages}
    GROUP BY passage ${isSeveral ? `HAVING bit_or(bit) = ${2 ** groups - 1}` : ''}`;
  const where = conditions?.where(bind) ?? '';
  const materials = `JOIN passages p ON p.account_id = ${account} AND p.id = s.passage
    JOIN materials m ON m.account_id = p.account_id AND m.seq = p.material`;
  return queries.all(
    query(
      `${matched}
       SELECT s.passage AS id, s.score FROM (${sums}) s ${where === '' ? '' : materials}
       WHERE s.passage <> ALL (${bind(scope.unsettled)}::bigint[]) ${where === '' ? '' : `AND ${where}`}
       ORDER BY s.score DESC, s.passage DESC LIMIT ${bind(limit)}`,
      matchRow,
    ),
    parameters,
  );
}

function binding() {
  const parameters: SqlValue[] = [];
  return { bind: (value: SqlValue) => `$${parameters.push(value)}`, parameters };
}

/** Returns the first passage of each of the newest pages and notes, for queries without words. */
async function newestPassages(
  { queries, accountId, containers, unsettled }: IndexScope,
  { limit, conditions }: Pick<PassageQuery, 'limit' | 'conditions'>,
): Promise<PassageMatch[]> {
  const { bind, parameters } = binding();
  const account = bind(accountId);
  const where = conditions?.where(bind) ?? '';
  const newest = await queries.all(
    query(
      `SELECT p.id FROM containers c
       JOIN materials m ON m.account_id = c.account_id AND m.container_id = c.id
       CROSS JOIN LATERAL (SELECT id FROM passages WHERE account_id = ${account} AND material = m.seq
         ORDER BY position LIMIT 1) p
       WHERE c.account_id = ${account} AND c.seq = ANY (${bind(containers)}::bigint[])
         AND p.id <> ALL (${bind(unsettled)}::bigint[]) ${where === '' ? '' : `AND ${where}`}
       ORDER BY m.seq DESC LIMIT ${bind(limit)}`,
      z.object({ id: z.int() }),
    ),
    parameters,
  );
  return newest.map(({ id }, place) => ({ id, score: 1 / (place + 1) }));
}

/** Reading a passage from the index takes about twice as long as in SQLite, so half as many are read. */
const READ_COST = 2;

interface ChosenTerms {
  readonly present: readonly PresentTerm[];
  /** The weights of the terms, by which their scores are multiplied. */
  readonly factors: ReadonlyMap<string, number>;
}

async function chooseTerms(
  { index, total }: Pick<UsedIndex, 'index' | 'total'>,
  { scope, terms, conditions }: Search,
): Promise<ChosenTerms> {
  const asked = [...terms.keys()];
  const passages = conditions?.passages ?? null;
  const own =
    passages === null
      ? await countsIn(scope, index, asked)
      : await countAmong(scope, index, { terms: asked, passages });
  const found = presentTerms(terms, own);
  const everywhere = await countsIn(
    { ...scope, filter: null },
    index,
    found.map(({ term }) => term),
  );
  const readsFor = ({ term }: CountedTerm) => READ_COST * (everywhere.get(term) ?? 0);
  const chosen = chosenTerms(found, readsFor);
  const present = isTooCostly(chosen, readsFor) ? withoutRelated(chosen) : chosen;
  const rarities = raritiesOf(present, {
    searched: await countTerms(
      scope,
      present.flatMap(({ term, of }) => [term, of]),
    ),
    inIndex: { passages: everywhere, total },
  });
  const isNear = scope.filter === null && areNear(rarities);
  return {
    present,
    factors: new Map(
      rarities.map(({ term, weight, wanted, inIndex }) => [
        term,
        weight * (isNear ? inIndex : wanted),
      ]),
    ),
  };
}

const countRow = z.object({ term: z.string(), passages: z.int() });
/** Maximum number of rows to count exactly. If a term has more, a sample of about half as many rows is counted. */
const MOST_ROWS = 400;
const OF_ASKED = `account_id = $1 AND dense = indexes.dense AND term = asked.term
  AND ($3::bigint[] IS NULL OR container = ANY ($3::bigint[]))`;
/** Counts in both indexes at once, since a round trip takes about as long as the counting. */
const countPostings = query(
  `SELECT asked.term, dense, CASE WHEN counted.rows <= ${MOST_ROWS}
     THEN (SELECT coalesce(sum(cardinality(entries)), 0)::bigint FROM postings WHERE ${OF_ASKED})
     ELSE (
       SELECT (counted.rows * coalesce(avg(cardinality(entries)), ${MOST_IN_ROW}))::bigint FROM (
         SELECT account_id, dense, term, container, first FROM postings
         WHERE ${OF_ASKED} AND (hashint8(first) & 2147483647) % (2 * counted.rows / ${MOST_ROWS}) = 0) sampled
       JOIN postings USING (account_id, dense, term, container, first))
     END AS passages
   FROM unnest($2::text[]) AS asked (term) CROSS JOIN (VALUES (false), (true)) AS indexes (dense)
   CROSS JOIN LATERAL (SELECT count(*) AS rows FROM postings WHERE ${OF_ASKED}) counted`,
  z.extend(countRow, { dense: z.boolean() }),
);

/** Counts the passages in the Memories that contain each term. */
async function countsIn(
  scope: IndexScope,
  index: Index,
  terms: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { filter, counts } = scope;
  const keyOf = (term: string) => `${filter === null ? '' : 'filtered'} ${term}`;
  const missing = [...new Set(terms)].filter((term) => !counts.has(keyOf(term)));
  const words = missing.filter((term) => !isPhrase(term));
  const counted = words.length === 0 ? null : countWords(scope, words);
  for (const word of words)
    counts.set(keyOf(word), async (one) => (await counted)?.get(`${one} ${word}`) ?? 0);
  for (const phrase of missing.filter(isPhrase))
    counts.set(keyOf(phrase), async (one) => {
      const { postings, share } = await findPhrase(scope, one, phrase);
      return Math.round(postings.length / share);
    });
  const found = await Promise.all(
    terms.map(async (term): Promise<[string, number]> => {
      return [term, (await counts.get(keyOf(term))?.(index)) ?? 0];
    }),
  );
  return new Map(found);
}

/** Counts words in both indexes. The keys of the result are the index and the word. */
async function countWords(
  { queries, accountId, filter }: IndexScope,
  words: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const rows = await queries.all(countPostings, [accountId, words, filter]);
  return new Map(
    rows.map(({ term, dense, passages }) => [`${dense ? 'dense' : 'sparse'} ${term}`, passages]),
  );
}

/** Maximum number of passages to read for a phrase or a count. Reading a passage takes about 20 µs. */
const MOST_READ = 2_000;

/** Looks up a phrase in the Memories. */
function findPhrase(scope: IndexScope, index: Index, phrase: string): Promise<FoundPhrase> {
  const { queries, accountId, filter, memories, phrases } = scope;
  const key = `${filter === null ? '' : 'filtered'} ${index} ${phrase}`;
  const found =
    phrases.get(key) ??
    countsIn(scope, index, phrase.split(' ')).then(async (counts) => {
      const [rarest = '', passages = 0] = [...counts].toSorted(([, a], [, b]) => a - b)[0] ?? [];
      if (passages === 0) return { postings: [], share: 1 };
      const words = { phrase, rarest, isDense: index === 'dense' };
      const limits = { filter, memories, most: MOST_READ };
      const postings = await phrasePostings(queries, { accountId, ...words, ...limits });
      return { postings, share: Math.min(1, MOST_READ / passages) };
    });
  phrases.set(key, found);
  return found;
}

/** Between the lists are two spaces, so that no phrase begins in one and ends in the next. */
const countThose = query(
  `SELECT asked.term, count(*) AS passages FROM passages p JOIN unnest($3::text[]) AS asked (term)
     ON strpos(' ' || concat_ws('  ', p.title_terms, p.body_terms, p.site_terms) || ' ', ' ' || asked.term || ' ') > 0
   WHERE p.account_id = $1 AND p.dense = $2 AND p.id = ANY ($4::bigint[]) GROUP BY asked.term`,
  countRow,
);

/**
 * Counts how many of the passages contain each term. If there are more than `MOST_READ`, only the newest are counted,
 * and the counts are scaled up.
 */
async function countAmong(
  { queries, accountId }: IndexScope,
  index: Index,
  { terms, passages }: { terms: readonly string[]; passages: readonly number[] },
): Promise<ReadonlyMap<string, number>> {
  const newest = passages.toSorted((a, b) => b - a).slice(0, MOST_READ);
  const rows = await queries.all(countThose, [accountId, index === 'dense', terms, newest]);
  const share = newest.length / passages.length;
  return new Map(rows.map((row) => [row.term, Math.round(row.passages / share)]));
}

export async function countTerms(scope: IndexScope, terms: readonly string[]): Promise<TermCounts> {
  const counted = await Promise.all(
    scope.indexes.map(({ index }) => countsIn(scope, index, terms)),
  );
  return {
    passages: new Map(
      terms.map((term) => [term, counted.reduce((sum, own) => sum + (own.get(term) ?? 0), 0)]),
    ),
    total: scope.total,
  };
}

/**
 * Counts each term between the first and the last passage of each document. An account's documents are learned one after
 * another, so nothing else is between them. Looking up each passage would take many times as long. `place` is a subquery so
 * that its result is a column: because of row-level security, PostgreSQL looks up a column in an index, but not what a function
 * returned.
 */
const selectDocumentTerms = query(
  `SELECT d.material, d.length, asked.term, counted.passages FROM (
     SELECT p.material, p.container, p.dense, min(p.id) AS first, max(p.id) AS last, count(*) AS length FROM passages p
     WHERE p.account_id = $1 AND p.material = ANY ($2::bigint[]) AND p.id <> ALL ($4::bigint[])
     GROUP BY p.material, p.container, p.dense) d
   CROSS JOIN unnest($3::text[]) AS asked (term) CROSS JOIN LATERAL (
     SELECT coalesce(max(b.first), 0) AS since FROM postings b
     WHERE b.account_id = $1 AND b.dense = d.dense AND b.term = asked.term AND b.container = d.container
       AND b.first <= d.first) place
   CROSS JOIN LATERAL (
     SELECT count(*) AS passages FROM (
       SELECT o.first, unnest(o.entries) AS entry FROM postings o
       WHERE o.account_id = $1 AND o.dense = d.dense AND o.term = asked.term AND o.container = d.container
         AND o.first BETWEEN place.since AND d.last) entries
     WHERE ${PASSAGE} BETWEEN d.first AND d.last) counted`,
  z.extend(documentTermRow, { length: z.int() }),
);

/** Counts the passages of each document that contain each term. */
export async function countDocumentTerms(
  { queries, accountId, unsettled }: IndexScope,
  materials: readonly number[],
  terms: readonly string[],
): Promise<DocumentTerms> {
  const rows = await queries.all(selectDocumentTerms, [accountId, materials, terms, unsettled]);
  const lengths = new Map<number, number>();
  // A document can have passages in both indexes.
  for (const { material, length } of rows.filter(({ term }) => term === terms[0]))
    lengths.set(material, (lengths.get(material) ?? 0) + length);
  const found = rows.map(({ material, term, passages }) => ({ material, term, passages }));
  return { lengths, found: found.filter(({ passages }) => passages > 0) };
}
