/** OAuth clients, connections and tokens. */
export const oauth: readonly string[] = [
  `CREATE TABLE oauth_clients (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    created_at TEXT NOT NULL,
    consented_at TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE consented_at IS NULL`,
  // Created on consent. The client is connected once it has exchanged the code.
  `CREATE TABLE connections (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    account_id TEXT NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    client_id TEXT NOT NULL REFERENCES oauth_clients (id) ON DELETE CASCADE,
    resource TEXT NOT NULL,
    reaches_all INTEGER NOT NULL CHECK (reaches_all IN (0, 1)),
    profile INTEGER NOT NULL CHECK (profile IN (0, 1)),
    code_digest TEXT NOT NULL UNIQUE,
    redirect_uri TEXT NOT NULL,
    challenge TEXT NOT NULL,
    created_at TEXT NOT NULL,
    connected_at TEXT,
    expires_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
  ) STRICT`,
  `CREATE INDEX connections_of_account ON connections (account_id, seq)`,
  `CREATE INDEX connections_of_client ON connections (client_id)`,
  `CREATE TABLE connection_reach (
    connection INTEGER NOT NULL REFERENCES connections (seq) ON DELETE CASCADE,
    container_id TEXT NOT NULL REFERENCES containers (id) ON DELETE CASCADE,
    PRIMARY KEY (connection, container_id)
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX connection_reach_of_container ON connection_reach (container_id)`,
  `CREATE TABLE oauth_tokens (
    digest TEXT PRIMARY KEY,
    connection INTEGER NOT NULL REFERENCES connections (seq) ON DELETE CASCADE,
    kind TEXT NOT NULL CHECK (kind IN ('access', 'refresh')),
    expires_at TEXT NOT NULL,
    replaced_at TEXT
  ) STRICT, WITHOUT ROWID`,
  `CREATE INDEX oauth_tokens_of_connection ON oauth_tokens (connection)`,
  `CREATE INDEX oauth_tokens_by_end ON oauth_tokens (expires_at)`,
];
