/** Brings a database to the newest version, one migration a transaction. */
import * as z from 'zod/mini';
import { migrations } from './migrations/migrations.ts';
import { query, type Database } from './port.ts';

const selectVersion = query(
  'SELECT coalesce(max(version), 0) AS version FROM schema_versions',
  z.object({ version: z.int() }),
);

export interface MigrateOptions {
  /** ISO 8601 time to note beside each version. */
  readonly now: string;
  /** Stops at this version; the newest when left out. */
  readonly upTo?: number;
}

/** Migrates forward only; throws where the database was written by a newer Keepsake. */
export async function migrate(
  db: Database,
  { now, upTo = migrations.length }: MigrateOptions,
): Promise<void> {
  await db.run(
    'CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, migrated_at TEXT NOT NULL) STRICT',
  );
  const current = (await db.get(selectVersion))?.version ?? 0;
  if (current > migrations.length) {
    throw new Error(
      `The database has version ${current}; this Keepsake knows versions up to ${migrations.length}.`,
    );
  }
  for (let version = current + 1; version <= upTo; version += 1) {
    await db.transaction(async (queries) => {
      for (const step of migrations[version - 1] ?? []) {
        await (typeof step === 'string' ? queries.run(step) : step(queries));
      }
      await queries.run('INSERT INTO schema_versions (version, migrated_at) VALUES (?, ?)', [
        version,
        now,
      ]);
    });
  }
}
