/** Accounts, Memories, documents and notes, learning runs, and passages. */
export const foundation: readonly string[] = [
  `CREATE TABLE accounts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE TABLE containers (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    name TEXT NOT NULL,
    name_key TEXT NOT NULL,
    description TEXT NOT NULL,
    created_at TEXT NOT NULL,
    UNIQUE (account_id, name_key)
  ) STRICT`,
  // Documents and notes. AUTOINCREMENT never reuses a `seq`, so a cursor can't point at a later row.
  `CREATE TABLE materials (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    kind TEXT NOT NULL CHECK (kind IN ('document', 'note')),
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    container_id TEXT NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
    custom_id TEXT,
    title TEXT,
    content TEXT NOT NULL,
    source_url TEXT,
    metadata TEXT,
    learned INTEGER NOT NULL DEFAULT 0 CHECK (learned IN (0, 1)),
    saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE UNIQUE INDEX materials_custom_id ON materials (container_id, custom_id) WHERE custom_id IS NOT NULL`,
  `CREATE INDEX materials_newest ON materials (container_id, kind, seq)`,
  `CREATE TABLE learning_runs (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    material INTEGER NOT NULL REFERENCES materials (seq) ON DELETE CASCADE,
    status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'deferred', 'succeeded', 'failed', 'canceled')),
    attempts INTEGER NOT NULL DEFAULT 0,
    reason TEXT,
    queued_at TEXT NOT NULL,
    started_at TEXT,
    finished_at TEXT
  ) STRICT`,
  `CREATE INDEX learning_runs_latest ON learning_runs (material, seq)`,
  `CREATE INDEX learning_runs_open ON learning_runs (status, seq) WHERE status IN ('queued', 'running')`,
  `CREATE TABLE passages (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    material INTEGER NOT NULL REFERENCES materials (seq) ON DELETE CASCADE,
    position INTEGER NOT NULL,
    lead TEXT NOT NULL,
    text TEXT NOT NULL,
    UNIQUE (material, position)
  ) STRICT`,
  // Stores only the index. Rowids are passages.id, and the words are terms from lib/text, which the ascii tokenizer
  // splits at spaces. `scope` holds the Memory's term.
  `CREATE VIRTUAL TABLE passage_index USING fts5 (
    scope, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
  )`,
];
