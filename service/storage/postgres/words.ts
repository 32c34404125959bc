/** Counts the words of each Memory, to correct and complete queries. */
import * as z from 'zod/mini';
import type { IndexedText, TitledText } from '../indexed-text.ts';
import type { Vocabulary, WordCounts } from '../port/search.ts';
import {
  applyInSlices,
  CHANGES_AT_ONCE,
  endingKey,
  entriesOf,
  termOfEnding,
  type WordSum,
} from '../word-sums.ts';
import { knownWordRow, wordChangeRow, accountIdRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Database, type Queries } from './sql.ts';

/** Counts the words of each passage. Call it in the transaction that adds them. `applyChanges` applies the changes. */
export async function countWords(
  queries: Queries,
  accountId: string,
  {
    container,
    passages,
  }: { readonly container: number; readonly passages: readonly IndexedText['words'][] },
): Promise<void> {
  const words = passages.flatMap(entriesOf).join(' ');
  if (words === '') return;
  await insertRow(queries, 'word_changes', { accountId, container, change: 1, words });
}

/** Subtracts the words of each passage. Call it in the transaction that deletes them. They're tokenized later. */
export async function uncountWords(
  queries: Queries,
  accountId: string,
  { container, passages }: { readonly container: number; readonly passages: readonly TitledText[] },
): Promise<void> {
  await queries.run(
    `INSERT INTO word_changes (account_id, container, change, title, text)
     SELECT $1, $2, -1, * FROM unnest($3::text[], $4::text[])`,
    [accountId, container, passages.map(({ title }) => title), passages.map(({ text }) => text)],
  );
}

/** Selects the account with the oldest change. */
const selectAccount = query(
  `SELECT c.account_id FROM directory_accounts a CROSS JOIN LATERAL (
     SELECT account_id, seq FROM word_changes WHERE account_id = a.id ORDER BY seq LIMIT 1) c
   ORDER BY c.seq LIMIT 1`,
  accountIdRow,
);
const selectMany = query(
  `SELECT 1 AS many FROM word_changes LIMIT 1 OFFSET ${CHANGES_AT_ONCE - 1}`,
  z.object({ many: z.int() }),
);

/** Deleting a Memory deletes its changes. If no others were being applied, the recorded progress is obsolete. */
const PROGRESS = `FROM word_progress p WHERE p.account_id = $1
  AND EXISTS (SELECT 1 FROM word_changes w WHERE w.account_id = $1 AND w.seq <= p.through)`;
const selectChanges = query(
  `SELECT seq, container, change, words, title, text FROM word_changes
   WHERE account_id = $1 AND seq <= coalesce((SELECT p.through ${PROGRESS}), ${Number.MAX_SAFE_INTEGER})
   ORDER BY seq LIMIT ${CHANGES_AT_ONCE}`,
  wordChangeRow,
);
const selectProgress = query(`SELECT p.after ${PROGRESS}`, z.object({ after: z.string() }));

export function wordCountsOn(db: Database): WordCounts {
  return {
    hasManyChanges: async () => (await db.queues.get(selectMany)) !== undefined,
    applyChanges: (options) => applyChanges(db, options),
  };
}

async function applyChanges(
  db: Database,
  options: Parameters<WordCounts['applyChanges']>[0],
): Promise<boolean> {
  const { account_id: accountId } = (await db.queues.get(selectAccount)) ?? {};
  if (accountId === undefined) return false;
  const account = db.account(accountId);
  const changes = await account.all(selectChanges, [accountId]);
  const { after = '' } = (await account.get(selectProgress, [accountId])) ?? {};
  return applyInSlices(
    changes,
    {
      after,
      add: (sums, progress) =>
        db.accountTransaction(accountId, async (queries) => {
          await updateWords(queries, accountId, sums);
          await insertRow(queries, 'word_progress', {
            ...progress,
            accountId,
            onConflict:
              'ON CONFLICT (account_id) DO UPDATE SET through = excluded.through, after = excluded.after',
          });
        }),
      finish: (through) =>
        db.accountTransaction(accountId, async (queries) => {
          await queries.run('DELETE FROM word_changes WHERE account_id = $1 AND seq <= $2', [
            accountId,
            through,
          ]);
          await queries.run('DELETE FROM word_progress WHERE account_id = $1', [accountId]);
        }),
    },
    options,
  );
}

const INSERT_WORDS = `
  INSERT INTO words (account_id, term, container, word, passages)
  SELECT c.account_id, s.term, c.seq, s.word, s.passages
  FROM unnest($2::text[], $3::bigint[], $4::text[], $5::bigint[]) AS s (term, container, word, passages)
  JOIN containers c ON c.account_id = $1 AND c.seq = s.container
  ON CONFLICT (account_id, term, container) DO UPDATE SET passages = words.passages + excluded.passages`;
const DELETE_WORDS = `
  DELETE FROM words w USING unnest($2::text[], $3::bigint[]) AS s (term, container)
  WHERE w.account_id = $1 AND w.term = s.term AND w.container = s.container AND w.passages <= 0`;

/** Adds the sums of the Memories that still exist. */
async function updateWords(
  queries: Queries,
  accountId: string,
  sums: readonly WordSum[],
): Promise<void> {
  const changed = sums.filter(({ passages }) => passages !== 0);
  const termsOf = (some: readonly WordSum[]) => some.map(({ term }) => term);
  const containersOf = (some: readonly WordSum[]) => some.map(({ container }) => container);
  await queries.run(INSERT_WORDS, [
    accountId,
    termsOf(changed),
    containersOf(changed),
    changed.map(({ word }) => word),
    changed.map(({ passages }) => passages),
  ]);
  const lost = changed.filter(({ passages }) => passages < 0);
  if (lost.length > 0)
    await queries.run(DELETE_WORDS, [accountId, termsOf(lost), containersOf(lost)]);
}

const selectTerms = query(
  `SELECT term, min(word) AS word, sum(passages)::bigint AS passages FROM words
   WHERE account_id = $1 AND container = ANY ($2::bigint[]) AND term = ANY ($3::text[])
   GROUP BY term ORDER BY passages DESC, term`,
  knownWordRow,
);
const selectBeginning = query(
  `SELECT term, min(word) AS word, sum(passages)::bigint AS passages FROM words
   WHERE account_id = $1 AND container = ANY ($2::bigint[]) AND term > $3 AND term < $3 || U&'\\+10FFFF'
   GROUP BY term ORDER BY passages DESC, term LIMIT $4`,
  knownWordRow,
);

/** The words of some Memories. */
export function vocabularyOf(
  queries: Queries,
  accountId: string,
  containers: readonly number[],
): Vocabulary {
  return {
    among: async (terms) =>
      terms.length === 0 ? [] : queries.all(selectTerms, [accountId, containers, terms]),
    beginning: (part, limit) => queries.all(selectBeginning, [accountId, containers, part, limit]),
    ending: async (part, limit) => {
      const rows = await queries.all(selectBeginning, [
        accountId,
        containers,
        endingKey(part),
        limit,
      ]);
      return rows.map((row) => ({ ...row, term: termOfEnding(row.term) }));
    },
  };
}
