/** Turns the operators of a query into SQL, and looks up the passages with its phrases and excluded words. */
import * as z from 'zod/mini';
import type { QueryPart } from '../../../lib/text/search-query.ts';
import { tokenize } from '../../../lib/text/tokenize.ts';
import { countTerms, type Bind, type Conditions, type IndexScope } from './match-passages.ts';
import { ADDRESS } from './materials.ts';
import { IS_IN_TEXT, PASSAGE } from './postings.ts';
import { query } from '../sql.ts';
import { tagKey } from './stated.ts';

/** Further ones are ignored, to limit the cost of a query. */
const MAX_PHRASES = 8;
const MAX_EXCLUDED = 64;
/** For each kind of filter. */
const MAX_VALUES = 16;

/** The host of a material's address between dots, without `www.` and the port; null if there is no address. */
const OWN_HOST = `'.' || substring(lower(${ADDRESS}) from '^https?://(?:www\\.)?([^/?#:]*)') || '.'`;
/** PostgreSQL can't read the year 0, which earlier imports accepted. */
const SAVED_MS = `CASE WHEN m.saved_at < '0001' THEN '-infinity' ELSE 1000 * extract(epoch FROM m.saved_at::timestamptz) END::float8`;

type Filter = Extract<QueryPart, { kind: 'site' | 'type' | 'tag' | 'saved' }>;

/** Returns SQL that is true if the material `m` matches the filter. */
function holds(filter: Filter, bind: Bind): string {
  switch (filter.kind) {
    case 'site': {
      const site = `${bind(filter.site)}::text`;
      const isUnder = `right(${OWN_HOST}, length(${site}) + 2) = '.' || ${site} || '.'`;
      return filter.site.includes('.')
        ? isUnder
        : `(${isUnder} OR strpos(${OWN_HOST}, '.' || ${site} || '.') > 0)`;
    }
    case 'type':
      return `m.type = ${bind(filter.type)}`;
    case 'tag':
      return `m.tags @> ${bind([tagKey(filter.tag)])}::text[]`;
    case 'saved':
      return `(${SAVED_MS} >= coalesce(${bind(filter.from)}::float8, '-infinity')
        AND ${SAVED_MS} < coalesce(${bind(filter.to)}::float8, 'infinity'))`;
  }
}

/** A material must match one of several sites or types, but all tags and dates. */
const ALTERNATIVES: ReadonlySet<Filter['kind']> = new Set(['site', 'type']);

/** Returns SQL for filters of one kind, which all exclude or all don't. */
function filterSql([first, ...others]: readonly [Filter, ...Filter[]], bind: Bind): string {
  const each = [first, ...others].slice(0, MAX_VALUES).map((one) => holds(one, bind));
  if (first.isExcluded) return `NOT coalesce(${each.join(' OR ')}, false)`;
  return `(${each.join(ALTERNATIVES.has(first.kind) ? ' OR ' : ' AND ')})`;
}

function isFilter(part: QueryPart): part is Filter {
  return ['site', 'type', 'tag', 'saved'].includes(part.kind);
}

/** Looks up which passages and pages in the scope contain the phrases and excluded words. */
export async function conditionsOf(
  scope: IndexScope,
  parts: readonly QueryPart[],
): Promise<Conditions> {
  const kindOf = ({ kind, isExcluded }: Filter) => `${kind} ${isExcluded}`;
  const filters = [...Map.groupBy(parts.filter(isFilter), kindOf).values()];
  const isPhrase = ({ kind, isExcluded }: QueryPart) => kind === 'phrase' && !isExcluded;
  const phrases = phrasesOf(parts, isPhrase).slice(0, MAX_PHRASES);
  const excluded = phrasesOf(parts, ({ isExcluded }) => isExcluded).slice(0, MAX_EXCLUDED);
  const withPhrases = await passagesWithEach(scope, phrases);
  const withExcluded = await passagesWithEach(scope, excluded);
  const pages = withPhrases
    .map(pagesOf)
    .reduce((kept, more) => kept.intersection(more), pagesOf(withPhrases[0] ?? []));
  return {
    passages: phrases.length === 0 ? null : withPhrases.flat().map(({ id }) => id),
    where: (bind) =>
      [
        ...filters.flatMap(([first, ...others]) =>
          first === undefined ? [] : [filterSql([first, ...others], bind)],
        ),
        ...(phrases.length > 1 ? [`m.seq = ANY (${bind([...pages])}::bigint[])`] : []),
        ...(excluded.length > 0
          ? [`m.seq <> ALL (${bind([...pagesOf(withExcluded.flat())])}::bigint[])`]
          : []),
      ].join(' AND '),
  };
}

/** Returns the terms of each of these words and phrases. Words are phrases of their terms. */
function phrasesOf(
  parts: readonly QueryPart[],
  isWanted: (part: QueryPart) => boolean,
): (readonly string[])[] {
  return parts.flatMap((part) => {
    if (!('text' in part) || !isWanted(part)) return [];
    const terms = tokenize(part.text).map(({ term }) => term);
    return terms.length === 0 ? [] : [terms];
  });
}

const placeRow = z.object({ id: z.int(), material: z.int() });
type Place = z.infer<typeof placeRow>;

const OF_TERMS = `account_id = $1 AND dense = ANY ('{false,true}') AND term = ANY ($2::text[])
  AND ($3::bigint[] IS NULL OR container = ANY ($3::bigint[]))`;
const inTexts = (where: string) => `
  SELECT ${PASSAGE} AS passage FROM (SELECT first, unnest(entries) AS entry FROM postings WHERE ${where}) entries
  WHERE ${IS_IN_TEXT}`;
const HAS_PHRASE = `(strpos(' ' || p.body_terms || ' ', $4) > 0 OR strpos(' ' || p.title_terms || ' ', $4) > 0)`;
/**
 * The passages with a term in their title or text, and with the phrase if there is one. Their ids are computed first: because of
 * row-level security, PostgreSQL looks up a column in an index, but not what a function returned.
 */
const selectByTerm = query(
  `WITH found AS MATERIALIZED (${inTexts(OF_TERMS)})
   SELECT p.id, p.material FROM found JOIN passages p ON p.account_id = $1 AND p.id = found.passage
   WHERE $4::text IS NULL OR ${HAS_PHRASE}`,
  placeRow,
);
/**
 * The passages with these terms in their title or text, and with the phrase. Counting begins with the passages of the rarest
 * term, which are few. `match-passages.ts` explains the `IS TRUE`.
 */
const selectByTerms = query(
  `WITH rarest AS MATERIALIZED (${inTexts(`${OF_TERMS} AND term = $5`)})
   SELECT p.id, p.material FROM (
     SELECT passage FROM (
       SELECT passage FROM rarest
       UNION ALL SELECT passage FROM (${inTexts(`${OF_TERMS} AND term <> $5`)}) others
         WHERE (passage IN (SELECT passage FROM rarest)) IS TRUE) each
     GROUP BY passage HAVING count(*) = cardinality($2::text[])) o
   JOIN passages p ON p.account_id = $1 AND p.id = o.passage WHERE ${HAS_PHRASE}`,
  placeRow,
);

/** Checking a passage for a phrase takes about as long as reading this many entries of the index. */
const CHECK_COST = 100;

async function passagesWithEach(
  scope: IndexScope,
  phrases: readonly (readonly string[])[],
): Promise<Place[][]> {
  const { queries, accountId, filter, total } = scope;
  const ofSeveral = phrases.filter((terms) => terms.length > 1);
  const { passages } = await countTerms(scope, [...new Set(ofSeveral.flat())]);
  const countOf = (term: string) => passages.get(term) ?? 0;

  /**
   * Returns the rarest term, and the next ones as long as reading a term's postings costs less than checking the passages that
   * are left without it. Assumes that terms occur independently.
   */
  function worthReading(terms: readonly string[]): string[] {
    const [rarest = '', ...others] = [...new Set(terms)].toSorted(
      (a, b) => countOf(a) - countOf(b),
    );
    const worth = [rarest];
    let left = countOf(rarest);
    for (const term of others) {
      if (countOf(term) > CHECK_COST * left) break;
      worth.push(term);
      left *= countOf(term) / total;
    }
    return worth;
  }

  async function passagesWith(terms: readonly string[]): Promise<Place[]> {
    const phrase = terms.length === 1 ? null : ` ${terms.join(' ')} `;
    if (phrase !== null && terms.some((term) => countOf(term) === 0)) return [];
    const [rarest = '', ...others] = worthReading(terms);
    return others.length === 0
      ? queries.all(selectByTerm, [accountId, [rarest], filter, phrase])
      : queries.all(selectByTerms, [accountId, [rarest, ...others], filter, phrase, rarest]);
  }

  return Promise.all(phrases.map(passagesWith));
}

function pagesOf(places: readonly Place[]): Set<number> {
  return new Set(places.map(({ material }) => material));
}
