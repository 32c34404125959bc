/** Standing facts, rules and agent settings. */
export const profile: readonly string[] = [
  `CREATE TABLE facts (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    container_id TEXT NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    saved_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX facts_of_container ON facts (container_id, seq)`,
  // A rule without a key applies to every credential of the account.
  `CREATE TABLE rules (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    key_id TEXT REFERENCES keys (id) ON DELETE CASCADE,
    content TEXT NOT NULL,
    created_at TEXT NOT NULL
  ) STRICT`,
  `CREATE INDEX rules_of_account ON rules (account_id, seq)`,
  `CREATE INDEX rules_of_key ON rules (key_id)`,
  `CREATE TABLE agent_settings (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    settings TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];
