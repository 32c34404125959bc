/** Counts the words of each Memory, to correct and complete queries. */
import * as z from 'zod/mini';
import { plainText } from '../../../lib/text/plain-text.ts';
import { MIN_COMPOUND } from '../../../lib/text/search-terms.ts';
import { tokenize } from '../../../lib/text/tokenize.ts';
import { insertRow, query, type Database, type Queries } from '../port.ts';

export interface IndexedText {
  /** All terms in order, separated by spaces. */
  readonly terms: string;
  /** The terms to use for spelling and compounds, each with the first word that has this stem. */
  readonly words: ReadonlyMap<string, string>;
}

/** Excludes numbers, because similar numbers aren't misspellings, and scripts without spaces. */
const WORD = /^[\p{L}\p{M}]{1,40}$/u;
const WITHOUT_SPACES =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{scx=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/** Reads the terms and words of Markdown. */
export function indexText(markdown: string): IndexedText {
  const text = plainText(markdown);
  const words = new Map<string, string>();
  const terms = tokenize(text).map(({ term, start, end }) => {
    if (!words.has(term) && WORD.test(term) && !WITHOUT_SPACES.test(term)) {
      words.set(term, text.slice(start, end).toLowerCase());
    }
    return term;
  });
  return { terms: terms.join(' '), words };
}

/**
 * Counts the words of each passage. Call it in the transaction that adds them. Because a text's words are all over the
 * table, updating it costs more than indexing the text, so changes are collected and applied by `applyWordChanges`.
 */
export const countWords = (queries: Queries, container: number, texts: readonly Words[]) =>
  insertChange(queries, { container, change: 1, texts });

/** Subtracts the words of each passage. Call it in the transaction that deletes them. */
export const uncountWords = (queries: Queries, container: number, texts: readonly Words[]) =>
  insertChange(queries, { container, change: -1, texts });

type Words = IndexedText['words'];

interface WordChange {
  readonly container: number;
  readonly change: 1 | -1;
  readonly texts: readonly Words[];
}

async function insertChange(
  queries: Queries,
  { container, change, texts }: WordChange,
): Promise<void> {
  const words = texts.flatMap((text) =>
    Array.from(text, ([term, word]) => (word === term ? term : `${term}=${word}`)),
  );
  if (words.length === 0) return;
  await insertRow(queries, 'word_changes', { container, change, words: words.join(' ') });
}

/** Number of changes to apply at once. Their words are held in memory. */
const CHANGES_AT_ONCE = 256;
/** Number of words per transaction: about 10 ms. */
const WORDS_PER_SLICE = 4_000;

/** Deleting a Memory deletes its changes. If those are all that were being applied, the progress means nothing any more. */
const PROGRESS = `FROM word_progress WHERE EXISTS (SELECT 1 FROM word_changes WHERE seq <= through)`;
const selectChanges = query(
  `SELECT seq, container, change, words FROM word_changes
   WHERE seq <= coalesce((SELECT through ${PROGRESS}), 9e15) ORDER BY seq LIMIT ${CHANGES_AT_ONCE}`,
  z.object({
    seq: z.int(),
    container: z.int(),
    change: z.int(),
    words: z.string(),
  }),
);
const selectProgress = query(`SELECT after ${PROGRESS}`, z.object({ after: z.string() }));
const selectMany = query(
  `SELECT 1 AS many FROM word_changes LIMIT 1 OFFSET ${CHANGES_AT_ONCE - 1}`,
  z.object({ many: z.int() }),
);

/** Returns whether so many changes have been collected that it's time to apply them. */
export async function hasManyWordChanges(queries: Queries): Promise<boolean> {
  return (await queries.get(selectMany)) !== undefined;
}

/**
 * Applies the oldest changes in several transactions, between which it calls `pause` and can be interrupted: the next
 * call continues. Returns false if there were none.
 */
export async function applyWordChanges(
  db: Database,
  { pause, stop }: { readonly pause: () => Promise<void>; readonly stop: AbortSignal },
): Promise<boolean> {
  const changes = await db.all(selectChanges);
  const through = changes.at(-1)?.seq;
  if (through === undefined) return false;
  const { after = '' } = (await db.get(selectProgress)) ?? {};
  for (const { rows, last } of slicesOf(changes, after)) {
    await db.transaction(async (queries) => {
      await queries.run(UPDATE_WORDS, [JSON.stringify(rows)]);
      const lost = rows.filter(([, , , , passages]) => passages < 0);
      if (lost.length > 0) await queries.run(DELETE_WORDS, [JSON.stringify(lost)]);
      await setProgress(queries, { through, after: last });
    });
    if (stop.aborted) return true;
    await pause();
  }
  await db.transaction(async (queries) => {
    await queries.run('DELETE FROM word_changes WHERE seq <= ?', [through]);
    await queries.run('DELETE FROM word_progress');
  });
  return true;
}

const UPDATE_WORDS = `INSERT INTO words (term, container, word, reversed, passages)
  SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?)
  WHERE value ->> 1 IN (SELECT seq FROM containers)
  ON CONFLICT (term, container) DO UPDATE SET passages = passages + excluded.passages`;
const DELETE_WORDS = `DELETE FROM words WHERE passages <= 0 AND (term, container) IN
  (SELECT value ->> 0, value ->> 1 FROM json_each(?))`;

async function setProgress(
  queries: Queries,
  progress: Readonly<{ through: number; after: string }>,
): Promise<void> {
  await queries.run('DELETE FROM word_progress');
  await insertRow(queries, 'word_progress', progress);
}

type WordRow = readonly [
  term: string,
  container: number,
  word: string,
  reversed: string | null,
  passages: number,
];

interface Slice {
  /** In the order of the table. */
  readonly rows: readonly WordRow[];
  readonly last: string;
}

/** Sums the changes of each term after `after`. All rows of a term are in the same slice. */
function slicesOf(changes: readonly z.infer<typeof selectChanges.row>[], after: string): Slice[] {
  const rows = [...Map.groupBy(changes, (one) => one.container)].flatMap(([container, own]) =>
    Array.from(sumsOf(own, after)).flatMap(([term, { word, passages }]): WordRow[] => {
      const end = term.length < MIN_COMPOUND ? null : reversed(term);
      return passages === 0 ? [] : [[term, container, word, end, passages]];
    }),
  );
  rows.sort(([one], [other]) => (one < other ? -1 : Number(one > other)));
  const slices: Slice[] = [];
  for (let start = 0, end = 0; start < rows.length; start = end) {
    end = Math.min(start + WORDS_PER_SLICE, rows.length);
    while (rows[end]?.[0] === rows[end - 1]?.[0]) end += 1;
    slices.push({ rows: rows.slice(start, end), last: rows[end - 1]?.[0] ?? after });
  }
  return slices;
}

function sumsOf(changes: readonly z.infer<typeof selectChanges.row>[], after: string) {
  const sums = new Map<string, { readonly word: string; passages: number }>();
  for (const { change, words } of changes) {
    for (const entry of words.split(' ')) {
      const at = entry.indexOf('=');
      const term = at === -1 ? entry : entry.slice(0, at);
      const known = sums.get(term);
      if (known !== undefined) known.passages += change;
      else if (term > after) sums.set(term, { word: entry.slice(at + 1), passages: change });
    }
  }
  return sums;
}

function reversed(text: string): string {
  return Array.from(text).toReversed().join('');
}

const knownRow = z.object({ term: z.string(), word: z.string(), passages: z.int() });
export type KnownWord = z.infer<typeof knownRow>;

const isSearched = 'w.container IN (SELECT value FROM json_each(?2))';
const selectTerms = query(
  `SELECT w.term, w.word, sum(w.passages) AS passages FROM json_each(?1) asked
   CROSS JOIN words w ON w.term = asked.value AND ${isSearched} GROUP BY w.term ORDER BY passages DESC`,
  knownRow,
);
// The plus signs make SQLite read the range of terms instead of all words of the Memories.
const selectBeginning = query(
  `SELECT w.term, w.word, sum(w.passages) AS passages FROM words w
   WHERE w.term > ?1 AND w.term < ?1 || char(0x10FFFF) AND +${isSearched}
   GROUP BY w.term ORDER BY passages DESC LIMIT ?3`,
  knownRow,
);
const selectEnding = query(
  `SELECT w.term, w.word, sum(w.passages) AS passages FROM words w
   WHERE w.reversed > ?1 AND w.reversed < ?1 || char(0x10FFFF) AND +${isSearched}
   GROUP BY w.term ORDER BY passages DESC LIMIT ?3`,
  knownRow,
);

export type Vocabulary = ReturnType<typeof vocabularyOf>;

/** The words of some Memories. */
export function vocabularyOf(queries: Queries, containers: readonly number[]) {
  const within = JSON.stringify(containers);
  return {
    /** Returns the terms that are stored, most frequent first. */
    among: async (terms: readonly string[]): Promise<KnownWord[]> =>
      terms.length === 0 ? [] : queries.all(selectTerms, [JSON.stringify(terms), within]),
    /** Returns the most frequent longer words that begin with the part. */
    beginning: (part: string, limit: number) => queries.all(selectBeginning, [part, within, limit]),
    /** Returns the most frequent compounds that end with the part. */
    ending: (part: string, limit: number) =>
      queries.all(selectEnding, [reversed(part), within, limit]),
  };
}
