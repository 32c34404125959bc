/** Runs SQL on SQLite. It is asynchronous, so that a call can wait for its turn. */
import * as z from 'zod/mini';
import { columnOf, type QueriesWith } from '../sql.ts';
import type { StorageError } from '../storage-error.ts';

export type SqlValue = null | number | string | Uint8Array;

/** A column that holds 0 or 1, since SQLite has no booleans. */
export const flag = z.pipe(
  z.int(),
  z.transform((value: number) => value === 1),
);

/** Parameters are positional: `?` in order, or `?1`, `?2`, … to use one twice. */
export type Queries = QueriesWith<SqlValue>;

export interface Database extends Queries {
  /**
   * Runs the work alone, then commits, or rolls back if it throws; all other calls wait. The work must use the queries
   * it is passed, since a call on the database would wait for itself, and must await nothing else.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /**
   * Runs the work alone, on one state of the database, while other calls wait. The work must only read, with the queries
   * it is passed, and must await nothing else.
   */
  snapshot<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** The latest failure to write, until a write succeeds. */
  writeFailure(): StorageError | null;
  /** Closes after all earlier calls. Can be called again. */
  close(): Promise<void>;
}

/**
 * Inserts a row; a field `savedAt` is the column `saved_at`. `onConflict` is appended to the statement. Returns how
 * many rows were inserted.
 */
export function insertRow(
  queries: Queries,
  table: string,
  {
    onConflict = '',
    ...row
  }: Readonly<Record<string, SqlValue | boolean>> & { onConflict?: string },
): Promise<number> {
  const columns = Object.keys(row).map(columnOf);
  const places = columns.map(() => '?').join(', ');
  return queries.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`,
    Object.values(row).map((value) => (typeof value === 'boolean' ? Number(value) : value)),
  );
}

/** Returns SQL that reads a column or parameter in ISO 8601 as a number, to compare times. */
export function timeOf(expression: string): string {
  return `unixepoch(${expression}, 'subsec')`;
}
