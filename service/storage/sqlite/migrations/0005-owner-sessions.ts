/** Account names, one-time sign-in links and sessions for the owner's app, and an index for imports. */
export const ownerSessions: readonly string[] = [
  `ALTER TABLE accounts ADD COLUMN name TEXT NOT NULL DEFAULT ''`,
  `CREATE TABLE sign_in_links (
    token_digest TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  `CREATE TABLE owner_sessions (
    token_digest TEXT PRIMARY KEY,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
  // Lets an import find existing texts without reading them all.
  `CREATE INDEX materials_text ON materials (container_id, kind, length(content), substr(content, 1, 64))`,
];
