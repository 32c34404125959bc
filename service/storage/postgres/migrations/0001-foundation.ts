/**
 * The whole schema of the first version.
 *
 * Every table of an account has its id first in each key and index, so that tables can be partitioned or distributed by
 * account without another schema, and a policy that hides all rows but those of the account in `keepsake.account`. The
 * tables named `directory_…` are global: they find an account by the digest of a secret, or belong to none.
 */

/** Compares bytes: an update of the operating system's collations can't damage an index. */
const TEXT = 'text COLLATE "C"';
const SEQ = 'seq bigint GENERATED ALWAYS AS IDENTITY';
const ACCOUNT = `account_id ${TEXT} NOT NULL`;
const OF_ACCOUNT = 'FOREIGN KEY (account_id) REFERENCES directory_accounts (id) ON DELETE CASCADE';
const OF_CONTAINER =
  'FOREIGN KEY (account_id, container_id) REFERENCES containers (account_id, id) ON DELETE CASCADE';
const OF_CONTAINER_SEQ =
  'FOREIGN KEY (account_id, container) REFERENCES containers (account_id, seq) ON DELETE CASCADE';
const OF_MATERIAL =
  'FOREIGN KEY (account_id, material) REFERENCES materials (account_id, seq) ON DELETE CASCADE';

/** The columns of a document or note that the bin keeps too. */
const MATERIAL = `
  custom_id ${TEXT},
  title ${TEXT},
  content ${TEXT} NOT NULL,
  source_url ${TEXT},
  fetch_url ${TEXT},
  metadata ${TEXT},
  type ${TEXT},
  stated_url ${TEXT},
  stated_title ${TEXT},
  tags text[],
  saved_at ${TEXT} NOT NULL`;

const accountTables = [
  'containers',
  'materials',
  'learning_runs',
  'passages',
  'postings',
  'words',
  'word_changes',
  'word_progress',
  'keys',
  'key_reach',
  'facts',
  'rules',
  'agent_settings',
  'connections',
  'connection_reach',
  'bin',
  'bin_items',
];

export const foundation: readonly string[] = [
  // Texts that are too long for an index are found by their digests.
  `CREATE FUNCTION keepsake_digest(value text) RETURNS bytea LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    AS $$ SELECT sha256(convert_to(value, 'UTF8')) $$`,

  `CREATE TABLE directory_accounts (
    ${SEQ},
    id ${TEXT} PRIMARY KEY CHECK (id <> ''),
    name ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL,
    UNIQUE (seq)
  )`,
  `CREATE TABLE directory_sign_in_links (
    token_digest ${TEXT} PRIMARY KEY,
    ${ACCOUNT},
    expires_at ${TEXT} NOT NULL,
    ${OF_ACCOUNT}
  )`,
  `CREATE INDEX directory_sign_in_links_of_account ON directory_sign_in_links (account_id)`,
  `CREATE TABLE directory_owner_sessions (
    token_digest ${TEXT} PRIMARY KEY,
    ${ACCOUNT},
    created_at ${TEXT} NOT NULL,
    expires_at ${TEXT} NOT NULL,
    ${OF_ACCOUNT}
  )`,
  `CREATE INDEX directory_owner_sessions_of_account ON directory_owner_sessions (account_id)`,
  `CREATE TABLE directory_oauth_clients (
    id ${TEXT} PRIMARY KEY,
    name ${TEXT} NOT NULL,
    redirect_uris ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL,
    consented_at ${TEXT}
  )`,
  `CREATE INDEX directory_oauth_clients_unused ON directory_oauth_clients (created_at) WHERE consented_at IS NULL`,

  // The running processes of the service. Unlogged, like the tables of limits below, since all of it is short-lived.
  `CREATE UNLOGGED TABLE directory_processes (
    id ${TEXT} PRIMARY KEY,
    alive_until timestamptz NOT NULL
  )`,
  // The accounts with texts to learn, pages to fetch or words to count. The account whose last lease is oldest is next.
  `CREATE SEQUENCE directory_leases`,
  `CREATE TABLE directory_queues (
    ${ACCOUNT},
    kind ${TEXT} NOT NULL CHECK (kind IN ('texts', 'pages', 'words')),
    lease bigint NOT NULL DEFAULT nextval('directory_leases'),
    holder ${TEXT},
    PRIMARY KEY (account_id, kind),
    ${OF_ACCOUNT}
  )`,
  `CREATE INDEX directory_queues_next ON directory_queues (kind, lease)`,
  // The times of the requests within the last minute.
  `CREATE UNLOGGED TABLE directory_request_times (
    key ${TEXT} PRIMARY KEY,
    times timestamptz[] NOT NULL
  )`,
  // Each turn is the id of its process, its own, and when it was taken, in seconds since 1970, separated by spaces.
  `CREATE UNLOGGED TABLE directory_turns (
    ${ACCOUNT},
    turns text[] NOT NULL,
    PRIMARY KEY (account_id)
  )`,

  // The passages and the terms in each of the two indexes.
  `CREATE TABLE containers (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL,
    name_key ${TEXT} NOT NULL,
    description ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL,
    passages bigint NOT NULL DEFAULT 0,
    passage_terms bigint NOT NULL DEFAULT 0,
    dense_passages bigint NOT NULL DEFAULT 0,
    dense_terms bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    UNIQUE (account_id, name_key),
    ${OF_ACCOUNT}
  )`,
  // Documents and notes. What search reads in the metadata has columns: PostgreSQL can't read all JSON that can be stored.
  `CREATE TABLE materials (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL CHECK (kind IN ('document', 'note')),
    container_id ${TEXT} NOT NULL,
    ${MATERIAL},
    request_key ${TEXT},
    learned boolean NOT NULL DEFAULT false,
    custom_id_digest bytea GENERATED ALWAYS AS (keepsake_digest(custom_id)) STORED,
    request_key_digest bytea GENERATED ALWAYS AS (keepsake_digest(request_key)) STORED,
    content_digest bytea GENERATED ALWAYS AS (keepsake_digest(content)) STORED,
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    UNIQUE (account_id, container_id, custom_id_digest),
    UNIQUE (account_id, container_id, request_key_digest),
    ${OF_CONTAINER}
  )`,
  `CREATE INDEX materials_newest ON materials (account_id, container_id, kind, seq)`,
  // Lets an import find existing texts without reading them all.
  `CREATE INDEX materials_text ON materials (account_id, container_id, content_digest)`,
  `CREATE TABLE learning_runs (
    ${ACCOUNT},
    ${SEQ},
    material bigint NOT NULL,
    status ${TEXT} NOT NULL CHECK (status IN ('queued', 'running', 'deferred', 'succeeded', 'failed', 'canceled')),
    attempts integer NOT NULL DEFAULT 0,
    awaits_page boolean NOT NULL DEFAULT false,
    reason ${TEXT},
    queued_at ${TEXT} NOT NULL,
    started_at ${TEXT},
    finished_at ${TEXT},
    PRIMARY KEY (account_id, seq),
    ${OF_MATERIAL}
  )`,
  `CREATE INDEX learning_runs_latest ON learning_runs (account_id, material, seq)`,
  `CREATE INDEX learning_runs_open ON learning_runs (account_id, status, awaits_page, seq)
    WHERE status IN ('queued', 'running')`,

  // Chinese, Japanese and Korean passages have several times as many terms, and BM25 compares a passage's length with the
  // mean, so the dense ones are an index of their own. The terms are kept to find phrases and to delete postings.
  `CREATE TABLE passages (
    ${ACCOUNT},
    id bigint GENERATED ALWAYS AS IDENTITY,
    material bigint NOT NULL,
    position integer NOT NULL,
    lead ${TEXT} NOT NULL,
    text ${TEXT} NOT NULL,
    title ${TEXT},
    dense boolean NOT NULL,
    title_terms ${TEXT} NOT NULL,
    body_terms ${TEXT} NOT NULL,
    site_terms ${TEXT} NOT NULL,
    length integer NOT NULL,
    PRIMARY KEY (account_id, id),
    UNIQUE (account_id, material, position),
    ${OF_MATERIAL}
  )`,
  // How often each passage has a term in its title, body and address; `length` is the number of all its terms. The key
  // has every column, so that search reads only the index. A foreign key would need a second index as large as this one.
  `CREATE TABLE postings (
    ${ACCOUNT},
    dense boolean NOT NULL,
    term ${TEXT} NOT NULL,
    passage bigint NOT NULL,
    container bigint NOT NULL,
    in_title smallint NOT NULL,
    in_body smallint NOT NULL,
    in_site smallint NOT NULL,
    length integer NOT NULL,
    PRIMARY KEY (account_id, dense, term, passage) INCLUDE (container, in_title, in_body, in_site, length)
  )`,
  `CREATE FUNCTION keepsake_delete_postings() RETURNS trigger LANGUAGE plpgsql AS $$
  BEGIN
    DELETE FROM postings WHERE account_id = OLD.account_id AND dense = OLD.dense AND passage = OLD.id
      AND term = ANY (string_to_array(concat_ws(' ', OLD.title_terms, OLD.body_terms, OLD.site_terms), ' '));
    RETURN NULL;
  END $$`,
  `CREATE TRIGGER passages_leave_postings AFTER DELETE ON passages
    FOR EACH ROW EXECUTE FUNCTION keepsake_delete_postings()`,

  // For each term, a word with this stem and the number of passages. A long term is stored again, reversed and after `<`,
  // to find the ends of compounds.
  `CREATE TABLE words (
    ${ACCOUNT},
    term ${TEXT} NOT NULL,
    container bigint NOT NULL,
    word ${TEXT} NOT NULL,
    passages bigint NOT NULL,
    PRIMARY KEY (account_id, term, container),
    ${OF_CONTAINER_SEQ}
  )`,
  // Changes to `words` that aren't applied yet, as in SQLite.
  `CREATE TABLE word_changes (
    ${ACCOUNT},
    ${SEQ},
    container bigint NOT NULL,
    change integer NOT NULL,
    words ${TEXT},
    title ${TEXT},
    text ${TEXT},
    PRIMARY KEY (account_id, seq),
    CHECK ((words IS NULL) <> (text IS NULL)),
    ${OF_CONTAINER_SEQ}
  )`,
  `CREATE INDEX word_changes_of_container ON word_changes (account_id, container)`,
  // While an account's changes are being applied: the last change of the batch, and the last term that was updated.
  `CREATE TABLE word_progress (
    account_id ${TEXT} PRIMARY KEY,
    through bigint NOT NULL,
    after ${TEXT} NOT NULL,
    ${OF_ACCOUNT}
  )`,

  `CREATE TABLE keys (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    last_four ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL,
    level ${TEXT} NOT NULL CHECK (level IN ('read', 'write', 'full')),
    reaches_all boolean NOT NULL,
    profile boolean NOT NULL,
    agent boolean NOT NULL,
    expires_at ${TEXT},
    created_at ${TEXT} NOT NULL,
    revoked_at ${TEXT},
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    ${OF_ACCOUNT}
  )`,
  `CREATE TABLE directory_key_tokens (
    digest ${TEXT} PRIMARY KEY,
    ${ACCOUNT},
    key_id ${TEXT} NOT NULL,
    FOREIGN KEY (account_id, key_id) REFERENCES keys (account_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX directory_key_tokens_of_key ON directory_key_tokens (account_id, key_id)`,
  `CREATE TABLE key_reach (
    ${ACCOUNT},
    key bigint NOT NULL,
    container_id ${TEXT} NOT NULL,
    PRIMARY KEY (account_id, key, container_id),
    FOREIGN KEY (account_id, key) REFERENCES keys (account_id, seq) ON DELETE CASCADE,
    ${OF_CONTAINER}
  )`,
  `CREATE INDEX key_reach_of_container ON key_reach (account_id, container_id)`,

  `CREATE TABLE facts (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    container_id ${TEXT} NOT NULL,
    content ${TEXT} NOT NULL,
    saved_at ${TEXT} NOT NULL,
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    ${OF_CONTAINER}
  )`,
  `CREATE INDEX facts_of_container ON facts (account_id, container_id, seq)`,
  // A rule without a key applies to every credential of the account.
  `CREATE TABLE rules (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    key_id ${TEXT},
    content ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL,
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    ${OF_ACCOUNT},
    FOREIGN KEY (account_id, key_id) REFERENCES keys (account_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX rules_of_key ON rules (account_id, key_id)`,
  `CREATE TABLE agent_settings (
    account_id ${TEXT} PRIMARY KEY,
    settings ${TEXT} NOT NULL,
    ${OF_ACCOUNT}
  )`,

  // Created on consent. The client is connected once it has exchanged the code. A client with a connection is never
  // deleted, so it needs no foreign key.
  `CREATE TABLE connections (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    client_id ${TEXT} NOT NULL,
    resource ${TEXT} NOT NULL,
    reaches_all boolean NOT NULL,
    profile boolean NOT NULL,
    redirect_uri ${TEXT} NOT NULL,
    challenge ${TEXT} NOT NULL,
    created_at ${TEXT} NOT NULL,
    connected_at ${TEXT},
    last_used_at ${TEXT},
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    ${OF_ACCOUNT}
  )`,
  `CREATE INDEX connections_of_client ON connections (account_id, client_id)`,
  `CREATE TABLE connection_reach (
    ${ACCOUNT},
    connection bigint NOT NULL,
    container_id ${TEXT} NOT NULL,
    PRIMARY KEY (account_id, connection, container_id),
    FOREIGN KEY (account_id, connection) REFERENCES connections (account_id, seq) ON DELETE CASCADE,
    ${OF_CONTAINER}
  )`,
  `CREATE INDEX connection_reach_of_container ON connection_reach (account_id, container_id)`,
  // When a connection ends is here, so that those that have ended are found without asking each account.
  `CREATE TABLE directory_connections (
    code_digest ${TEXT} PRIMARY KEY,
    ${ACCOUNT},
    connection_id ${TEXT} NOT NULL,
    expires_at ${TEXT} NOT NULL,
    revoked_at ${TEXT},
    UNIQUE (account_id, connection_id),
    FOREIGN KEY (account_id, connection_id) REFERENCES connections (account_id, id) ON DELETE CASCADE
  )`,
  `CREATE TABLE directory_oauth_tokens (
    digest ${TEXT} PRIMARY KEY,
    ${ACCOUNT},
    connection_id ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL CHECK (kind IN ('access', 'refresh')),
    resource ${TEXT} NOT NULL,
    expires_at ${TEXT} NOT NULL,
    replaced_at ${TEXT},
    FOREIGN KEY (account_id, connection_id) REFERENCES connections (account_id, id) ON DELETE CASCADE
  )`,
  `CREATE INDEX directory_oauth_tokens_of_connection ON directory_oauth_tokens (account_id, connection_id)`,

  `CREATE TABLE bin (
    ${ACCOUNT},
    ${SEQ},
    id ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL CHECK (kind IN ('document', 'note', 'fact', 'memory')),
    title ${TEXT} NOT NULL,
    container_id ${TEXT} NOT NULL,
    name ${TEXT} NOT NULL,
    description ${TEXT} NOT NULL,
    key_reach bigint[] NOT NULL,
    connection_reach bigint[] NOT NULL,
    deleted_at ${TEXT} NOT NULL,
    PRIMARY KEY (account_id, seq),
    UNIQUE (account_id, id),
    ${OF_ACCOUNT}
  )`,
  `CREATE TABLE bin_items (
    ${ACCOUNT},
    ${SEQ},
    entry bigint NOT NULL,
    id ${TEXT} NOT NULL,
    kind ${TEXT} NOT NULL CHECK (kind IN ('document', 'note', 'fact')),
    ${MATERIAL},
    PRIMARY KEY (account_id, seq),
    FOREIGN KEY (account_id, entry) REFERENCES bin (account_id, seq) ON DELETE CASCADE
  )`,
  `CREATE INDEX bin_items_of_entry ON bin_items (account_id, entry, kind)`,

  ...accountTables.flatMap((table) => [
    `ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY`,
    `ALTER TABLE ${table} FORCE ROW LEVEL SECURITY`,
    `CREATE POLICY own_account ON ${table} USING (account_id = current_setting('keepsake.account', true))`,
  ]),
  // The learner works through the queues of all accounts, and expired entries are removed from all bins.
  ...['learning_runs', 'word_changes', 'bin'].map(
    (table) =>
      `CREATE POLICY all_queues ON ${table} FOR SELECT USING (current_setting('keepsake.queues', true) = 'all')`,
  ),
];
