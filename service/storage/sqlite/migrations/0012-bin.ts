/**
 * Deleted items, so that a deletion can be undone. Items keep their ids. An entry has what is needed to recreate its
 * Memory: `reach` lists the keys and connections that were limited to it.
 */
export const bin: readonly string[] = [
  `CREATE TABLE bin (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('document', 'note', 'fact', 'memory')),
    title TEXT NOT NULL,
    container_id TEXT NOT NULL,
    name TEXT NOT NULL,
    description TEXT NOT NULL,
    reach TEXT NOT NULL,
    deleted_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX bin_of_account ON bin (account_id, seq)`,
  `CREATE TABLE bin_items (
    seq INTEGER PRIMARY KEY,
    entry INTEGER NOT NULL REFERENCES bin (seq) ON DELETE CASCADE,
    id TEXT NOT NULL,
    kind TEXT NOT NULL CHECK (kind IN ('document', 'note', 'fact')),
    custom_id TEXT,
    title TEXT,
    content TEXT NOT NULL,
    source_url TEXT,
    fetch_url TEXT,
    metadata TEXT,
    saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX bin_items_of_entry ON bin_items (entry, kind)`,
];
