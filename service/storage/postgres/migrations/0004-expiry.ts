/** Indexes for expired rows, which are looked for at every sign-in and for every new token. */
const expiring = [
  'directory_sign_in_links',
  'directory_owner_sessions',
  'directory_oauth_tokens',
  'directory_connections',
];

export const expiry: readonly string[] = [
  'SET LOCAL statement_timeout = 0',
  ...expiring.map((table) => `CREATE INDEX ${table}_expiry ON ${table} (expires_at)`),
  `CREATE INDEX directory_connections_revoked ON directory_connections (revoked_at) WHERE revoked_at IS NOT NULL`,
];
