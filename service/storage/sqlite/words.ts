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
import { knownWordRow, wordChangeRow, seqRow } from '../rows.ts';
import { query } from '../sql.ts';
import { insertRow, type Database, type Queries } from './sql.ts';

/**
 * Counts the words of each passage. Call it in the transaction that adds them. A text's words are scattered across the
 * table, and updating it costs more than indexing the text. So changes are collected, and `applyChanges` applies them.
 */
export async function countWords(
  queries: Queries,
  container: number,
  passages: readonly IndexedText['words'][],
): Promise<void> {
  const words = passages.flatMap(entriesOf).join(' ');
  if (words !== '') await insertRow(queries, 'word_changes', { container, change: 1, words });
}

/** Subtracts the words of each passage. Call it in the transaction that deletes them. They're tokenized later. */
export async function uncountWords(
  queries: Queries,
  container: number,
  passages: readonly TitledText[],
): Promise<void> {
  for (const { title, text } of passages)
    await insertRow(queries, 'word_changes', { container, change: -1, title, text });
}

/** Deleting a Memory deletes its changes. If no others were being applied, the recorded progress is obsolete. */
const PROGRESS = `FROM word_progress WHERE EXISTS (SELECT 1 FROM word_changes WHERE seq <= through)`;
const selectChanges = query(
  `SELECT seq, container, change, words, title, text FROM word_changes
   WHERE seq <= coalesce((SELECT through ${PROGRESS}), 9e15) ORDER BY seq LIMIT ${CHANGES_AT_ONCE}`,
  wordChangeRow,
);
const selectProgress = query(`SELECT after ${PROGRESS}`, z.object({ after: z.string() }));
const selectMany = query(
  `SELECT 1 AS many FROM word_changes LIMIT 1 OFFSET ${CHANGES_AT_ONCE - 1}`,
  z.object({ many: z.int() }),
);

export function wordCountsOn(db: Database): WordCounts {
  return {
    hasManyChanges: async () => (await db.get(selectMany)) !== undefined,
    applyChanges: (options) => applyChanges(db, options),
  };
}

async function applyChanges(
  db: Database,
  options: Parameters<WordCounts['applyChanges']>[0],
): Promise<boolean> {
  const changes = await db.all(selectChanges);
  if (changes.length === 0) return false;
  const { after = '' } = (await db.get(selectProgress)) ?? {};
  return applyInSlices(
    changes,
    {
      after,
      add: (sums, progress) =>
        db.transaction(async (queries) => {
          await updateWords(queries, sums);
          await setProgress(queries, progress);
        }),
      finish: (through) =>
        db.transaction(async (queries) => {
          await queries.run('DELETE FROM word_changes WHERE seq <= ?', [through]);
          await queries.run('DELETE FROM word_progress');
        }),
    },
    options,
  );
}

const selectExisting = query(
  'SELECT seq FROM containers WHERE seq IN (SELECT value FROM json_each(?))',
  seqRow,
);
/** A statement for many rows is twice as fast as one for each. */
const ROWS_PER_STATEMENT = 50;
const insertWords = (count: number) =>
  `INSERT INTO words (term, container, word, passages)
   VALUES ${Array.from({ length: count }, () => '(?, ?, ?, ?)').join(', ')}
   ON CONFLICT (term, container) DO UPDATE SET passages = passages + excluded.passages`;
const INSERT_MANY = insertWords(ROWS_PER_STATEMENT);
const INSERT_ONE = insertWords(1);
const DELETE_WORDS = `DELETE FROM words WHERE passages <= 0 AND (term, container) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?))`;

async function updateWords(queries: Queries, sums: readonly WordSum[]): Promise<void> {
  const containers = new Set(sums.map(({ container }) => container));
  const existing = await queries.all(selectExisting, [JSON.stringify([...containers])]);
  const isKept = new Set(existing.map(({ seq }) => seq));
  const kept = sums.filter(({ container, passages }) => isKept.has(container) && passages !== 0);
  const inMany = kept.length - (kept.length % ROWS_PER_STATEMENT);
  for (let start = 0; start < inMany; start += ROWS_PER_STATEMENT) {
    const rows = kept.slice(start, start + ROWS_PER_STATEMENT);
    await queries.run(INSERT_MANY, rows.flatMap(valuesOf));
  }
  for (const sum of kept.slice(inMany)) await queries.run(INSERT_ONE, valuesOf(sum));
  const lost = kept.filter(({ passages }) => passages < 0);
  if (lost.length > 0) await queries.run(DELETE_WORDS, [JSON.stringify(lost.map(valuesOf))]);
}

const valuesOf = ({ term, container, word, passages }: WordSum) => [
  term,
  container,
  word,
  passages,
];

async function setProgress(
  queries: Queries,
  progress: Readonly<{ through: number; after: string }>,
): Promise<void> {
  await queries.run('DELETE FROM word_progress');
  await insertRow(queries, 'word_progress', progress);
}

const isSearched = 'w.container IN (SELECT value FROM json_each(?2))';
const selectTerms = query(
  `SELECT w.term, min(w.word) AS word, sum(w.passages) AS passages FROM json_each(?1) asked
   CROSS JOIN words w ON w.term = asked.value AND ${isSearched} GROUP BY w.term ORDER BY passages DESC, w.term`,
  knownWordRow,
);
// The plus signs make SQLite read the range of terms instead of all words of the Memories.
const selectBeginning = query(
  `SELECT w.term, min(w.word) AS word, sum(w.passages) AS passages FROM words w
   WHERE w.term > ?1 AND w.term < ?1 || char(0x10FFFF) AND +${isSearched}
   GROUP BY w.term ORDER BY passages DESC, w.term LIMIT ?3`,
  knownWordRow,
);

/** The words of some Memories. */
export function vocabularyOf(queries: Queries, containers: readonly number[]): Vocabulary {
  const within = JSON.stringify(containers);
  return {
    among: async (terms) =>
      terms.length === 0 ? [] : queries.all(selectTerms, [JSON.stringify(terms), within]),
    beginning: (part, limit) => queries.all(selectBeginning, [part, within, limit]),
    ending: async (part, limit) => {
      const rows = await queries.all(selectBeginning, [endingKey(part), within, limit]);
      return rows.map((row) => ({ ...row, term: termOfEnding(row.term) }));
    },
  };
}
