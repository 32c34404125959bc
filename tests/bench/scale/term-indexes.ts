/**
 * `node tests/bench/scale/term-indexes.ts [--passages=100000] [--keep=FOLDER]`: measures ways for PostgreSQL to find
 * passages by their terms: a row for each term and passage; rows that pack up to 64 passages of a term; GIN and RUM
 * over a `tsvector` of the same terms; and one row for each term with all of its passages in arrays. For each term and
 * passage, all variants store the account, the index, the Memory, the passage's length, the term's frequency, and
 * whether the term is in the title or text.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, escapeLiteral } from 'pg';
import * as z from 'zod/mini';
import { searchTerms } from '../../../lib/text/search-terms.ts';
import { percentile } from '../figure.ts';
import { loadNow } from '../machine.ts';
import { markdownTable, shown } from '../report.ts';
import { type Collection, fillLibrary, withLibraries } from './bench-scale.ts';
import { startServer, superuserOf } from './postgres.ts';
import { questionsOver } from './questions.ts';

const QUESTIONS = 10;
const KINDS = ['three words of a page', 'a rare and two common words', 'three common words'];
/** The first one is a warm-up. */
const ROUNDS = 2;
const LIMIT = 60;
/** How many passages to add to the finished index, if the library is large enough. */
const ADDED = 1_000;

/** What queries have instead of parameters: the terms, and a `tsquery` that wants any of them. */
const [TERMS, ANY_TERM] = ['$terms', '$any'];

/** BM25 as the service computes it, for a term that is in every passage equally often. `frequency` is in tenths. */
const gain = (frequency: string, length: string) =>
  `${frequency} * 0.22::float8 / (${frequency} * 0.1::float8 + 1.2 * (0.25 + 0.75::float8 * ${length} / 200))`;

interface Variant {
  readonly name: string;
  readonly table: string;
  readonly create: string;
  /** Fills the empty table with the passages that meet the condition. */
  readonly fill: (where: string) => string;
  readonly index: string;
  /** Adds passages to the finished index; null if that can't be done. */
  readonly add: ((where: string) => string) | null;
  /** Finds the passages with any of the terms. */
  readonly candidates: string;
  /** Finds the best of them, with their scores. */
  readonly best: string;
  readonly needs?: string;
}

/** Sources of all variants. They're read from the passages, so they don't depend on how the service stores postings. */
const SOURCES = {
  bench_terms: `
    SELECT p.account_id, p.dense, t.term, p.id AS passage, c.seq AS container, least(p.length, 32767)::smallint AS length,
      least(15 * t.in_title + 10 * t.in_body + 3 * t.in_site, 32767)::smallint AS frequency,
      t.in_title + t.in_body > 0 AS in_text
    FROM passages p
    JOIN materials m ON m.account_id = p.account_id AND m.seq = p.material
    JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id
    CROSS JOIN LATERAL (
      SELECT term, count(*) FILTER (WHERE list = 'title') AS in_title, count(*) FILTER (WHERE list = 'body') AS in_body,
        count(*) FILTER (WHERE list = 'site') AS in_site
      FROM (VALUES ('title', title_terms), ('body', body_terms), ('site', site_terms)) AS lists (list, terms)
      CROSS JOIN LATERAL unnest(string_to_array(terms, ' ')) AS term WHERE term <> '' GROUP BY term) t`,
  // The weights A, B and D stand for title, address and text. A position has one weight only, so no two lists share any.
  bench_vectors: `
    SELECT p.account_id, p.id AS passage, p.dense, c.seq AS container, least(p.length, 32767)::smallint AS length, v.terms
    FROM passages p
    JOIN materials m ON m.account_id = p.account_id AND m.seq = p.material
    JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id
    CROSS JOIN LATERAL (
      SELECT cardinality(string_to_array(title_terms, ' ')) AS in_title,
        cardinality(string_to_array(site_terms, ' ')) AS in_site) counts
    CROSS JOIN LATERAL (
      SELECT coalesce(
        string_agg(quote_literal(term) || ':' || least(start + place, 16383) || weight, ' '), '')::tsvector AS terms
      FROM (VALUES (title_terms, 'A', 0), (site_terms, 'B', in_title), (body_terms, '', in_title + in_site))
        AS lists (list, weight, start)
      CROSS JOIN LATERAL unnest(string_to_array(list, ' ')) WITH ORDINALITY AS t (term, place) WHERE term <> '') v`,
};

const ACCOUNT = `account_id = (SELECT id FROM directory_accounts)`;
const OF_TERMS = `${ACCOUNT} AND dense = ANY ('{false,true}') AND term = ANY (${TERMS})`;
const ORDERED = `GROUP BY passage ORDER BY score DESC LIMIT ${LIMIT}`;
const KEY = 'account_id text COLLATE "C", dense boolean, term text COLLATE "C"';

const vectors = (name: string, table: string) => {
  const fill = (where: string) => `INSERT INTO ${table} SELECT * FROM bench_vectors WHERE ${where}`;
  const found = `${ACCOUNT} AND terms @@ ${ANY_TERM}`;
  return {
    name,
    table,
    create: `CREATE TABLE ${table} (account_id text COLLATE "C", passage bigint, dense boolean, container bigint,
      length smallint, terms tsvector, PRIMARY KEY (account_id, passage))`,
    fill,
    add: fill,
    candidates: `SELECT passage FROM ${table} WHERE ${found}`,
    // Reads the frequencies of the terms out of each vector.
    best: `SELECT passage, sum(${gain('frequency', 'length')}) AS score FROM ${table}
      CROSS JOIN LATERAL (
        SELECT sum(CASE weight WHEN 'A' THEN 15 WHEN 'B' THEN 3 ELSE 10 END) AS frequency
        FROM unnest(terms) AS u CROSS JOIN LATERAL unnest(u.weights) AS weight
        WHERE u.lexeme = ANY (${TERMS}) GROUP BY u.lexeme) f
      WHERE ${found} ${ORDERED}`,
  };
};

const fillRows = (where: string) => `INSERT INTO bench_rows
  SELECT account_id, dense, term, passage, container, length, frequency, in_text FROM bench_terms
  WHERE ${where} ORDER BY account_id, dense, term, passage`;

/** The most entries that a row packs. */
const ENTRIES = 64;

/** Packs rows of terms and passages. */
const fillPacked = (from: string) => `INSERT INTO bench_packed
  SELECT account_id, dense, term, container, first, array_agg(
    ((passage - first) << 31) | (length::bigint << 16) | (frequency::bigint << 1) | in_text::integer::bigint
    ORDER BY passage)
  FROM (
    SELECT *, min(passage) OVER (PARTITION BY account_id, dense, term, container, part) AS first
    FROM (
      SELECT *, (row_number() OVER (PARTITION BY account_id, dense, term, container ORDER BY passage) - 1) / ${ENTRIES}
        AS part
      FROM (${from}) added) numbered) parts
  GROUP BY account_id, dense, term, container, first ORDER BY account_id, dense, term, container, first`;

/** What an entry holds. */
const UNPACKED = `first + (entry >> 31) AS passage, (entry >> 16) & 32767 AS length, (entry >> 1) & 32767 AS frequency,
  (entry & 1)::integer::boolean AS in_text`;

/** Returns SQL that fills up each term's last row. The service extends a row only if all new entries fit. */
const addPacked = (where: string) => `
  WITH added AS (SELECT * FROM bench_terms WHERE ${where}),
  last AS (
    SELECT keys.*, rows.first FROM (SELECT DISTINCT account_id, dense, term, container FROM added) keys
    CROSS JOIN LATERAL (SELECT first, entries FROM bench_packed p
      WHERE (p.account_id, p.dense, p.term, p.container) = (keys.account_id, keys.dense, keys.term, keys.container)
      ORDER BY first DESC LIMIT 1) rows
    WHERE cardinality(entries) < ${ENTRIES}),
  opened AS (
    DELETE FROM bench_packed p USING last
    WHERE (p.account_id, p.dense, p.term, p.container, p.first)
      = (last.account_id, last.dense, last.term, last.container, last.first)
    RETURNING p.*)
  ${fillPacked(`
    SELECT account_id, dense, term, passage, container, length, frequency, in_text FROM added
    UNION ALL SELECT account_id, dense, term, passage, container, length, frequency, in_text
      FROM opened CROSS JOIN LATERAL unnest(entries) AS entry CROSS JOIN LATERAL (SELECT ${UNPACKED}) unpacked`)}`;

const variants: readonly Variant[] = [
  {
    name: 'Rows',
    table: 'bench_rows',
    create: `CREATE TABLE bench_rows (${KEY}, passage bigint, container bigint, length smallint, frequency smallint,
      in_text boolean)`,
    fill: fillRows,
    index: `ALTER TABLE bench_rows ADD PRIMARY KEY (account_id, dense, term, passage)
      INCLUDE (container, length, frequency, in_text)`,
    add: fillRows,
    candidates: `SELECT DISTINCT passage FROM bench_rows WHERE ${OF_TERMS}`,
    best: `SELECT passage, sum(${gain('frequency', 'length')}) AS score FROM bench_rows
      WHERE ${OF_TERMS} ${ORDERED}`,
  },
  {
    name: 'Packed',
    table: 'bench_packed',
    create: `CREATE TABLE bench_packed (${KEY}, container bigint, first bigint, entries bigint[])`,
    fill: (where) => fillPacked(`SELECT * FROM bench_terms WHERE ${where}`),
    index: 'ALTER TABLE bench_packed ADD PRIMARY KEY (account_id, dense, term, container, first)',
    add: addPacked,
    candidates: `SELECT DISTINCT first + (entry >> 31) AS passage FROM bench_packed
      CROSS JOIN LATERAL unnest(entries) AS entry WHERE ${OF_TERMS}`,
    best: `SELECT passage, sum(${gain('frequency', 'length')}) AS score FROM bench_packed
      CROSS JOIN LATERAL unnest(entries) AS entry CROSS JOIN LATERAL (SELECT ${UNPACKED}) unpacked
      WHERE ${OF_TERMS} ${ORDERED}`,
  },
  {
    ...vectors('GIN', 'bench_gin'),
    // Otherwise most of the work of adding passages would be left to VACUUM.
    index:
      'CREATE INDEX bench_gin_terms ON bench_gin USING gin (account_id, terms) WITH (fastupdate = off)',
    // For the account.
    needs: 'btree_gin',
  },
  {
    ...vectors('RUM', 'bench_rum'),
    index: 'CREATE INDEX bench_rum_terms ON bench_rum USING rum (account_id, terms)',
    needs: 'rum',
  },
  {
    name: 'Arrays by term',
    table: 'bench_arrays',
    create: `CREATE TABLE bench_arrays (${KEY}, passages bigint[], containers bigint[], lengths smallint[],
      frequencies smallint[], in_texts boolean[])`,
    fill: (where) => `INSERT INTO bench_arrays
      SELECT account_id, dense, term, array_agg(passage ORDER BY passage), array_agg(container ORDER BY passage),
        array_agg(length ORDER BY passage), array_agg(frequency ORDER BY passage), array_agg(in_text ORDER BY passage)
      FROM bench_terms WHERE ${where} GROUP BY account_id, dense, term`,
    index: 'ALTER TABLE bench_arrays ADD PRIMARY KEY (account_id, dense, term)',
    add: null,
    candidates: `SELECT DISTINCT unnest(passages) AS passage FROM bench_arrays WHERE ${OF_TERMS}`,
    best: `SELECT passage, sum(${gain('frequency', 'length')}) AS score FROM bench_arrays
      CROSS JOIN LATERAL unnest(passages, containers, lengths, frequencies, in_texts)
        AS o (passage, container, length, frequency, in_text)
      WHERE ${OF_TERMS} ${ORDERED}`,
  },
];

const sizeSchema = z.tuple([z.object({ size: z.coerce.number() })]);

interface Question {
  readonly kind: string;
  readonly terms: readonly string[];
}

/** Measures each variant, and returns a table. */
async function compare(database: string, { documents, passages: total }: Collection) {
  const client = new Client({ connectionString: superuserOf(database) });
  await client.connect();
  const questions = Object.entries(questionsOver(documents, QUESTIONS))
    .filter(([kind]) => KINDS.includes(kind))
    .flatMap(([kind, all]) => all.map((text): Question => ({ kind, terms: searchTerms(text) })));
  const added = Math.min(ADDED, Math.floor(total / 10));
  const lines = [
    [
      '',
      'Size (MB)',
      'Built (s)',
      `${added.toLocaleString('en')} more (s)`,
      ...KINDS.flatMap((kind) => [kind, 'best']),
    ],
  ];
  try {
    for (const [table, select] of Object.entries(SOURCES)) {
      console.error(table);
      await client.query(`DROP TABLE IF EXISTS ${table}`);
      await client.query(`CREATE UNLOGGED TABLE ${table} AS ${select}`);
      await client.query(`ANALYZE ${table}`);
    }
    for (const variant of variants) {
      console.error(variant.name);
      lines.push([variant.name, ...(await measure(client, variant, { questions, added }))]);
    }
    for (const table of Object.keys(SOURCES)) await client.query(`DROP TABLE ${table}`);
  } finally {
    await client.end();
  }
  return `${markdownTable(lines)}\n\nTimes of queries are p50 / p99 in milliseconds. Load average ${loadNow().toFixed(1)}.`;
}

/** What each query found, by the query. All variants have to find the same. */
const found = new Map<string, string>();

interface Measuring {
  readonly questions: readonly Question[];
  /** How many passages to add to the finished index. */
  readonly added: number;
}

async function measure(
  client: Client,
  { table, create, fill, index, candidates, best, add, needs }: Variant,
  { questions, added }: Measuring,
): Promise<string[]> {
  if (needs !== undefined && !(await isInstalled(client, needs))) return [`needs ${needs}`];
  const timed = async (sql: string) => {
    const begun = performance.now();
    const { rows } = await client.query(sql);
    return { ms: performance.now() - begun, rows };
  };
  await client.query(`DROP TABLE IF EXISTS ${table}`);
  await client.query(create);
  const last = `(SELECT max(id) - ${add === null ? 0 : added} FROM passages)`;
  const built = (await timed(fill(`passage <= ${last}`))).ms + (await timed(index)).ms;
  await client.query(`VACUUM ANALYZE ${table}`);
  const more = add === null ? '' : shown((await timed(add(`passage > ${last}`))).ms / 1000);
  await client.query(`VACUUM ANALYZE ${table}`);
  const { rows } = await timed(`SELECT pg_total_relation_size('${table}') AS size`);
  const [{ size }] = z.parse(sizeSchema, rows);

  const cells: string[] = [];
  for (const kind of KINDS) {
    for (const sql of [candidates, best]) {
      const times: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const { terms } of questions.filter((one) => one.kind === kind)) {
          const result = await timed(filledIn(sql, terms));
          if (round > 0) times.push(result.ms);
          assertSame(`${kind} ${terms.join(' ')} ${sql === best}`, result.rows);
        }
      }
      cells.push(`${shown(percentile(times, 0.5))} / ${shown(percentile(times, 0.99))}`);
    }
  }
  await client.query(`DROP TABLE ${table}`);
  return [shown(size / 1e6), shown(built / 1000), more, ...cells];
}

async function isInstalled(client: Client, extension: string): Promise<boolean> {
  return client.query(`CREATE EXTENSION IF NOT EXISTS ${extension}`).then(
    () => true,
    () => false,
  );
}

function filledIn(sql: string, terms: readonly string[]): string {
  const quoted = terms.map((term) => escapeLiteral(term));
  return sql
    .replaceAll(TERMS, () => `ARRAY[${quoted.join(', ')}]::text[]`)
    .replaceAll(ANY_TERM, () => `${escapeLiteral(quoted.join(' | '))}::tsquery`);
}

const foundSchema = z.array(z.object({ score: z.optional(z.number()) }));

/** Compares the number of passages and the sum of their scores, whose last digits depend on the order of adding. */
function assertSame(asked: string, rows: readonly unknown[]): void {
  const score = z.parse(foundSchema, rows).reduce((sum, row) => sum + (row.score ?? 0), 0);
  const result = `${rows.length} passages with ${score.toPrecision(9)}`;
  const known = found.get(asked) ?? result;
  found.set(asked, known);
  if (known !== result) throw new Error(`Found ${result} instead of ${known}: ${asked}`);
}

const { values } = parseArgs({
  options: { passages: { type: 'string', default: '100000' }, keep: { type: 'string' } },
});
const passages = Number(values.passages);
await withLibraries(values.keep ?? null, async (folder) => {
  const server = await startServer(join(folder, 'postgres'));
  if (typeof server === 'string') {
    console.log(`PostgreSQL was skipped: ${server}`);
    return;
  }
  try {
    const database = await server.createDatabase(`passages_${passages}`);
    const { collection } = await fillLibrary({
      passages,
      folder: join(folder, String(passages)),
      database,
      tell: (step) => console.error(step),
    });
    console.log(await compare(database, collection));
  } finally {
    await server.stop();
  }
});
