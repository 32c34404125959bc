/** The database as the service knows it: asynchronous, so that an engine on another thread or machine can stand in. */
import type * as z from 'zod/mini';

export type SqlValue = null | number | string | Uint8Array;

/** A statement that answers rows, with the shape each row is parsed into. */
export interface Query<Row> {
  readonly sql: string;
  readonly row: z.ZodMiniType<Row>;
}

/** Names a statement together with the shape of its rows. */
export function query<Row>(sql: string, row: z.ZodMiniType<Row>): Query<Row> {
  return { sql, row };
}

/** Parameters are positional: `?` in the statement, in this order, or `?1`, `?2` … where one is used twice. */
export interface Queries {
  /** Runs a statement that answers no rows; gives the number of rows that it inserted, updated or deleted itself. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  all<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row[]>;
  /** Gives the first row. */
  get<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row | undefined>;
}

export interface Database extends Queries {
  /**
   * Runs the work alone: everything else waits until it is committed, or rolled back because it threw. The work uses
   * the queries it is handed, never the database itself, which would wait for its own end; and it awaits nothing else.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Waits for what was asked before, then closes; safe to repeat. */
  close(): Promise<void>;
}
