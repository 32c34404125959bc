/** A separate index for Chinese, Japanese and Korean passages. */
export const cjkIndex: readonly string[] = [
  // These passages have several times as many terms, and BM25 compares a passage's length with the mean of its index:
  // in a shared index, a few Chinese books would make every English passage look short. Passages indexed before this
  // migration stay in the first index until they are learned again; both are searched.
  `CREATE VIRTUAL TABLE dense_index USING fts5 (
    scope, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
  )`,
  `CREATE TRIGGER passages_leave_dense_index AFTER DELETE ON passages BEGIN
    DELETE FROM dense_index WHERE rowid = old.id;
  END`,
];
