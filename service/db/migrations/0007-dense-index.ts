/** An index of their own for passages in ideographs. */
export const denseIndex: readonly string[] = [
  // These have several times the terms of others, and BM25 judges a passage's length by the mean of its index: in one
  // index together, a few Chinese books would make every English passage count as short. What was indexed before
  // stays where it is until it is learned again; both indexes are searched.
  `CREATE VIRTUAL TABLE dense_index USING fts5 (
    scope, title, body, content = '', contentless_delete = 1, tokenize = 'ascii'
  )`,
  `CREATE TRIGGER passages_leave_dense_index AFTER DELETE ON passages BEGIN
    DELETE FROM dense_index WHERE rowid = old.id;
  END`,
];
