/** Counts the words of each Memory, to correct and complete queries. */
import * as z from 'zod/mini';
import { plainText } from '../../../lib/text/plain-text.ts';
import { MIN_COMPOUND } from '../../../lib/text/search-terms.ts';
import { tokenize } from '../../../lib/text/tokenize.ts';
import { query, type Queries } from '../port.ts';

export interface IndexedText {
  /** All terms in order, separated by spaces. */
  readonly terms: string;
  /** The terms to use for spelling and compounds, each with the first word that has this stem. */
  readonly words: ReadonlyMap<string, string>;
}

/** Excludes numbers, because similar numbers aren't misspellings, and scripts without spaces. */
const WORD = /^[\p{L}\p{M}]{3,40}$/u;
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

const UPDATE = `ON CONFLICT (term, container) DO UPDATE SET passages = passages + excluded.passages`;

/** Counts the words of each passage. Call it in the transaction that adds them. */
export async function countWords(
  queries: Queries,
  container: number,
  texts: readonly IndexedText['words'][],
): Promise<void> {
  await queries.run(
    `INSERT INTO words (term, container, word, reversed, passages)
     SELECT value ->> 0, ?1, value ->> 1, value ->> 2, value ->> 3 FROM json_each(?2) WHERE true ${UPDATE}`,
    [container, rowsOf(texts)],
  );
}

/** Subtracts the words of each passage. Call it in the transaction that deletes them. */
export async function uncountWords(
  queries: Queries,
  container: number,
  texts: readonly IndexedText['words'][],
): Promise<void> {
  if (texts.length === 0) return;
  const rows = rowsOf(texts);
  // The plus signs make SQLite use the primary key. By `container`, each lookup would read all words of a Memory.
  await queries.run(
    `UPDATE words SET passages = passages - gone.value ->> 3 FROM json_each(?2) gone
     WHERE term = gone.value ->> 0 AND +container = ?1`,
    [container, rows],
  );
  await queries.run(
    `DELETE FROM words WHERE +container = ?1 AND passages <= 0
     AND term IN (SELECT value ->> 0 FROM json_each(?2))`,
    [container, rows],
  );
}

/** Returns JSON of [term, word, reversed term, number of passages], in the order of the table. */
function rowsOf(texts: readonly IndexedText['words'][]): string {
  const counts = new Map<string, { readonly word: string; passages: number }>();
  for (const words of texts) {
    for (const [term, word] of words) {
      const known = counts.get(term);
      if (known === undefined) counts.set(term, { word, passages: 1 });
      else known.passages += 1;
    }
  }
  const rows = [...counts]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([term, { word, passages }]) => [
      term,
      word,
      term.length < MIN_COMPOUND ? null : reversed(term),
      passages,
    ]);
  return JSON.stringify(rows);
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
