/** Runs SQL on PostgreSQL. */
import * as z from 'zod/mini';
import type { StorageError } from '../storage-error.ts';

export type SqlValue =
  | null
  | boolean
  | number
  | string
  | readonly boolean[]
  | readonly (number | null)[]
  | readonly (string | null)[];

export interface Query<Row> {
  readonly sql: string;
  readonly row: z.ZodMiniType<Row>;
}

export function query<Row>(sql: string, row: z.ZodMiniType<Row>): Query<Row> {
  return { sql, row };
}

/** Returns the schema of a column that holds JSON as text. `jsonb` can't store every string that JSON can. */
export function json<Schema extends z.ZodMiniType>(schema: Schema) {
  const parsed = z.transform((text: string): unknown => JSON.parse(text));
  return z.pipe(z.pipe(z.string(), parsed), schema);
}

/** Parameters are `$1`, `$2`, … */
export interface Queries {
  /** Runs a statement without rows; returns how many rows it inserted, updated or deleted, not counting cascades. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  all<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row[]>;
  get<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row | undefined>;
}

/** Row-level security hides the rows of all accounts but one, whatever a statement asks for. */
export interface Session {
  /** Sees only the directory: the tables that belong to no single account. */
  readonly directory: Queries;
  /** Also reads the queues and bins of all accounts, to find what is to be done. */
  readonly queues: Queries;
  /** Sees the directory and the rows of one account. */
  account(accountId: string): Queries;
}

/** Outside a transaction, each call is a transaction of its own. */
export interface Database extends Session {
  /**
   * Runs the work in a transaction, alone among those of all accounts, and alone for each account that it uses. Can run
   * it again from the start.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs the work in a transaction, alone for this account. Can run it again from the start. */
  accountTransaction<T>(accountId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs the work on one state of the database. It must only read. */
  snapshot<T>(accountId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** The latest failure to write, until a write succeeds. */
  writeFailure(): StorageError | null;
  /** Closes after all earlier calls. Can be called again. */
  close(): Promise<void>;
}

/**
 * Inserts a row; a field `savedAt` is the column `saved_at`. `onConflict` is appended to the statement. Returns how
 * many rows were inserted or updated.
 */
export function insertRow(
  queries: Queries,
  table: string,
  { onConflict = '', ...row }: Readonly<Record<string, SqlValue>> & { onConflict?: string },
): Promise<number> {
  const columns = Object.keys(row).map((field) =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  return queries.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`,
    Object.values(row),
  );
}

/** Returns SQL that reads a column or parameter in ISO 8601 as a time. */
export function timeOf(expression: string): string {
  return `${expression}::timestamptz`;
}
