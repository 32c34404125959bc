/** Turns the operators of a query into SQL and FTS5 expressions. */
import * as z from 'zod/mini';
import type { QueryPart } from '../../../lib/text/search-query.ts';
import { tokenize } from '../../../lib/text/tokenize.ts';
import { query } from '../sql.ts';
import { FIRST_CONDITION, type Conditions, type IndexScope } from './match-passages.ts';
import { STATED_URL } from './passages.ts';

/** Further ones are ignored, to limit the cost of a query. */
const MAX_PHRASES = 8;
const MAX_EXCLUDED = 64;
/** For each kind of filter. */
const MAX_VALUES = 16;

/** The host of a material's address, without `www.` and the port; null if there is no address. */
const SITE = `(SELECT iif(instr(host, ':') = 0, host, substr(host, 1, instr(host, ':') - 1))
  FROM (SELECT iif(host LIKE 'www.%', substr(host, 5), host) AS host
  FROM (SELECT substr(rest, 1, instr(rest, '/') - 1) AS host
  FROM (SELECT replace(replace(lower(substr(address, instr(address, '://') + 3)), '?', '/'), '#', '/') || '/' AS rest
  FROM (SELECT coalesce(m.source_url, ${STATED_URL}, m.custom_id) AS address)
  WHERE address LIKE 'http%://%'))))`;

/** SQL that is true if the material has the value `asked.value`. */
const holds = {
  site: `(substr(own.host, -2 - length(asked.value)) = '.' || asked.value || '.'
    OR instr(asked.value, '.') = 0 AND instr(own.host, '.' || asked.value || '.') > 0)`,
  type: `asked.value = CASE WHEN m.kind = 'note'
    THEN iif(m.metadata ->> '$.highlight' IS NULL, 'note', 'highlight')
    ELSE iif(m.metadata ->> '$.kind' IS 'pdf', 'pdf', 'page') END`,
  tag: `EXISTS (SELECT 1 FROM json_each(m.metadata, '$.tags') own, json_each(asked.value) form
    WHERE ltrim(own.value, '#') = form.value COLLATE NOCASE)`,
  saved: `1000 * unixepoch(m.saved_at, 'subsec') >= coalesce(asked.value ->> 0, -9e15)
    AND 1000 * unixepoch(m.saved_at, 'subsec') < coalesce(asked.value ->> 1, 9e15)`,
} as const;
type Filter = Extract<QueryPart, { kind: keyof typeof holds }>;

/** A material must match one of several sites or types, but all tags and dates. */
const ALTERNATIVES: ReadonlySet<Filter['kind']> = new Set(['site', 'type']);

/** Reads the host once for all sites: the limit keeps SQLite from moving it into the condition. */
const OWN_HOST = `(SELECT '.' || ${SITE} || '.' AS host LIMIT 1) own CROSS JOIN`;

/** Returns SQL with a parameter that lists the values. */
function filterSql(parameter: string, { kind, isExcluded }: Filter): string {
  const source = kind === 'site' ? OWN_HOST : '';
  const asked = `SELECT 1 FROM ${source} json_each(${parameter}) asked WHERE`;
  if (isExcluded) return `NOT EXISTS (${asked} ${holds[kind]})`;
  return ALTERNATIVES.has(kind)
    ? `EXISTS (${asked} ${holds[kind]})`
    : `NOT EXISTS (${asked} NOT coalesce(${holds[kind]}, 0))`;
}

function valueOf(filter: Filter) {
  switch (filter.kind) {
    case 'site':
      return filter.site;
    case 'type':
      return filter.type;
    case 'tag':
      return formsOf(filter.tag);
    case 'saved':
      return [filter.from, filter.to];
  }
}

/** Returns a word in lower, upper and title case, because SQLite ignores the case of ASCII letters only. */
function formsOf(word: string): string[] {
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  const [first = ''] = upper;
  return [...new Set([word, lower, upper, first + lower.slice(first.length)])];
}

/** Looks up which pages in the scope contain the phrases and excluded words. */
export async function conditionsOf(
  scope: IndexScope,
  parts: readonly QueryPart[],
): Promise<Conditions> {
  const where: string[] = [];
  const parameters: string[] = [];
  /** Each list has its own parameter, because SQLite parses a filter's list again for each row. */
  const parameterFor = (list: string) => {
    parameters.push(list);
    return `?${FIRST_CONDITION + parameters.length - 1}`;
  };
  const filters = parts.filter((part): part is Filter => part.kind in holds);
  const kindOf = ({ kind, isExcluded }: Filter) => `${kind} ${isExcluded}`;
  for (const [first, ...others] of Map.groupBy(filters, kindOf).values()) {
    if (first === undefined) continue;
    const values = new Set([first, ...others].map((one) => JSON.stringify(valueOf(one))));
    const list = `[${[...values].slice(0, MAX_VALUES).join(',')}]`;
    where.push(filterSql(parameterFor(list), first));
  }
  const isPhrase = ({ kind, isExcluded }: QueryPart) => kind === 'phrase' && !isExcluded;
  const phrases = expressionsOf(parts, isPhrase).slice(0, MAX_PHRASES);
  const excluded = expressionsOf(parts, ({ isExcluded }) => isExcluded);
  if (phrases.length > 1) {
    const pages = await Promise.all(phrases.map((one) => pagesWith(scope, one)));
    const common = pages.reduce((kept, more) => kept.intersection(more));
    where.push(
      `m.seq IN (SELECT value FROM json_each(${parameterFor(JSON.stringify([...common]))}))`,
    );
  }
  if (excluded.length > 0) {
    const pages = await pagesWith(scope, anyOf(excluded.slice(0, MAX_EXCLUDED)));
    where.push(
      `m.seq NOT IN (SELECT value FROM json_each(${parameterFor(JSON.stringify([...pages]))}))`,
    );
  }
  return {
    match: phrases.length === 0 ? '' : anyOf(phrases),
    where: where.join(' AND '),
    parameters,
  };
}

/** Returns an FTS5 expression for each of these words and phrases. Words are phrases of their terms. */
function expressionsOf(
  parts: readonly QueryPart[],
  isWanted: (part: QueryPart) => boolean,
): string[] {
  return parts.flatMap((part) => {
    if (!('text' in part) || !isWanted(part)) return [];
    const terms = tokenize(part.text).map(({ term }) => term);
    return terms.length === 0 ? [] : [`{title body} : "${terms.join(' ')}"`];
  });
}

function anyOf(expressions: readonly string[]): string {
  return `(${expressions.join(' OR ')})`;
}

const selectPages = query(
  `SELECT DISTINCT material FROM passages WHERE id IN (
     SELECT rowid FROM passage_index WHERE passage_index MATCH ?1
     UNION ALL SELECT rowid FROM dense_index WHERE dense_index MATCH ?1
     UNION ALL SELECT rowid FROM earlier_index WHERE earlier_index MATCH ?1
     UNION ALL SELECT rowid FROM earlier_dense_index WHERE earlier_dense_index MATCH ?1)`,
  z.object({ material: z.int() }),
);

async function pagesWith(
  { queries, containers, filter }: IndexScope,
  expression: string,
): Promise<Set<number>> {
  if (containers.length === 0) return new Set();
  const rows = await queries.all(selectPages, [filter + expression]);
  return new Set(rows.map(({ material }) => material));
}
