/**
 * Suspended accounts and quotas. Triggers count what each account stores, so that checking a quota reads one row. They
 * refuse writes that grow an account beyond its quota.
 */

/** Bytes of UTF-8. What is in the bin doesn't count. */
const sizeOf = (row: 'new' | 'old', table: 'materials' | 'facts') =>
  table === 'facts'
    ? `octet_length(${row}.content)`
    : `octet_length(${row}.content) + coalesce(octet_length(${row}.metadata), 0)`;

const documentsIn = (row: 'new' | 'old', table: 'materials' | 'facts') =>
  table === 'facts' ? '0' : `(${row}.kind = 'document')`;

/** Fails the statement with a message that the engine recognizes. */
const refuseOver = (counted: 'documents' | 'bytes', grows: string) =>
  `SELECT raise(ABORT, 'quota.${counted}') FROM accounts a JOIN quotas q ON q.account_id = a.id
   WHERE a.id = new.account_id AND a.${counted} > q.${counted} AND ${grows}`;

const count = (table: 'materials' | 'facts') => [
  `CREATE TRIGGER ${table}_added AFTER INSERT ON ${table} BEGIN
    UPDATE accounts SET documents = documents + ${documentsIn('new', table)}, bytes = bytes + ${sizeOf('new', table)}
      WHERE id = new.account_id;
    ${refuseOver('documents', documentsIn('new', table))};
    ${refuseOver('bytes', `${sizeOf('new', table)} > 0`)};
  END`,
  `CREATE TRIGGER ${table}_removed AFTER DELETE ON ${table} BEGIN
    UPDATE accounts SET documents = documents - ${documentsIn('old', table)}, bytes = bytes - (${sizeOf('old', table)})
      WHERE id = old.account_id;
  END`,
];

/**
 * The runs of suspended accounts are marked, so that the queue skips them in the index: the next run is found as fast
 * however many are held. An attempt that a suspension interrupts doesn't count.
 */
const holdRuns = [
  'ALTER TABLE learning_runs ADD COLUMN held INTEGER NOT NULL DEFAULT 0 CHECK (held IN (0, 1))',
  'DROP INDEX learning_runs_open',
  `CREATE INDEX learning_runs_open ON learning_runs (status, awaits_page, held, seq) WHERE status IN ('queued', 'running')`,
  `CREATE TRIGGER accounts_hold_runs AFTER UPDATE OF suspended_at ON accounts
    WHEN (new.suspended_at IS NULL) <> (old.suspended_at IS NULL) BEGIN
    UPDATE learning_runs SET held = (new.suspended_at IS NOT NULL),
      attempts = max(0, attempts - (new.suspended_at IS NOT NULL)) WHERE status IN ('queued', 'running')
      AND material IN (SELECT m.seq FROM containers c JOIN materials m ON m.container_id = c.id WHERE c.account_id = new.id);
  END`,
  `CREATE TRIGGER learning_runs_held AFTER INSERT ON learning_runs
    WHEN new.status IN ('queued', 'running') AND EXISTS (SELECT 1 FROM materials m JOIN accounts a ON a.id = m.account_id
      WHERE m.seq = new.material AND a.suspended_at IS NOT NULL) BEGIN
    UPDATE learning_runs SET held = 1 WHERE seq = new.seq;
  END`,
];

export const accounts: readonly string[] = [
  // Null unless the account is suspended.
  'ALTER TABLE accounts ADD COLUMN suspended_at TEXT',
  // Finds the suspended accounts, which are few, without reading the others.
  'CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended_at IS NOT NULL',
  ...holdRuns,
  'ALTER TABLE accounts ADD COLUMN documents INTEGER NOT NULL DEFAULT 0',
  'ALTER TABLE accounts ADD COLUMN bytes INTEGER NOT NULL DEFAULT 0',
  // Null is unlimited. `turns` is the limit of a day, and `turns_taken` how many were taken on the day `turns_on`.
  `CREATE TABLE quotas (
    account_id TEXT PRIMARY KEY REFERENCES accounts (id) ON DELETE CASCADE,
    documents INTEGER,
    bytes INTEGER,
    turns INTEGER,
    turns_on TEXT NOT NULL DEFAULT '',
    turns_taken INTEGER NOT NULL DEFAULT 0
  ) STRICT, WITHOUT ROWID`,
  `UPDATE accounts SET
    documents = (SELECT count(*) FROM containers c JOIN materials m ON m.container_id = c.id AND m.kind = 'document'
      WHERE c.account_id = accounts.id),
    bytes = (SELECT coalesce(sum(octet_length(m.content) + coalesce(octet_length(m.metadata), 0)), 0)
      FROM containers c JOIN materials m ON m.container_id = c.id WHERE c.account_id = accounts.id)
      + (SELECT coalesce(sum(octet_length(f.content)), 0)
      FROM containers c JOIN facts f ON f.container_id = c.id WHERE c.account_id = accounts.id)`,
  ...count('materials'),
  ...count('facts'),
  `CREATE TRIGGER materials_replaced AFTER UPDATE OF content, metadata ON materials
    WHEN ${sizeOf('new', 'materials')} <> ${sizeOf('old', 'materials')} BEGIN
    UPDATE accounts SET bytes = bytes + ${sizeOf('new', 'materials')} - (${sizeOf('old', 'materials')})
      WHERE id = new.account_id;
    ${refuseOver('bytes', `${sizeOf('new', 'materials')} > ${sizeOf('old', 'materials')}`)};
  END`,
];
