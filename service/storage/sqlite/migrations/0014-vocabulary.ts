/**
 * Counts the passages and words of each Memory, and indexes the words of addresses. Everything is learned again; until
 * then, what was learned earlier stays searchable in the earlier indexes.
 */
import { relearnAll } from './0008-relearn-all.ts';

const INDEX = `USING fts5 (scope, title, body, site, content = '', contentless_delete = 1, tokenize = 'ascii')`;

export const vocabulary: readonly string[] = [
  'ALTER TABLE passage_index RENAME TO earlier_index',
  'ALTER TABLE dense_index RENAME TO earlier_dense_index',
  `CREATE VIRTUAL TABLE passage_index ${INDEX}`,
  `CREATE VIRTUAL TABLE dense_index ${INDEX}`,
  'DROP TRIGGER passages_leave_dense_index',
  `CREATE TRIGGER passages_leave_indexes AFTER DELETE ON passages BEGIN
    DELETE FROM passage_index WHERE rowid = old.id;
    DELETE FROM dense_index WHERE rowid = old.id;
    DELETE FROM earlier_index WHERE rowid = old.id;
    DELETE FROM earlier_dense_index WHERE rowid = old.id;
  END`,
  // Whether the passage's words are counted in the table `words`.
  'ALTER TABLE passages ADD COLUMN counted INTEGER NOT NULL DEFAULT 0 CHECK (counted IN (0, 1))',
  // The title, in the first passage of a text, where its words are counted.
  'ALTER TABLE passages ADD COLUMN title TEXT',
  // The number of passages in each index, without the earlier ones.
  'ALTER TABLE containers ADD COLUMN passages INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE containers ADD COLUMN dense_passages INTEGER NOT NULL DEFAULT 0',
  // For each term, a word with this stem and the number of passages. A long term is stored again, reversed and after `<`, to
  // find the ends of compounds. An index for deleting a Memory would slow down indexing.
  `CREATE TABLE words (
    term TEXT NOT NULL,
    container INTEGER NOT NULL REFERENCES containers (seq) ON DELETE CASCADE,
    word TEXT NOT NULL,
    passages INTEGER NOT NULL,
    PRIMARY KEY (term, container)
  ) STRICT, WITHOUT ROWID`,
  // Changes to `words` that aren't applied yet: `change` (1 or -1) passages for each of the terms in `words`, which are
  // separated by spaces and followed by `=` and the word, unless that equals the term. For a deleted passage, there's its
  // text instead, and its title.
  `CREATE TABLE word_changes (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    container INTEGER NOT NULL REFERENCES containers (seq) ON DELETE CASCADE,
    change INTEGER NOT NULL,
    words TEXT,
    title TEXT,
    text TEXT,
    CHECK ((words IS NULL) <> (text IS NULL))
  ) STRICT`,
  'CREATE INDEX word_changes_of_container ON word_changes (container)',
  // One row while changes are being applied: the last change of the batch, and the last term that was updated.
  'CREATE TABLE word_progress (through INTEGER NOT NULL, after TEXT NOT NULL) STRICT',
  ...relearnAll,
];
