/** When the operator suspended an account; null unless it is suspended. */
export const accounts: readonly string[] = [
  'ALTER TABLE accounts ADD COLUMN suspended_at TEXT',
  // Finds the suspended accounts, which are few, without reading the others.
  'CREATE INDEX accounts_suspended ON accounts (id) WHERE suspended_at IS NOT NULL',
];
