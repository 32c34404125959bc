/** SQL that every engine runs: statements with the schema of their rows. */
import * as z from 'zod/mini';

export interface Query<Row> {
  readonly sql: string;
  readonly row: z.ZodMiniType<Row>;
}

export function query<Row>(sql: string, row: z.ZodMiniType<Row>): Query<Row> {
  return { sql, row };
}

/** Returns the schema of a column that holds JSON as text. */
export function json<Schema extends z.ZodMiniType>(schema: Schema) {
  const parsed = z.transform((text: string): unknown => JSON.parse(text));
  return z.pipe(z.pipe(z.string(), parsed), schema);
}

/** Runs statements with parameters, whose types and names in SQL depend on the engine. */
export interface QueriesWith<Value> {
  /** Runs a statement without rows; returns how many rows it inserted, updated or deleted, not counting cascades. */
  run(sql: string, parameters?: readonly Value[]): Promise<number>;
  all<Row>(statement: Query<Row>, parameters?: readonly Value[]): Promise<Row[]>;
  get<Row>(statement: Query<Row>, parameters?: readonly Value[]): Promise<Row | undefined>;
}

/** Returns the name of a field's column: `savedAt` is `saved_at`. */
export function columnOf(field: string): string {
  return field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
