/**
 * Postings in rows of up to 64 passages. With a row for each term and passage, the table and its index took 42 kB for a
 * passage, because each row repeated the account and the term, and the index repeated the row.
 */
const TEXT = 'text COLLATE "C"';

/** Applies row-level security to the owner of the tables, or lifts it: the migration has to read the rows of all accounts. */
const forced = (how: 'FORCE' | 'NO FORCE') =>
  ['containers', 'materials', 'passages', 'postings'].map(
    (table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY`,
  );

export const packedPostings: readonly string[] = [
  'SET LOCAL statement_timeout = 0',
  ...forced('NO FORCE'),

  // Lets the trigger find a passage's postings even after its material was deleted.
  'ALTER TABLE passages ADD COLUMN container bigint',
  `UPDATE passages p SET container = c.seq FROM materials m
     JOIN containers c ON c.account_id = m.account_id AND c.id = m.container_id
   WHERE m.account_id = p.account_id AND m.seq = p.material`,
  'ALTER TABLE passages ALTER COLUMN container SET NOT NULL',

  // A row lists passages by ascending id, beginning with `first`. Rows of the same term don't overlap.
  // Each entry holds, from the highest bit down: the passage's distance from `first`; its number of terms (15 bits);
  // the term's frequency in tenths, weighted by title, text and address (15 bits); and whether the term is in the title
  // or text, not just in the address (1 bit).
  `CREATE TABLE packed_postings (
    account_id ${TEXT} NOT NULL,
    dense boolean NOT NULL,
    term ${TEXT} NOT NULL,
    container bigint NOT NULL,
    first bigint NOT NULL,
    entries bigint[] NOT NULL
  )`,
  `INSERT INTO packed_postings
   SELECT account_id, dense, term, container, min(passage), array_agg(((passage - first) << 31) | weight ORDER BY passage)
   FROM (
     SELECT *, min(passage) OVER (PARTITION BY account_id, dense, term, container, part) AS first FROM (
       SELECT account_id, dense, term, container, passage,
         (row_number() OVER (PARTITION BY account_id, dense, term, container ORDER BY passage) - 1) / 64 AS part,
         (least(length, 32767)::bigint << 16)
           | (least(15 * in_title::bigint + 10 * in_body::bigint + 3 * in_site::bigint, 32767) << 1)
           | (in_title + in_body > 0)::integer AS weight
       FROM postings) parts) packed
   GROUP BY account_id, dense, term, container, part`,
  'DROP TABLE postings',
  'ALTER TABLE packed_postings RENAME TO postings',
  'ALTER TABLE postings ADD PRIMARY KEY (account_id, dense, term, container, first)',
  'ALTER TABLE postings ENABLE ROW LEVEL SECURITY',
  `CREATE POLICY own_account ON postings USING (account_id = current_setting('keepsake.account', true))`,
  ...forced('FORCE'),

  // Runs once for each statement, since a row can contain many of the deleted passages. For a large Memory or account,
  // all postings are deleted beforehand, because finding the rows of each passage takes a hundred times as long.
  'DROP TRIGGER passages_leave_postings ON passages',
  `CREATE OR REPLACE FUNCTION keepsake_delete_postings() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    WITH terms AS (
      SELECT DISTINCT account_id, dense, container, id,
        unnest(string_to_array(concat_ws(' ', title_terms, body_terms, site_terms), ' ')) AS term
      FROM deleted d
      WHERE EXISTS (SELECT 1 FROM containers c WHERE c.account_id = d.account_id AND c.seq = d.container)
    ), places AS (
      SELECT account_id, dense, term, container, first, array_agg(id) AS ids FROM (
        SELECT t.*, (
          SELECT max(p.first) FROM postings p WHERE p.account_id = t.account_id AND p.dense = t.dense AND p.term = t.term
            AND p.container = t.container AND p.first <= t.id) AS first
        FROM terms t) t
      GROUP BY account_id, dense, term, container, first
    ), kept AS (
      SELECT account_id, dense, term, container, first,
        ARRAY(SELECT entry FROM unnest(p.entries) AS entry WHERE p.first + (entry >> 31) <> ALL (ids)) AS entries
      FROM places JOIN postings p USING (account_id, dense, term, container, first)
    ), emptied AS (
      DELETE FROM postings p USING kept k WHERE k.entries = '{}' AND p.account_id = k.account_id AND p.dense = k.dense
        AND p.term = k.term AND p.container = k.container AND p.first = k.first
    )
    UPDATE postings p SET entries = k.entries FROM kept k WHERE k.entries <> '{}' AND p.account_id = k.account_id
      AND p.dense = k.dense AND p.term = k.term AND p.container = k.container AND p.first = k.first;
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER passages_leave_postings AFTER DELETE ON passages REFERENCING OLD TABLE AS deleted
    FOR EACH STATEMENT EXECUTE FUNCTION keepsake_delete_postings()`,
  'ANALYZE passages',
  'ANALYZE postings',
];
