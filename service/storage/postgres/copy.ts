/**
 * Copies a library row by row. Rows keep their `seq`, which pages and the bin refer to. Reads use transactions in which
 * the server allows no writes.
 */
import * as z from 'zod/mini';
import {
  copiedRows,
  countedKinds,
  countedTables,
  marksSchema,
  MATERIAL,
  RUN_FIELDS,
  sizeOfRow,
  type CopiedRows,
  type CopiedTable,
  type CopyKind,
} from '../copied-rows.ts';
import { HALF_MOVED, stateOfLibrary } from '../half-moved.ts';
import type { CopyAreas, Copying, CopyMarks } from '../port/copy.ts';
import { query, type Query } from '../sql.ts';
import { addToQueue, anyAlive } from './leases.ts';
import { materialsOn } from './materials.ts';
import { migrate, migrations, selectVersion } from './migrations/migrate.ts';
import { passagesOn } from './passages.ts';
import type { Database, Queries, SqlValue } from './sql.ts';
import { statedIn } from './stated.ts';

const selectIsReplica = query(
  'SELECT pg_is_in_recovery() AS "isReplica"',
  z.object({ isReplica: z.boolean() }),
);

export function postgresCopying(db: Database): Copying {
  const queriesOf = (accountId: string) =>
    accountId === '' ? db.directory : db.account(accountId);
  return {
    state: () => stateOf(db.directory),
    async isInUse() {
      // The table of processes isn't logged, so replicas can't read it.
      if ((await db.directory.get(selectIsReplica))?.isReplica === true) return false;
      return (await db.directory.get(anyAlive))?.exists === true;
    },
    async prepare(now) {
      await migrate(db, now, { isMoving: true });
      // Only a move uses this database, so any process that still holds a lease was killed.
      await db.directory.run('UPDATE directory_queues SET holder = NULL');
    },
    begin: (library) =>
      db.transaction(
        async ({ directory }) => (await directory.run(BEGIN, [HALF_MOVED, library])) === 1,
      ),
    // Without statistics, the server would sort all remaining rows for each page.
    analyze: () =>
      db.transaction(async ({ directory }) => {
        await directory.run('ANALYZE');
      }),
    finish: (marks) =>
      db.transaction(async ({ directory }) => {
        for (const kind of countedKinds) {
          if (marks[kind] > 0) await directory.get(setMark, [tableOf[kind], marks[kind]]);
        }
        await directory.run('DELETE FROM directory_schema_versions WHERE version = $1', [
          HALF_MOVED,
        ]);
      }),
    marks: () => marksOf(db.directory),
    count: async (kind, accountId) =>
      (await queriesOf(accountId).get(tables[kind].count, [accountId]))?.count ?? 0,
    lastKey: async (kind, accountId) =>
      (await queriesOf(accountId).get(tables[kind].last, [accountId]))?.key ?? null,
    rows: (kind, { accountId, after, rows, bytes }) =>
      queriesOf(accountId).all(queryOf(kind), [
        accountId,
        after ?? tables[kind].first,
        rows,
        bytes,
      ]),
    transaction: (accountId, work) =>
      accountId === ''
        ? db.transaction(({ directory }) => work(copyAreasOn(directory, '')))
        : db.accountTransaction(accountId, (queries) => work(copyAreasOn(queries, accountId))),
  };
}

const selectTables = query(
  `SELECT to_regclass('directory_schema_versions') IS NOT NULL AND to_regclass('directory_accounts') IS NOT NULL AS exist`,
  z.object({ exist: z.boolean() }),
);
const selectFirst = query(
  'SELECT id FROM directory_accounts ORDER BY seq LIMIT 1',
  z.object({ id: z.string() }),
);
const BEGIN = `INSERT INTO directory_schema_versions (version, migrated_at)
  SELECT $1::integer, $2::text WHERE NOT EXISTS (SELECT 1 FROM directory_accounts)
    AND NOT EXISTS (SELECT 1 FROM directory_oauth_clients)`;

async function stateOf(queries: Queries): ReturnType<Copying['state']> {
  if ((await queries.get(selectTables))?.exist !== true) return { holds: 'nothing' };
  const { version = 0, movedFrom = null } = (await queries.get(selectVersion)) ?? {};
  const firstAccount = (await queries.get(selectFirst))?.id;
  return stateOfLibrary({ version, movedFrom, firstAccount }, migrations.length);
}

const tableOf = { ...countedTables, accounts: 'directory_accounts' } as const;

const markRow = z.object({ mark: z.int() });
const selectMark = query(
  `SELECT coalesce(pg_sequence_last_value(pg_get_serial_sequence($1, 'seq')::regclass), 0) AS mark`,
  markRow,
);
const setMark = query(`SELECT setval(pg_get_serial_sequence($1, 'seq'), $2) AS mark`, markRow);

async function marksOf(queries: Queries): Promise<CopyMarks> {
  const marks: Record<string, number> = {};
  for (const kind of countedKinds)
    marks[kind] = (await queries.get(selectMark, [tableOf[kind]]))?.mark ?? 0;
  return z.parse(marksSchema, marks);
}

const schemas = copiedRows({ flag: z.boolean(), list: (item) => z.array(item) });

interface TableParts extends CopiedTable {
  /** SQL of the tables that `more` reads. */
  readonly join?: string;
  /** The condition of the rows to read: those of the account `$1`. */
  readonly own?: string;
}

const OWN = 't.account_id = $1';

function tableWith<Row>({ join = '', own = OWN, ...parts }: TableParts, row: z.ZodMiniType<Row>) {
  const { name, key, columns, more = '' } = parts;
  const size = sizeOfRow(parts);
  return {
    first: key === 'seq' ? 0 : '',
    read: query(
      `SELECT t.${key} AS key, ${columns.replaceAll(/\w+/g, 't.$&')}${more} FROM ${name} t ${join}
       WHERE ${own} AND t.${key} = ANY (ARRAY(
         SELECT key FROM (
           SELECT key, sum(size) OVER (ORDER BY key) - size AS before FROM (
             SELECT t.${key} AS key, ${size} AS size FROM ${name} t
             WHERE ${own} AND t.${key} > $2 ORDER BY t.${key} LIMIT $3) next) sums
         WHERE before < $4))
       ORDER BY t.${key}`,
      row,
    ),
    count: query(
      `SELECT count(*) AS count FROM ${name} t WHERE ${own}`,
      z.object({ count: z.int() }),
    ),
    last: query(
      `SELECT max(t.${key}) AS key FROM ${name} t WHERE ${own}`,
      z.object({ key: z.nullable(z.union([z.int(), z.string()])) }),
    ),
  };
}

const DIRECTORY = `$1::text = ''`;
const REACH = (one: 'key' | 'connection') =>
  `, ARRAY(SELECT r.container_id FROM ${one}_reach r
     WHERE r.account_id = t.account_id AND r.${one} = t.seq ORDER BY r.container_id) AS reach`;
const OF_MATERIAL = 'account_id = t.account_id AND material = t.seq';
const RUNS = `, (SELECT coalesce(json_agg(json_build_object(${RUN_FIELDS}) ORDER BY r.seq), '[]') FROM learning_runs r
  WHERE r.${OF_MATERIAL.replace('material', 'r.material')} AND (r.status IN ('queued', 'running')
    OR r.seq = (SELECT max(seq) FROM learning_runs WHERE ${OF_MATERIAL}))) AS runs`;

const tables = {
  accounts: tableWith(
    {
      name: 'directory_accounts',
      key: 'seq',
      columns: 'id, name, created_at, suspended_at',
      own: DIRECTORY,
    },
    schemas.accounts,
  ),
  clients: tableWith(
    {
      name: 'directory_oauth_clients',
      key: 'id',
      columns: 'name, redirect_uris, created_at, consented_at',
      own: DIRECTORY,
    },
    schemas.clients,
  ),
  signInLinks: tableWith(
    { name: 'directory_sign_in_links', key: 'token_digest', columns: 'expires_at' },
    schemas.signInLinks,
  ),
  ownerSessions: tableWith(
    { name: 'directory_owner_sessions', key: 'token_digest', columns: 'created_at, expires_at' },
    schemas.ownerSessions,
  ),
  containers: tableWith(
    { name: 'containers', key: 'seq', columns: 'id, name, name_key, description, created_at' },
    schemas.containers,
  ),
  keys: tableWith(
    {
      name: 'keys',
      key: 'seq',
      columns:
        'id, last_four, name, level, reaches_all, profile, agent, expires_at, created_at, revoked_at',
      more: `, d.digest AS token_digest${REACH('key')}`,
      join: 'JOIN directory_key_tokens d ON d.account_id = t.account_id AND d.key_id = t.id',
    },
    schemas.keys,
  ),
  connections: tableWith(
    {
      name: 'connections',
      key: 'seq',
      columns: `id, client_id, resource, reaches_all, profile, redirect_uri, challenge, created_at, connected_at,
        last_used_at`,
      more: `, d.code_digest, d.expires_at, d.revoked_at${REACH('connection')}`,
      join: 'JOIN directory_connections d ON d.account_id = t.account_id AND d.connection_id = t.id',
    },
    schemas.connections,
  ),
  tokens: tableWith(
    {
      name: 'directory_oauth_tokens',
      key: 'digest',
      columns: 'connection_id, kind, resource, expires_at, replaced_at',
    },
    schemas.tokens,
  ),
  facts: tableWith(
    {
      name: 'facts',
      key: 'seq',
      columns: 'id, container_id, content, saved_at',
      long: ['content'],
    },
    schemas.facts,
  ),
  rules: tableWith(
    {
      name: 'rules',
      key: 'seq',
      columns: 'id, key_id, content, created_at',
      long: ['content'],
    },
    schemas.rules,
  ),
  agentSettings: tableWith(
    { name: 'agent_settings', key: 'account_id', columns: 'settings' },
    schemas.agentSettings,
  ),
  materials: tableWith(
    {
      name: 'materials',
      key: 'seq',
      columns: `${MATERIAL}, container_id, request_key, learned`,
      more: RUNS,
      long: ['content', 'metadata'],
    },
    schemas.materials,
  ),
  quotas: tableWith(
    {
      name: 'directory_quotas',
      key: 'account_id',
      columns: 'documents, bytes, turns, turns_on, turns_taken',
    },
    schemas.quotas,
  ),
  binEntries: tableWith(
    {
      name: 'bin',
      key: 'seq',
      columns: 'id, kind, title, container_id, name, description, deleted_at',
      more: ', to_json(t.key_reach) AS key_reach, to_json(t.connection_reach) AS connection_reach',
    },
    schemas.binEntries,
  ),
  binItems: tableWith(
    {
      name: 'bin_items',
      key: 'seq',
      columns: `${MATERIAL}, entry`,
      long: ['content', 'metadata'],
    },
    schemas.binItems,
  ),
} satisfies { [Kind in CopyKind]: { readonly read: Query<CopiedRows[Kind]> } };

/** Without this, the compiler can't tell which rows a kind has. */
function queryOf<Kind extends CopyKind>(kind: Kind): Query<CopiedRows[Kind]> {
  const reads: { [Each in CopyKind]: { readonly read: Query<CopiedRows[Each]> } } = tables;
  return reads[kind].read;
}

type Columns = Readonly<Record<string, SqlValue>>;

/** The protocol's limit for one statement. */
const MAX_PARAMETERS = 65_535;

/** Inserts rows with the same columns, with as few statements as possible, since each is a round trip. */
async function insertRows(
  queries: Queries,
  table: string,
  rows: readonly Columns[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  if (columns.length === 0) return;
  const most = Math.floor(MAX_PARAMETERS / columns.length);
  for (let start = 0; start < rows.length; start += most) {
    const some = rows.slice(start, start + most);
    const places = some.map(
      (_, row) => `(${columns.map((_name, at) => `$${row * columns.length + at + 1}`).join(', ')})`,
    );
    await queries.run(
      `INSERT INTO ${table} (${columns.join(', ')}) OVERRIDING SYSTEM VALUE VALUES ${places.join(', ')}`,
      some.flatMap((row) => columns.map((column) => row[column] ?? null)),
    );
  }
}

interface Place {
  readonly queries: Queries;
  readonly accountId: string;
}

type Inserts = {
  [Kind in CopyKind]: (place: Place, rows: readonly CopiedRows[Kind][]) => Promise<void>;
};

type Simple = Columns & { readonly key: number | string };

/** Inserts rows whose columns are the same in the table. */
function insertInto(table: string, keyColumn: string) {
  return ({ queries }: Place, rows: readonly Simple[]) =>
    insertRows(
      queries,
      table,
      rows.map(({ key, ...row }) => ({ ...row, [keyColumn]: key })),
    );
}

/** Inserts rows of an account whose columns are the same in the table. */
function insertOwn(table: string, keyColumn: string) {
  const insert = insertInto(table, keyColumn);
  return (place: Place, rows: readonly Simple[]) =>
    insert(
      place,
      rows.map((row) => ({ ...row, account_id: place.accountId })),
    );
}

const insertKeys = insertOwn('keys', 'seq');
const insertConnections = insertOwn('connections', 'seq');
const insertMaterials = insertOwn('materials', 'seq');
const insertItems = insertOwn('bin_items', 'seq');

function insertReach(
  { queries, accountId }: Place,
  one: 'key' | 'connection',
  rows: readonly CopiedRows['keys' | 'connections'][],
): Promise<void> {
  return insertRows(
    queries,
    `${one}_reach`,
    rows.flatMap(({ key, reach }) =>
      reach.map((container_id) => ({ account_id: accountId, [one]: key, container_id })),
    ),
  );
}

const OPEN = new Set(['queued', 'running']);

const inserts: Inserts = {
  accounts: insertInto('directory_accounts', 'seq'),
  clients: insertInto('directory_oauth_clients', 'id'),
  signInLinks: insertOwn('directory_sign_in_links', 'token_digest'),
  ownerSessions: insertOwn('directory_owner_sessions', 'token_digest'),
  containers: insertOwn('containers', 'seq'),
  async keys(place, rows) {
    const { queries, accountId: account_id } = place;
    await insertKeys(
      place,
      rows.map(({ reach: _reach, token_digest: _digest, ...row }) => row),
    );
    await insertRows(
      queries,
      'directory_key_tokens',
      rows.map(({ id, token_digest }) => ({ digest: token_digest, account_id, key_id: id })),
    );
    await insertReach(place, 'key', rows);
  },
  async connections(place, rows) {
    const { queries, accountId: account_id } = place;
    await insertConnections(
      place,
      rows.map(
        ({
          reach: _reach,
          code_digest: _code,
          expires_at: _expires,
          revoked_at: _revoked,
          ...row
        }) => row,
      ),
    );
    await insertRows(
      queries,
      'directory_connections',
      rows.map(({ id, code_digest, expires_at, revoked_at }) => {
        return { code_digest, account_id, connection_id: id, expires_at, revoked_at };
      }),
    );
    await insertReach(place, 'connection', rows);
  },
  tokens: insertOwn('directory_oauth_tokens', 'digest'),
  facts: insertOwn('facts', 'seq'),
  rules: insertOwn('rules', 'seq'),
  agentSettings: insertInto('agent_settings', 'account_id'),
  quotas: insertInto('directory_quotas', 'account_id'),
  async materials(place, rows) {
    await insertMaterials(
      place,
      rows.map(({ runs: _runs, ...row }) => ({ ...row, ...statedColumns(row.kind, row.metadata) })),
    );
    await insertRows(
      place.queries,
      'learning_runs',
      rows.flatMap(({ key, runs }) =>
        runs.map((run) => ({ ...run, material: key, account_id: place.accountId })),
      ),
    );
    const open = rows.flatMap(({ runs }) => runs.filter((run) => OPEN.has(run.status)));
    for (const awaitsPage of new Set(open.map((run) => run.awaits_page)))
      await addToQueue(place.queries, place.accountId, awaitsPage ? 'pages' : 'texts');
  },
  binEntries: insertOwn('bin', 'seq'),
  binItems: (place, rows) =>
    insertItems(
      place,
      rows.map((row) => ({ ...row, ...statedColumns(row.kind, row.metadata) })),
    ),
};

function statedColumns(kind: CopiedRows['binItems']['kind'], metadata: string | null) {
  if (kind === 'fact') return { type: null, stated_url: null, stated_title: null, tags: null };
  const { type, statedUrl, statedTitle, tags } = statedIn(kind, metadata);
  return { type, stated_url: statedUrl, stated_title: statedTitle, tags };
}

function copyAreasOn(queries: Queries, accountId: string): CopyAreas {
  return {
    materials: materialsOn(queries, accountId),
    passages: passagesOn(queries, accountId),
    insert(kind, rows) {
      const insert: Inserts[typeof kind] = inserts[kind];
      return insert({ queries, accountId }, rows);
    },
  };
}
