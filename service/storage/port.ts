/** The database port. It is asynchronous, so that the engine can run on another thread or machine. */
import type * as z from 'zod/mini';

export type SqlValue = null | number | string | Uint8Array;

export interface Query<Row> {
  readonly sql: string;
  readonly row: z.ZodMiniType<Row>;
}

export function query<Row>(sql: string, row: z.ZodMiniType<Row>): Query<Row> {
  return { sql, row };
}

/** Parameters are positional: `?` in order, or `?1`, `?2`, … to use one twice. */
export interface Queries {
  /** Runs a statement without rows; returns how many rows it inserted, updated or deleted, not counting cascades. */
  run(sql: string, parameters?: readonly SqlValue[]): Promise<number>;
  all<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row[]>;
  get<Row>(statement: Query<Row>, parameters?: readonly SqlValue[]): Promise<Row | undefined>;
}

export interface Database extends Queries {
  /**
   * Runs the work alone, then commits, or rolls back if it throws; all other calls wait. The work must use the queries
   * it is passed, since a call on the database would wait for itself, and must await nothing else.
   */
  transaction<T>(work: (queries: Queries) => Promise<T>): Promise<T>;
  /** Closes after all earlier calls. Can be called again. */
  close(): Promise<void>;
}

/** `onConflict` ends the statement. Returns how many rows were inserted. */
export function insertRow(
  queries: Queries,
  table: string,
  { onConflict = '', ...row }: Readonly<Record<string, SqlValue>> & { onConflict?: string },
): Promise<number> {
  const columns = Object.keys(row);
  const places = columns.map(() => '?').join(', ');
  return queries.run(
    `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${places}) ${onConflict}`,
    Object.values(row),
  );
}

/** Replaces what UTF-8 in the database can't hold: U+0000 and unpaired surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
