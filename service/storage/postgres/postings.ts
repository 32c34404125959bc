/**
 * Postings: which passages contain a term, in rows of up to 64 passages (described in migration 3). Postings have no
 * word positions, so the words of a phrase, such as a host, are checked in the passages' lists of terms.
 */
import * as z from 'zod/mini';
import { query } from '../sql.ts';
import type { Queries } from './sql.ts';

export const MOST_IN_ROW = 64;
/** Maximum distance of a passage's id from the first id in its row. */
const MOST_APART = 2 ** 32 - 1;
/** The largest number of terms, and the largest frequency, that an entry can hold. */
const MOST = 32_767;

/** SQL that reads the `entry` of a row: its passage, the number of the passage's terms, and the frequency in tenths. */
export const PASSAGE = '(first + (entry >> 31))';
export const LENGTH = `((entry >> 16) & ${MOST})`;
export const FREQUENCY = `((entry >> 1) & ${MOST})`;
/** Whether the term is in the title or the text. */
export const IS_IN_TEXT = '(entry & 1 = 1)';

/** The weights of titles, texts and addresses in a frequency, in tenths. SQLite has the same. */
const TENTHS = { title: 15, body: 10, site: 3 };

/** Adds the terms of the passages to the index: to a term's last row if the new passages fit, otherwise to new rows. */
const INSERT = `
  WITH texts AS (
    SELECT id, container, dense, length, title_terms, body_terms, site_terms FROM passages
    WHERE account_id = $1 AND id = ANY ($2::bigint[])
  ), occurrences AS (
    SELECT id, container, dense, length, unnest(string_to_array(title_terms, ' ')) AS term, ${TENTHS.title} AS tenths, 1 AS in_text FROM texts
    UNION ALL
    SELECT id, container, dense, length, unnest(string_to_array(body_terms, ' ')), ${TENTHS.body}, 1 FROM texts
    UNION ALL
    SELECT id, container, dense, length, unnest(string_to_array(site_terms, ' ')), ${TENTHS.site}, 0 FROM texts
  ), added AS (
    SELECT dense, term, container, id AS passage,
      (least(length, ${MOST})::bigint << 16) | (least(sum(tenths), ${MOST}) << 1) | max(in_text) AS weight,
      (row_number() OVER (PARTITION BY dense, term, container ORDER BY id) - 1) / ${MOST_IN_ROW} AS part
    FROM occurrences WHERE term <> '' GROUP BY dense, term, container, id, length
  ), grouped AS (
    SELECT dense, term, container, min(passage) AS first,
      max(passage) AS last, count(*) AS size, part,
      array_agg(passage ORDER BY passage) AS passages, array_agg(weight ORDER BY passage) AS weights
    FROM added GROUP BY dense, term, container, part
  ), placed AS (
    SELECT g.*, l.first AS place FROM grouped g LEFT JOIN LATERAL (
      SELECT p.first, cardinality(p.entries) AS size FROM postings p
      WHERE p.account_id = $1 AND p.dense = g.dense AND p.term = g.term AND p.container = g.container
      ORDER BY p.first DESC LIMIT 1) l
    ON g.part = 0 AND l.size + g.size <= ${MOST_IN_ROW} AND g.last - l.first <= ${MOST_APART}
  ), packed AS (
    SELECT *, ARRAY(SELECT ((passage - coalesce(place, first)) << 31) | weight
      FROM unnest(passages, weights) AS e (passage, weight)) AS entries
    FROM placed
  ), extended AS (
    UPDATE postings p SET entries = p.entries || packed.entries FROM packed
    WHERE p.account_id = $1 AND p.dense = packed.dense AND p.term = packed.term
      AND p.container = packed.container AND p.first = packed.place
  )
  INSERT INTO postings (account_id, dense, term, container, first, entries)
  SELECT $1, dense, term, container, first, entries FROM packed WHERE place IS NULL
  ORDER BY dense, term, container, first`;

/** Adds passages to the index. Their ids must be higher than all earlier ids of the account. */
export async function insertPostings(
  queries: Queries,
  accountId: string,
  passages: readonly number[],
): Promise<void> {
  await queries.run(INSERT, [accountId, passages]);
}

export function isPhrase(term: string): boolean {
  return term.includes(' ');
}

const phrasePosting = z.object({
  passage: z.int(),
  length: z.int(),
  frequency: z.int(),
});
/** Like an entry, but for a phrase instead of a term. */
export type PhrasePosting = z.infer<typeof phrasePosting>;

/**
 * Returns SQL that counts a phrase in a list of terms. Spaces are doubled, so that a phrase repeated right after itself
 * counts twice. Most lists don't contain the phrase, and checking that first is faster than counting.
 */
const occurrencesIn = (terms: string) =>
  `CASE WHEN strpos(' ' || ${terms} || ' ', ' ' || $4 || ' ') = 0 THEN 0 ELSE (
     SELECT (octet_length(list) - octet_length(replace(list, phrase, ''))) / octet_length(phrase)
     FROM (SELECT ' ' || replace(${terms}, ' ', '  ') || ' ' AS list, ' ' || replace($4, ' ', '  ') || ' ' AS phrase) lists) END`;

/**
 * Returns SQL that reads the newest rows of a term. It picks them by their keys in the index, and reads no others.
 * `where` selects the term's rows.
 */
export const newestRows = (where: string, rows: string) => `
  SELECT o.* FROM (
    SELECT account_id, dense, term, container, first FROM postings WHERE ${where} ORDER BY first DESC LIMIT ${rows}) newest
  JOIN postings o USING (account_id, dense, term, container, first)`;

/**
 * Returns how many rows to read for about this many passages. Most rows are nearly full; the last one of each Memory often
 * isn't.
 */
export function rowsFor(passages: number, memories: number): number {
  return Math.ceil((1.25 * passages) / MOST_IN_ROW) + memories;
}

/** The rows of a word in the Memories of a search. */
const OF_WORD = `account_id = $1 AND dense = $2 AND term = $3
  AND ($5::bigint[] IS NULL OR container = ANY ($5::bigint[]))`;
const selectPhrase = query(
  `SELECT * FROM (
     SELECT p.id AS passage, p.length,
       ${TENTHS.title} * ${occurrencesIn('p.title_terms')} + ${TENTHS.body} * ${occurrencesIn('p.body_terms')}
         + ${TENTHS.site} * ${occurrencesIn('p.site_terms')} AS frequency
     FROM (
       SELECT ${PASSAGE} AS passage FROM (
         SELECT first, unnest(entries) AS entry FROM (${newestRows(OF_WORD, '$6')}) postings) entries
       ORDER BY passage DESC LIMIT $7) o
     JOIN passages p ON p.account_id = $1 AND p.id = o.passage) found
   WHERE frequency > 0`,
  phrasePosting,
);

interface PhraseQuery {
  readonly accountId: string;
  readonly isDense: boolean;
  /** The words, separated by spaces. */
  readonly phrase: string;
  /** The phrase's word that is in the fewest passages. Only these are checked, newest first. */
  readonly rarest: string;
  /** Limits the search to these Memories; null if they are all of the account's. */
  readonly filter: readonly number[] | null;
  /** How many passages to look at. */
  readonly most: number;
  /** The number of Memories in the account. */
  readonly memories: number;
}

export function phrasePostings(
  queries: Queries,
  { accountId, isDense, phrase, rarest, filter, most, memories }: PhraseQuery,
): Promise<PhrasePosting[]> {
  const rows = rowsFor(most, memories);
  return queries.all(selectPhrase, [accountId, isDense, rarest, phrase, filter, rows, most]);
}
