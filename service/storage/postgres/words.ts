/** Counts the words of each Memory, to correct and complete queries. */
import DataLoader from 'dataloader';
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
import { knownWordRow, wordChangeRow } from '../rows.ts';
import { query } from '../sql.ts';
import { addToQueue, holdsLease, type Lease, type Leases } from './leases.ts';
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
  await addToQueue(queries, accountId, 'words');
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
  if (passages.length > 0) await addToQueue(queries, accountId, 'words');
}

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

export function wordCountsOn(db: Database, leases: Leases): WordCounts {
  return {
    hasManyChanges: async () => (await db.queues.get(selectMany)) !== undefined,
    async applyChanges(options) {
      for (let lease = await leases.take('words'); lease; lease = await leases.take('words')) {
        try {
          const hasApplied = await applyChanges(db, lease, options);
          if (!(await leases.endIfDone(lease, 'words'))) await leases.giveBack(lease);
          if (hasApplied) return true;
        } finally {
          leases.forget(lease);
        }
      }
      return false;
    },
  };
}

/** Applies the oldest changes of an account. Returns false if there are none. */
async function applyChanges(
  db: Database,
  lease: Lease,
  options: Parameters<WordCounts['applyChanges']>[0],
): Promise<boolean> {
  const { accountId } = lease;
  // Waits for a process that lost the lease while it was counting: from here on, it can't count any more.
  const { changes, after } = await db.accountTransaction(accountId, async (queries) => ({
    changes: await queries.all(selectChanges, [accountId]),
    after: (await queries.get(selectProgress, [accountId]))?.after ?? '',
  }));
  /** If another process has taken the lease, it counts these words. */
  const whileHeld = (work: (queries: Queries) => Promise<void>) =>
    db.accountTransaction(accountId, async (queries) => {
      if (await holdsLease(queries, lease)) await work(queries);
    });
  return applyInSlices(
    changes,
    {
      after,
      add: (sums, progress) =>
        whileHeld(async (queries) => {
          await updateWords(queries, accountId, sums);
          await insertRow(queries, 'word_progress', {
            ...progress,
            accountId,
            onConflict:
              'ON CONFLICT (account_id) DO UPDATE SET through = excluded.through, after = excluded.after',
          });
        }),
      finish: (through) =>
        whileHeld(async (queries) => {
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
/**
 * The end of each range is a parameter. If it were computed from a column with `||`, PostgreSQL couldn't look it up in the index,
 * because it checks row-level security before it calls functions that could leak values. It would read all words of the account.
 */
const selectBeginnings = query(
  `SELECT asked.number, found.* FROM unnest($3::text[], $4::text[], $5::integer[]) WITH ORDINALITY AS asked (part, range_end, most, number)
   CROSS JOIN LATERAL (
     SELECT term, min(word) AS word, sum(passages)::bigint AS passages FROM words
     WHERE account_id = $1 AND container = ANY ($2::bigint[]) AND term > part AND term < range_end
     GROUP BY term ORDER BY passages DESC, term LIMIT most) found
   ORDER BY number, passages DESC, term`,
  z.extend(knownWordRow, { number: z.int() }),
);

/** The words of some Memories. Lookups made at the same time are sent as one statement, since each statement is a round trip. */
export function vocabularyOf(
  queries: Queries,
  accountId: string,
  containers: readonly number[],
): Vocabulary {
  const amongAll = new DataLoader(
    async (asked: readonly (readonly string[])[]) => {
      const terms = [...new Set(asked.flat())];
      const known =
        terms.length === 0 ? [] : await queries.all(selectTerms, [accountId, containers, terms]);
      return asked.map((some) => {
        const wanted = new Set(some);
        return known.filter(({ term }) => wanted.has(term));
      });
    },
    { cache: false },
  );
  const beginnings = new DataLoader(
    async (asked: readonly { readonly part: string; readonly limit: number }[]) => {
      const rows = await queries.all(selectBeginnings, [
        accountId,
        containers,
        asked.map(({ part }) => part),
        asked.map(({ part }) => `${part}\u{10FFFF}`),
        asked.map(({ limit }) => limit),
      ]);
      const found = Map.groupBy(rows, ({ number }) => number - 1);
      return asked.map((_, index) =>
        (found.get(index) ?? []).map(({ term, word, passages }) => ({ term, word, passages })),
      );
    },
    { cache: false },
  );
  return {
    among: (terms) => amongAll.load(terms),
    beginning: (part, limit) => beginnings.load({ part, limit }),
    ending: async (part, limit) => {
      const found = await beginnings.load({ part: endingKey(part), limit });
      return found.map((row) => ({ ...row, term: termOfEnding(row.term) }));
    },
  };
}
