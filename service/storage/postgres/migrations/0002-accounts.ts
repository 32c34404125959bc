/** When the operator suspended an account; null unless it is suspended. */
export const accounts: readonly string[] = [
  'ALTER TABLE directory_accounts ADD COLUMN suspended_at text COLLATE "C"',
];
