/** Runs SQL on PostgreSQL. */
import { columnOf, type QueriesWith, type Query } from '../sql.ts';
import type { StorageError } from '../storage-error.ts';

export type SqlValue =
  | null
  | boolean
  | number
  | string
  | readonly boolean[]
  | readonly (number | null)[]
  | readonly (string | null)[];

/** Parameters are `$1`, `$2`, … */
export type Queries = QueriesWith<SqlValue>;

/** Row-level security hides the rows of all accounts but one, whatever a statement asks for. */
export interface Session {
  /** Sees only the directory: the tables that belong to no single account. */
  readonly directory: Queries;
  /** Can also read every account's queues and bin, to find work to do. */
  readonly queues: Queries;
  /** Sees the directory and the rows of one account. */
  account(accountId: string): Queries;
  /**
   * Runs one statement that changes rows of the directory and returns rows. Unlike `run`, it doesn't wait for other work, so
   * it has to be correct whatever runs at the same time. Changes with the same `queue` run one after another: name one if they
   * would wait for each other at the server, each with a connection.
   */
  change<Row>(
    statement: Query<Row>,
    parameters?: readonly SqlValue[],
    queue?: string,
  ): Promise<Row[]>;
}

/** Each call outside `transaction`, `accountTransaction` and `snapshot` commits by itself. */
export interface Database extends Session {
  /**
   * Runs the work in a transaction, alone among those of all accounts, and alone for each account that it uses. Can run
   * it again from the start.
   */
  transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
  /** Runs the work in a transaction, alone for this account. Can run it again from the start. */
  accountTransaction<T>(accountId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Runs the work on one state of the database, possibly a replica's. It must only read, and can run twice. */
  snapshot<T>(accountId: string, work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Calls the listener for each notification on a channel, and regularly in case some were lost, until this is closed. */
  listen(channel: string, listener: () => void): void;
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
  const columns = Object.keys(row).map(columnOf);
  const places = columns.map((_, index) => `$${index + 1}`).join(', ');
  return queries.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`,
    Object.values(row),
  );
}
