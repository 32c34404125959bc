/** The database port. It is asynchronous, so that the engine can run on another thread or machine. */
import * as z from 'zod/mini';

export type SqlValue = null | number | string | Uint8Array;

export interface Query<Row> {
  readonly sql: string;
  readonly row: z.ZodMiniType<Row>;
}

export function query<Row>(sql: string, row: z.ZodMiniType<Row>): Query<Row> {
  return { sql, row };
}

/** A column that holds 0 or 1, since SQLite has no booleans. */
export const flag = z.pipe(
  z.int(),
  z.transform((value: number) => value === 1),
);

/** Returns the schema of a column that holds JSON. */
export function json<Schema extends z.ZodMiniType>(schema: Schema) {
  const parsed = z.transform((text: string): unknown => JSON.parse(text));
  return z.pipe(z.pipe(z.string(), parsed), schema);
}

/** Failures of the disk or the database file, not of a statement: SQLite's code and name, and a sentence for people. */
const storageProblems = [
  [3, 'SQLITE_PERM', 'The database can’t be accessed.'],
  [5, 'SQLITE_BUSY', 'Another program is using the database.'],
  [6, 'SQLITE_LOCKED', 'Another program is using the database.'],
  [7, 'SQLITE_NOMEM', 'The service is out of memory.'],
  [8, 'SQLITE_READONLY', 'The database can’t be written to.'],
  [10, 'SQLITE_IOERR', 'The disk can’t be read or written.'],
  [11, 'SQLITE_CORRUPT', 'The database is damaged.'],
  [13, 'SQLITE_FULL', 'The disk is full.'],
  [14, 'SQLITE_CANTOPEN', 'The database can’t be opened.'],
  [15, 'SQLITE_PROTOCOL', 'Another program is using the database.'],
  [26, 'SQLITE_NOTADB', 'The database file is damaged or isn’t a database.'],
] as const;

/** A failure of the disk or the database file. Its message is a sentence for people, without content. */
export class StorageError extends Error {
  readonly code: (typeof storageProblems)[number][1];

  constructor(code: StorageError['code'], cause: unknown) {
    super(storageProblems.find(([, name]) => name === code)?.[2], { cause });
    this.name = 'StorageError';
    this.code = code;
  }
}

export function storageErrorCodeOf(resultCode: number): StorageError['code'] | undefined {
  return storageProblems.find(([code]) => code === resultCode)?.[1];
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
  const columns = Object.keys(row).map((field) =>
    field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
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

/** Replaces what the database can't store as text: U+0000 and unpaired surrogates become U+FFFD. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll('\0', '\uFFFD');
}
