/** API keys and the Memories they reach. */
export const keys: readonly string[] = [
  `CREATE TABLE keys (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    token_digest TEXT NOT NULL UNIQUE,
    last_four TEXT NOT NULL,
    name TEXT NOT NULL,
    level TEXT NOT NULL CHECK (level IN ('read', 'write', 'full')),
    reaches_all INTEGER NOT NULL CHECK (reaches_all IN (0, 1)),
    profile INTEGER NOT NULL CHECK (profile IN (0, 1)),
    agent INTEGER NOT NULL CHECK (agent IN (0, 1)),
    expires_at TEXT,
    created_at TEXT NOT NULL,
    revoked_at TEXT
  ) STRICT`,
  `CREATE INDEX keys_of_account ON keys (account_id, seq)`,
  `CREATE TABLE key_reach (
    key INTEGER NOT NULL REFERENCES keys (seq) ON DELETE CASCADE,
    container_id TEXT NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
    PRIMARY KEY (key, container_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX key_reach_of_container ON key_reach (container_id)`,
];
