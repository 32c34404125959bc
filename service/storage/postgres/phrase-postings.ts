/** Finds the passages in which the words of a phrase, such as a host, follow each other. The postings don't have positions. */
import * as z from 'zod/mini';
import { query } from '../sql.ts';
import type { Queries } from './sql.ts';

/** What a row of `postings` has, for a phrase instead of a term. */
const phrasePosting = z.object({
  passage: z.int(),
  container: z.int(),
  in_title: z.int(),
  in_body: z.int(),
  in_site: z.int(),
  length: z.int(),
});
export type PhrasePosting = z.infer<typeof phrasePosting>;

/** Each space is doubled, so that a phrase that follows itself counts twice. */
const occurrences = (terms: string) =>
  `(SELECT (length(list) - length(replace(list, $4, ''))) / length($4)
    FROM (SELECT ' ' || replace(${terms}, ' ', '  ') || ' ' AS list) lists)`;

const select = query(
  `SELECT * FROM (
     SELECT p.id AS passage, o.container, p.length,
       ${occurrences('p.title_terms')} AS in_title,
       ${occurrences('p.body_terms')} AS in_body,
       ${occurrences('p.site_terms')} AS in_site
     FROM (SELECT passage, container FROM postings WHERE account_id = $1 AND dense = $2 AND term = $3
       ORDER BY passage DESC LIMIT $5) o
     JOIN passages p ON p.account_id = $1 AND p.id = o.passage) found
   WHERE in_title + in_body + in_site > 0`,
  phrasePosting,
);

interface PhraseQuery {
  readonly accountId: string;
  readonly isDense: boolean;
  /** The words, separated by spaces. */
  readonly phrase: string;
  /** The one in the fewest passages: only these are looked at, the newest first. */
  readonly rarest: string;
  /** How many passages to look at. */
  readonly most: number;
}

export function phrasePostings(
  queries: Queries,
  { accountId, isDense, phrase, rarest, most }: PhraseQuery,
): Promise<PhrasePosting[]> {
  const inList = ` ${phrase.replaceAll(' ', '  ')} `;
  return queries.all(select, [accountId, isDense, rarest, inList, most]);
}

export function isPhrase(term: string): boolean {
  return term.includes(' ');
}
