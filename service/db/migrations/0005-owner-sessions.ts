/** The owner's app: accounts with a name, one-time links to sign in by, and the sessions these open. */
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
    form_token TEXT NOT NULL,
    created_at TEXT NOT NULL,
    expires_at TEXT NOT NULL
  ) STRICT, WITHOUT ROWID`,
];
