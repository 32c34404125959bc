/**
 * The rows of a library as a move copies them, the same for every engine. `key` identifies and orders the rows of a
 * kind: the `seq`, or else an id or digest. What can be derived from other rows, such as the index, isn't copied.
 */
import * as z from 'zod/mini';
import { storable } from './storable.ts';

/** How an engine stores values that aren't text or numbers. */
interface Encoding {
  readonly flag: z.ZodMiniType<boolean>;
  readonly list: <Item>(item: z.ZodMiniType<Item>) => z.ZodMiniType<Item[]>;
}

/** Texts from before `storable` existed can contain what PostgreSQL can't store. */
const text = z.pipe(z.string(), z.transform(storable));
const textOrNull = z.nullable(text);
const seq = z.int();

export function copiedRows({ flag, list }: Encoding) {
  const material = {
    id: text,
    custom_id: textOrNull,
    title: textOrNull,
    content: text,
    source_url: textOrNull,
    fetch_url: textOrNull,
    metadata: textOrNull,
    saved_at: text,
  };
  const run = z.object({
    seq,
    status: text,
    attempts: z.int(),
    awaits_page: flag,
    reason: textOrNull,
    queued_at: text,
    started_at: textOrNull,
    finished_at: textOrNull,
  });
  return {
    accounts: z.object({
      key: seq,
      id: text,
      name: text,
      created_at: text,
      suspended_at: textOrNull,
    }),
    clients: z.object({
      key: text,
      name: text,
      redirect_uris: text,
      created_at: text,
      consented_at: textOrNull,
    }),
    signInLinks: z.object({ key: text, expires_at: text }),
    ownerSessions: z.object({ key: text, created_at: text, expires_at: text }),
    containers: z.object({
      key: seq,
      id: text,
      name: text,
      name_key: text,
      description: text,
      created_at: text,
    }),
    keys: z.object({
      key: seq,
      id: text,
      token_digest: text,
      last_four: text,
      name: text,
      level: text,
      reaches_all: flag,
      profile: flag,
      agent: flag,
      expires_at: textOrNull,
      created_at: text,
      revoked_at: textOrNull,
      /** The ids of Memories. */
      reach: list(text),
    }),
    connections: z.object({
      key: seq,
      id: text,
      client_id: text,
      resource: text,
      reaches_all: flag,
      profile: flag,
      code_digest: text,
      redirect_uri: text,
      challenge: text,
      created_at: text,
      connected_at: textOrNull,
      expires_at: text,
      last_used_at: textOrNull,
      revoked_at: textOrNull,
      /** The ids of Memories. */
      reach: list(text),
    }),
    tokens: z.object({
      key: text,
      connection_id: text,
      kind: text,
      resource: text,
      expires_at: text,
      replaced_at: textOrNull,
    }),
    facts: z.object({ key: seq, id: text, container_id: text, content: text, saved_at: text }),
    rules: z.object({ key: seq, id: text, key_id: textOrNull, content: text, created_at: text }),
    /** One row, whose key is the account's id. */
    agentSettings: z.object({ key: text, settings: text }),
    /** Documents and notes. */
    materials: z.object({
      ...material,
      key: seq,
      kind: z.enum(['document', 'note']),
      container_id: text,
      request_key: textOrNull,
      learned: flag,
      /** The latest learning run and all open ones. Earlier ones are never read. */
      runs: list(run),
    }),
    /** One row, whose key is the account's id. */
    quotas: z.object({
      key: text,
      documents: z.nullable(z.int()),
      bytes: z.nullable(z.int()),
      turns: z.nullable(z.int()),
      turns_on: text,
      turns_taken: z.int(),
    }),
    binEntries: z.object({
      key: seq,
      id: text,
      kind: text,
      title: text,
      container_id: text,
      name: text,
      description: text,
      /** The `seq` of keys and connections. */
      key_reach: list(seq),
      connection_reach: list(seq),
      deleted_at: text,
    }),
    binItems: z.object({
      ...material,
      key: seq,
      entry: seq,
      kind: z.enum(['document', 'note', 'fact']),
    }),
  };
}

type Schemas = ReturnType<typeof copiedRows>;

export type CopyKind = keyof Schemas;
export type CopiedRows = { [Kind in CopyKind]: z.output<Schemas[Kind]> };

/** The kinds that belong to no single account, in the order to copy them. */
export const directoryKinds = ['accounts', 'clients'] as const;
/** The kinds of an account, in the order to copy them: rows refer to rows of earlier kinds. */
export const accountKinds = [
  'signInLinks',
  'ownerSessions',
  'containers',
  'keys',
  'connections',
  'tokens',
  'facts',
  'rules',
  'agentSettings',
  'materials',
  'binEntries',
  'binItems',
  // Last, because an account can have more than its quota.
  'quotas',
] as const;

/** Kinds with a `seq`. It's never reused after its row is deleted, except for items in the bin, where nothing depends on it. */
export const countedKinds = [
  'accounts',
  'containers',
  'keys',
  'connections',
  'facts',
  'rules',
  'materials',
  'runs',
  'binEntries',
  'binItems',
] as const;
export const marksSchema = z.record(z.enum(countedKinds), z.int());

/** The tables that give rows a `seq`. */
export const countedTables = {
  accounts: 'accounts',
  containers: 'containers',
  keys: 'keys',
  connections: 'connections',
  facts: 'facts',
  rules: 'rules',
  materials: 'materials',
  runs: 'learning_runs',
  binEntries: 'bin',
  binItems: 'bin_items',
} as const satisfies Record<(typeof countedKinds)[number], string>;

/** The columns of a document or note, also in the bin. */
export const MATERIAL =
  'id, custom_id, title, content, source_url, fetch_url, metadata, saved_at, kind';

/** The arguments of the function that makes a JSON object of a row `r` of `learning_runs`. */
export const RUN_FIELDS = `'seq', r.seq, 'status', r.status, 'attempts', r.attempts, 'awaits_page', r.awaits_page, 'reason', r.reason,
  'queued_at', r.queued_at, 'started_at', r.started_at, 'finished_at', r.finished_at`;

/** Where an engine reads the rows of a kind. */
export interface CopiedTable {
  readonly name: string;
  /** The column that is the key. */
  readonly key: 'seq' | 'id' | 'digest' | 'token_digest' | 'account_id';
  /** The other columns that are the same in a copied row. */
  readonly columns: string;
  /** SQL of the columns that differ. */
  readonly more?: string;
  /** Columns with long texts. */
  readonly long?: readonly string[];
}

/** Returns SQL of the length of a row's long texts, in bytes. */
export function sizeOfRow({ long = [] }: CopiedTable): string {
  return ['0', ...long.map((column) => `coalesce(octet_length(t.${column}), 0)`)].join(' + ');
}
