/** Copies a library row by row. Rows keep their `seq`, which pages and the bin refer to. */
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
import { json, query, type Query } from '../sql.ts';
import { materialsOn } from './materials.ts';
import { migrate, migrations, selectVersion } from './migrations/migrate.ts';
import { passagesOn } from './passages.ts';
import { flag, insertRow, type Database, type Queries } from './sql.ts';

export function sqliteCopying(db: Database): Copying {
  return {
    state: () => db.snapshot(stateOf),
    // Whoever opens the file locks its folder.
    isInUse: async () => false,
    prepare: (now) => migrate(db, { now, isMoving: true }),
    begin: async (library) => (await db.run(BEGIN, [HALF_MOVED, library])) === 1,
    // The statements here are written so that they need no statistics.
    analyze: async () => undefined,
    finish: (marks) =>
      db.transaction(async (queries) => {
        for (const kind of countedKinds) await setMark(queries, countedTables[kind], marks[kind]);
        await queries.run('DELETE FROM schema_versions WHERE version = ?', [HALF_MOVED]);
      }),
    marks: () => db.snapshot(marksOf),
    count: async (kind, accountId) => (await db.get(tables[kind].count, [accountId]))?.count ?? 0,
    lastKey: async (kind, accountId) => (await db.get(tables[kind].last, [accountId]))?.key ?? null,
    rows: (kind, { accountId, after, rows, bytes }) =>
      db.all(queryOf(kind), [accountId, after ?? tables[kind].first, rows, bytes]),
    transaction: (accountId, work) =>
      db.transaction((queries) => work(copyAreasOn(queries, accountId))),
  };
}

const selectTables = query(
  `SELECT count(*) AS count FROM sqlite_schema WHERE name IN ('schema_versions', 'accounts')`,
  z.object({ count: z.int() }),
);
const selectFirst = query(
  'SELECT id FROM accounts ORDER BY seq LIMIT 1',
  z.object({ id: z.string() }),
);
const BEGIN = `INSERT INTO schema_versions (version, migrated_at)
  SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM accounts) AND NOT EXISTS (SELECT 1 FROM oauth_clients)`;

async function stateOf(queries: Queries): ReturnType<Copying['state']> {
  if ((await queries.get(selectTables))?.count !== 2) return { holds: 'nothing' };
  const { version = 0, movedFrom = null } = (await queries.get(selectVersion)) ?? {};
  const firstAccount = (await queries.get(selectFirst))?.id;
  return stateOfLibrary({ version, movedFrom, firstAccount }, migrations.length);
}

const markRow = z.object({ mark: z.int() });
const selectMark = query('SELECT seq AS mark FROM sqlite_sequence WHERE name = ?', markRow);
/** SQLite keeps no counter for items in the bin: it reuses the numbers of deleted ones. */
const selectItemMark = query('SELECT coalesce(max(seq), 0) AS mark FROM bin_items', markRow);

async function marksOf(queries: Queries): Promise<CopyMarks> {
  const marks: Record<string, number> = {};
  for (const kind of countedKinds) {
    const isCounted = kind !== 'binItems';
    const found = isCounted
      ? await queries.get(selectMark, [countedTables[kind]])
      : await queries.get(selectItemMark);
    marks[kind] = found?.mark ?? 0;
  }
  return z.parse(marksSchema, marks);
}

async function setMark(queries: Queries, table: string, mark: number): Promise<void> {
  if (mark === 0 || table === countedTables.binItems) return;
  const changes = await queries.run('UPDATE sqlite_sequence SET seq = max(seq, ?) WHERE name = ?', [
    mark,
    table,
  ]);
  if (changes === 0)
    await queries.run('INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)', [table, mark]);
}

const schemas = copiedRows({ flag, list: (item) => json(z.array(item)) });

interface TableParts extends CopiedTable {
  /** The rows of the account `?1`. */
  readonly own?: string;
  /** The same, in a form that finds the first `?3` after the key `?2` without sorting all rows. */
  readonly next?: string;
}

function tableWith<Row>({ own: given, next, ...parts }: TableParts, row: z.ZodMiniType<Row>) {
  const { name, key, columns, more = '' } = parts;
  const own = given ?? `${name} t WHERE t.account_id = ?1`;
  const size = sizeOfRow(parts);
  const keys = `SELECT t.${key} FROM ${next ?? own} AND t.${key} > ?2 ORDER BY t.${key} LIMIT ?3`;
  const read = columns === '' ? '' : `, ${columns.replaceAll(/\w+/g, 't.$&')}`;
  return {
    first: key === 'seq' ? 0 : '',
    read: query(
      `SELECT t.${key} AS key${read}${more} FROM ${name} t WHERE t.${key} IN (
         SELECT key FROM (
           SELECT t.${key} AS key, sum(${size}) OVER (ORDER BY t.${key}) - (${size}) AS before
           FROM ${name} t WHERE t.${key} IN (${keys}))
         WHERE before < ?4)
       ORDER BY t.${key}`,
      row,
    ),
    count: query(`SELECT count(*) AS count FROM ${own}`, z.object({ count: z.int() })),
    last: query(
      `SELECT max(t.${key}) AS key FROM ${own}`,
      z.object({ key: z.nullable(z.union([z.int(), z.string()])) }),
    ),
  };
}

const DIRECTORY = `WHERE ?1 = ''`;
const REACH = (one: 'key' | 'connection') =>
  `, (SELECT json_group_array(r.container_id ORDER BY r.container_id) FROM ${one}_reach r WHERE r.${one} = t.seq) AS reach`;
const RUNS = `, (SELECT json_group_array(json_object(${RUN_FIELDS}) ORDER BY r.seq) FROM learning_runs r
  WHERE r.material = t.seq AND (r.status IN ('queued', 'running')
    OR r.seq = (SELECT max(seq) FROM learning_runs WHERE material = t.seq))) AS runs`;
const IN_CONTAINER = 'JOIN containers c ON c.id = t.container_id WHERE c.account_id = ?1';

const tables = {
  accounts: tableWith(
    {
      name: 'accounts',
      key: 'seq',
      columns: 'id, name, created_at, suspended_at',
      own: `accounts t ${DIRECTORY}`,
    },
    schemas.accounts,
  ),
  clients: tableWith(
    {
      name: 'oauth_clients',
      key: 'id',
      columns: 'name, redirect_uris, created_at, consented_at',
      own: `oauth_clients t ${DIRECTORY}`,
    },
    schemas.clients,
  ),
  signInLinks: tableWith(
    { name: 'sign_in_links', key: 'token_digest', columns: 'expires_at' },
    schemas.signInLinks,
  ),
  ownerSessions: tableWith(
    { name: 'owner_sessions', key: 'token_digest', columns: 'created_at, expires_at' },
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
        'id, token_digest, last_four, name, level, reaches_all, profile, agent, expires_at, created_at, revoked_at',
      more: REACH('key'),
    },
    schemas.keys,
  ),
  connections: tableWith(
    {
      name: 'connections',
      key: 'seq',
      columns: `id, client_id, resource, reaches_all, profile, code_digest, redirect_uri, challenge, created_at,
        connected_at, expires_at, last_used_at, revoked_at`,
      more: REACH('connection'),
    },
    schemas.connections,
  ),
  tokens: tableWith(
    {
      name: 'oauth_tokens',
      key: 'digest',
      columns: 'kind, resource, expires_at, replaced_at',
      more: ', (SELECT c.id FROM connections c WHERE c.seq = t.connection) AS connection_id',
      own: 'oauth_tokens t JOIN connections c ON c.seq = t.connection WHERE c.account_id = ?1',
    },
    schemas.tokens,
  ),
  facts: tableWith(
    {
      name: 'facts',
      key: 'seq',
      columns: 'id, container_id, content, saved_at',
      own: `facts t ${IN_CONTAINER}`,
      next: `containers c JOIN facts t ON t.seq IN (
          SELECT seq FROM facts WHERE container_id = c.id AND seq > ?2 ORDER BY seq LIMIT ?3)
        WHERE c.account_id = ?1`,
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
      own: `materials t ${IN_CONTAINER}`,
      next: `containers c JOIN json_each('["document", "note"]') kinds JOIN materials t ON t.seq IN (
          SELECT seq FROM materials WHERE container_id = c.id AND kind = kinds.value AND seq > ?2
          ORDER BY seq LIMIT ?3)
        WHERE c.account_id = ?1`,
      long: ['content', 'metadata'],
    },
    schemas.materials,
  ),
  quotas: tableWith(
    {
      name: 'quotas',
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
      more: `, coalesce(t.reach -> '$.key', '[]') AS key_reach,
        coalesce(t.reach -> '$.connection', '[]') AS connection_reach`,
    },
    schemas.binEntries,
  ),
  binItems: tableWith(
    {
      name: 'bin_items',
      key: 'seq',
      columns: `${MATERIAL}, entry`,
      own: 'bin_items t JOIN bin b ON b.seq = t.entry WHERE b.account_id = ?1',
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

interface Place {
  readonly queries: Queries;
  readonly accountId: string;
}

type Inserts = {
  [Kind in CopyKind]: (place: Place, row: CopiedRows[Kind]) => Promise<unknown>;
};

type Simple = Readonly<Record<string, string | number | boolean | null>>;

/** Inserts rows whose columns are the same in the table. */
function insertInto(table: string, key: string) {
  return ({ queries }: Place, { key: value = null, ...row }: Simple) =>
    insertRow(queries, table, { ...row, [key]: value });
}

/** Inserts rows of an account whose columns are the same in the table. */
function insertOwn(table: string, key: string) {
  const insert = insertInto(table, key);
  return (place: Place, row: Simple) => insert(place, { ...row, account_id: place.accountId });
}

/** Inserts what can be limited to some Memories. */
function insertLimited(table: 'keys' | 'connections', one: 'key' | 'connection') {
  const insert = insertOwn(table, 'seq');
  return async (place: Place, { reach, ...row }: CopiedRows['keys' | 'connections']) => {
    await insert(place, row);
    for (const containerId of reach)
      await insertRow(place.queries, `${one}_reach`, { [one]: row.key, containerId });
  };
}

const insertMaterialRow = insertOwn('materials', 'seq');

const inserts: Inserts = {
  accounts: insertInto('accounts', 'seq'),
  clients: insertInto('oauth_clients', 'id'),
  signInLinks: insertOwn('sign_in_links', 'token_digest'),
  ownerSessions: insertOwn('owner_sessions', 'token_digest'),
  containers: insertOwn('containers', 'seq'),
  keys: insertLimited('keys', 'key'),
  connections: insertLimited('connections', 'connection'),
  tokens: ({ queries }, { key, kind, resource, expires_at, replaced_at, connection_id }) =>
    queries.run(
      `INSERT INTO oauth_tokens (digest, kind, resource, expires_at, replaced_at, connection)
       SELECT ?, ?, ?, ?, ?, seq FROM connections WHERE id = ?`,
      [key, kind, resource, expires_at, replaced_at, connection_id],
    ),
  facts: insertOwn('facts', 'seq'),
  rules: insertOwn('rules', 'seq'),
  agentSettings: insertInto('agent_settings', 'account_id'),
  quotas: insertInto('quotas', 'account_id'),
  async materials(place, { runs, ...row }) {
    await insertMaterialRow(place, row);
    for (const run of runs)
      await insertRow(place.queries, 'learning_runs', { ...run, material: row.key });
  },
  binEntries: ({ queries, accountId }, { key, key_reach, connection_reach, ...row }) =>
    insertRow(queries, 'bin', {
      ...row,
      seq: key,
      accountId,
      reach: JSON.stringify({ key: key_reach, connection: connection_reach }),
    }),
  binItems: insertInto('bin_items', 'seq'),
};

function copyAreasOn(queries: Queries, accountId: string): CopyAreas {
  return {
    materials: materialsOn(queries, accountId),
    passages: passagesOn(queries, accountId),
    async insert(kind, rows) {
      const insert: Inserts[typeof kind] = inserts[kind];
      for (const row of rows) await insert({ queries, accountId }, row);
    },
  };
}
