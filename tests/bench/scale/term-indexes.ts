/**
 * `node tests/bench/scale/term-indexes.ts [--passages=100000] [--keep=FOLDER]`: measures ways for PostgreSQL to find
 * passages by their terms, on the same passages: a row for each term and passage, as the service has; GIN and RUM over a
 * `tsvector` of the same terms; and one row for each term with all of its passages in arrays.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Client, escapeLiteral } from 'pg';
import * as z from 'zod/mini';
import { searchTerms } from '../../../lib/text/search-terms.ts';
import { percentile } from '../figure.ts';
import { loadNow } from '../machine.ts';
import { markdownTable, shown } from '../report.ts';
import { fillLibrary } from './bench-scale.ts';
import { startServer, superuserOf } from './postgres.ts';
import { questionsOver } from './questions.ts';

const QUESTIONS = 10;
const KINDS = ['three words of a page', 'a rare and two common words', 'three common words'];
/** The first one is a warm-up. */
const ROUNDS = 2;
const LIMIT = 60;
/** How many passages to add to the finished index. */
const ADDED = 1_000;

/** What queries have instead of parameters: the terms, and a `tsquery` that wants any of them. */
const [TERMS, ANY_TERM] = ['$terms', '$any'];

/** BM25 as the service computes it, for a term that is in every passage equally often. */
const gain = (frequency: string, length: string) =>
  `${frequency} * 2.2 / (${frequency} + 1.2 * (0.25 + 0.75::float8 * ${length} / 200))`;
const frequencyOf = (row: string) =>
  `(1.5::float8 * ${row}.in_title + ${row}.in_body + 0.3::float8 * ${row}.in_site)`;

interface Variant {
  readonly name: string;
  readonly table: string;
  /** Adds the passages whose id compares to another like this. */
  readonly fill: (than: '<=' | '>', id: string) => string;
  readonly create: string;
  readonly index: string;
  /** Finds the passages with any of the terms. */
  readonly candidates: string;
  /** Finds the best of them. */
  readonly best: string;
  /** Whether passages can be added to the finished index. */
  readonly grows: boolean;
  readonly needs?: string;
}

const POSTINGS = `SELECT account_id, dense, term, passage, container, in_title, in_body, in_site, length FROM postings`;

/** A passage's terms as a `tsvector`, in which the weights A, B and D stand for title, address and body. */
const VECTORS = `SELECT p.id AS passage, p.length, v.terms FROM passages p CROSS JOIN LATERAL (
  SELECT coalesce(string_agg(quote_literal(term) || ':' || least(place, 16383) || weight, ' '), '')::tsvector AS terms
  FROM (VALUES (title_terms, 'A'), (site_terms, 'B'), (body_terms, '')) AS lists (list, weight)
  CROSS JOIN LATERAL unnest(string_to_array(list, ' ')) WITH ORDINALITY AS t (term, place) WHERE term <> '') v`;

/** Reads the frequencies of the terms out of each vector. */
const bestOfVectors = (from: string) => `
  SELECT v.passage, sum(${gain(frequencyOf('f'), 'v.length')}) AS score FROM ${from} v
  CROSS JOIN LATERAL (
    SELECT (SELECT count(*) FROM unnest(weights) w WHERE w = 'A') AS in_title,
      (SELECT count(*) FROM unnest(weights) w WHERE w = 'B') AS in_site,
      (SELECT count(*) FROM unnest(weights) w WHERE w = 'D') AS in_body
    FROM unnest(v.terms) u WHERE u.lexeme = ANY (${TERMS})) f
  WHERE v.terms @@ ${ANY_TERM} GROUP BY v.passage ORDER BY score DESC LIMIT ${LIMIT}`;

const vectors = (name: string, table: string) => ({
  name,
  table,
  create: `CREATE TABLE ${table} (passage bigint PRIMARY KEY, length integer, terms tsvector)`,
  fill: (than: string, id: string) => `INSERT INTO ${table} ${VECTORS} WHERE p.id ${than} ${id}`,
  candidates: `SELECT passage FROM ${table} WHERE terms @@ ${ANY_TERM}`,
  best: bestOfVectors(table),
  grows: true,
});

const variants: readonly Variant[] = [
  {
    name: 'Own postings',
    table: 'bench_postings',
    create: `CREATE TABLE bench_postings (LIKE postings)`,
    fill: (than, id) =>
      `INSERT INTO bench_postings ${POSTINGS} WHERE passage ${than} ${id} ORDER BY dense, term, passage`,
    index: `ALTER TABLE bench_postings ADD PRIMARY KEY (account_id, dense, term, passage)
      INCLUDE (container, in_title, in_body, in_site, length)`,
    candidates: `SELECT DISTINCT passage FROM bench_postings WHERE account_id = (SELECT id FROM directory_accounts)
      AND dense = ANY ('{false,true}') AND term = ANY (${TERMS})`,
    best: `SELECT passage, sum(${gain(frequencyOf('o'), 'o.length')}) AS score FROM bench_postings o
      WHERE account_id = (SELECT id FROM directory_accounts) AND dense = ANY ('{false,true}') AND term = ANY (${TERMS})
      GROUP BY passage ORDER BY score DESC LIMIT ${LIMIT}`,
    grows: true,
  },
  {
    ...vectors('GIN', 'bench_gin'),
    index: 'CREATE INDEX bench_gin_terms ON bench_gin USING gin (terms)',
  },
  {
    ...vectors('RUM', 'bench_rum'),
    index: 'CREATE INDEX bench_rum_terms ON bench_rum USING rum (terms rum_tsvector_ops)',
    needs: 'rum',
  },
  {
    name: 'Arrays by term',
    table: 'bench_arrays',
    create: `CREATE TABLE bench_arrays (dense boolean, term text COLLATE "C", passages integer[], in_title smallint[],
      in_body smallint[], in_site smallint[], lengths smallint[])`,
    fill: (than, id) => `INSERT INTO bench_arrays
      SELECT dense, term, array_agg(passage::integer ORDER BY passage), array_agg(in_title ORDER BY passage),
        array_agg(in_body ORDER BY passage), array_agg(in_site ORDER BY passage),
        array_agg(length::smallint ORDER BY passage)
      FROM postings WHERE passage ${than} ${id} GROUP BY dense, term`,
    index: 'ALTER TABLE bench_arrays ADD PRIMARY KEY (dense, term)',
    candidates: `SELECT DISTINCT unnest(passages) AS passage FROM bench_arrays
      WHERE dense = ANY ('{false,true}') AND term = ANY (${TERMS})`,
    best: `SELECT o.passage, sum(${gain(frequencyOf('o'), 'o.length')}) AS score FROM bench_arrays a
      CROSS JOIN LATERAL unnest(a.passages, a.in_title, a.in_body, a.in_site, a.lengths)
        AS o (passage, in_title, in_body, in_site, length)
      WHERE a.dense = ANY ('{false,true}') AND a.term = ANY (${TERMS})
      GROUP BY o.passage ORDER BY score DESC LIMIT ${LIMIT}`,
    grows: false,
  },
];

const sizeSchema = z.tuple([z.object({ size: z.coerce.number() })]);

interface Question {
  readonly kind: string;
  readonly terms: readonly string[];
}

/** Measures each variant, and returns a table. */
async function compare(database: string, documents: number): Promise<string> {
  const client = new Client({ connectionString: superuserOf(database) });
  await client.connect();
  const questions = Object.entries(questionsOver(documents, QUESTIONS))
    .filter(([kind]) => KINDS.includes(kind))
    .flatMap(([kind, all]) => all.map((text): Question => ({ kind, terms: searchTerms(text) })));
  const lines = [
    ['', 'Size (MB)', 'Built (s)', `${ADDED} more (s)`, ...KINDS.flatMap((kind) => [kind, 'best'])],
  ];
  try {
    for (const variant of variants) {
      console.error(variant.name);
      lines.push([variant.name, ...(await measure(client, variant, questions))]);
    }
  } finally {
    await client.end();
  }
  return `${markdownTable(lines)}\n\nTimes of queries are p50 / p99 in milliseconds. Load average ${loadNow().toFixed(1)}.`;
}

/** How many passages each query found, by the query. All variants have to find as many. */
const found = new Map<string, number>();

async function measure(
  client: Client,
  { table, create, fill, index, candidates, best, grows, needs }: Variant,
  questions: readonly Question[],
): Promise<string[]> {
  if (needs !== undefined && !(await isInstalled(client, needs))) return ['not installed'];
  const timed = async (sql: string) => {
    const begun = performance.now();
    const { rows } = await client.query(sql);
    return { ms: performance.now() - begun, rows };
  };
  await client.query(`DROP TABLE IF EXISTS ${table}`);
  await client.query(create);
  const above = `(SELECT max(id) - ${grows ? ADDED : 0} FROM passages)`;
  const built = (await timed(fill('<=', above))).ms + (await timed(index)).ms;
  const added = grows ? shown((await timed(fill('>', above))).ms / 1000) : '';
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
          assertSame(`${kind} ${terms.join(' ')} ${sql === best}`, result.rows.length);
        }
      }
      cells.push(`${shown(percentile(times, 0.5))} / ${shown(percentile(times, 0.99))}`);
    }
  }
  await client.query(`DROP TABLE ${table}`);
  return [shown(size / 1e6), shown(built / 1000), added, ...cells];
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

function assertSame(asked: string, count: number): void {
  const known = found.get(asked) ?? count;
  found.set(asked, known);
  if (known !== count) throw new Error(`Found ${count} instead of ${known} passages: ${asked}`);
}

const { values } = parseArgs({
  options: { passages: { type: 'string', default: '100000' }, keep: { type: 'string' } },
});
const passages = Number(values.passages);
const folder = values.keep ?? (await mkdtemp(join(tmpdir(), 'keepsake-scale-')));
const server = await startServer(join(folder, 'postgres'));
if (typeof server === 'string') console.log(`PostgreSQL was skipped: ${server}`);
else {
  try {
    const { collection } = await fillLibrary({
      passages,
      folder: join(folder, String(passages)),
      database: await server.createDatabase(`passages_${passages}`),
      tell: (step) => console.error(step),
    });
    console.log(await compare(collection.database ?? '', collection.documents));
  } finally {
    await server.stop();
  }
}
if (values.keep === undefined) await rm(folder, { recursive: true });
