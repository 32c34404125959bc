/**
 * Suspended accounts and quotas. Triggers count what each account stores, so that checking a quota reads one row. They
 * refuse writes that grow an account beyond its quota. They run under the account's lock, so the counts are exact with
 * any number of processes.
 */
const TEXT = 'text COLLATE "C"';

/** Bytes of UTF-8. What is in the bin doesn't count. */
const MATERIAL_SIZE = 'octet_length(content) + coalesce(octet_length(metadata), 0)';
const counted = {
  materials: { documents: `count(*) FILTER (WHERE kind = 'document')`, size: MATERIAL_SIZE },
  facts: { documents: '0', size: 'octet_length(content)' },
};

/**
 * Once for each statement, since a Memory can have very many rows, and each update of the account's row would leave a dead
 * one.
 */
const count = (
  table: keyof typeof counted,
  [event, rows, sign]: readonly [string, string, string],
) => {
  const { documents, size } = counted[table];
  const name = `keepsake_count_${table}_${event.toLowerCase()}`;
  return [
    `CREATE FUNCTION ${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM keepsake_count(account_id, ${sign}${documents}, ${sign}sum(${size})) FROM changed GROUP BY account_id;
      RETURN NULL;
    END $$`,
    `CREATE TRIGGER ${name} AFTER ${event} ON ${table} REFERENCING ${rows} TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION ${name}()`,
  ];
};
const added = ['INSERT', 'NEW', ''] as const;
const removed = ['DELETE', 'OLD', '-'] as const;

/** The migration counts the rows of all accounts, which row-level security hides even from the owner of the tables. */
const forced = (tables: readonly string[], how: 'FORCE' | 'NO FORCE') =>
  tables.map((table) => `ALTER TABLE ${table} ${how} ROW LEVEL SECURITY`);

export const accounts: readonly string[] = [
  // Null unless the account is suspended.
  `ALTER TABLE directory_accounts ADD COLUMN suspended_at ${TEXT}`,
  'ALTER TABLE directory_accounts ADD COLUMN documents bigint NOT NULL DEFAULT 0',
  'ALTER TABLE directory_accounts ADD COLUMN bytes bigint NOT NULL DEFAULT 0',
  // Null is unlimited. `turns` is the limit of a day, and `turns_taken` how many were taken on the day `turns_on`.
  `CREATE TABLE directory_quotas (
    account_id ${TEXT} PRIMARY KEY,
    documents bigint,
    bytes bigint,
    turns bigint,
    turns_on ${TEXT} NOT NULL DEFAULT '',
    turns_taken bigint NOT NULL DEFAULT 0,
    FOREIGN KEY (account_id) REFERENCES directory_accounts (id) ON DELETE CASCADE
  )`,
  ...forced(['materials', 'facts'], 'NO FORCE'),
  `UPDATE directory_accounts a SET
    documents = (SELECT count(*) FROM materials m WHERE m.account_id = a.id AND m.kind = 'document'),
    bytes = (SELECT coalesce(sum(${MATERIAL_SIZE}), 0) FROM materials m WHERE m.account_id = a.id)
      + (SELECT coalesce(sum(octet_length(content)), 0) FROM facts f WHERE f.account_id = a.id)`,
  ...forced(['materials', 'facts'], 'FORCE'),
  // The service recognizes the code KS001.
  `CREATE FUNCTION keepsake_count(account text, more_documents bigint, more_bytes bigint) RETURNS void
    LANGUAGE plpgsql AS $$
  DECLARE
    now_documents bigint;
    now_bytes bigint;
    quota directory_quotas%ROWTYPE;
  BEGIN
    UPDATE directory_accounts SET documents = documents + more_documents, bytes = bytes + more_bytes WHERE id = account
      RETURNING documents, bytes INTO now_documents, now_bytes;
    SELECT * INTO quota FROM directory_quotas WHERE account_id = account;
    IF more_documents > 0 AND now_documents > quota.documents THEN
      RAISE EXCEPTION 'quota.documents' USING ERRCODE = 'KS001';
    END IF;
    IF more_bytes > 0 AND now_bytes > quota.bytes THEN
      RAISE EXCEPTION 'quota.bytes' USING ERRCODE = 'KS001';
    END IF;
  END $$`,
  ...count('materials', added),
  ...count('materials', removed),
  ...count('facts', added),
  ...count('facts', removed),
  `CREATE FUNCTION keepsake_count_replaced() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM keepsake_count(NEW.account_id, 0, octet_length(NEW.content) + coalesce(octet_length(NEW.metadata), 0)
      - octet_length(OLD.content) - coalesce(octet_length(OLD.metadata), 0));
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER keepsake_count_replaced AFTER UPDATE OF content, metadata ON materials FOR EACH ROW
    WHEN (NEW.content IS DISTINCT FROM OLD.content OR NEW.metadata IS DISTINCT FROM OLD.metadata)
    EXECUTE FUNCTION keepsake_count_replaced()`,
];
