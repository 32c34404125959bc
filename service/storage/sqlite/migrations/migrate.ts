import * as z from 'zod/mini';
import { HALF_MOVED, halfMovedError } from '../../half-moved.ts';
import { query } from '../../sql.ts';
import type { Database, Queries } from '../sql.ts';
import { foundation } from './0001-foundation.ts';
import { keys } from './0002-keys.ts';
import { profile } from './0003-profile.ts';
import { addresses } from './0004-addresses.ts';
import { ownerSessions } from './0005-owner-sessions.ts';
import { oauth } from './0006-oauth.ts';
import { cjkIndex } from './0007-cjk-index.ts';
import { relearnAll } from './0008-relearn-all.ts';
import { openRuns } from './0009-open-runs.ts';
import { distinctNames } from './0010-distinct-names.ts';
import { tokenResources } from './0011-token-resources.ts';
import { bin } from './0012-bin.ts';
import { noteKeys } from './0013-note-keys.ts';
import { vocabulary } from './0014-vocabulary.ts';
import { accounts } from './0015-accounts.ts';

/** A statement, or work on the rows that SQL alone can't do. */
type MigrationStep = string | ((queries: Queries) => Promise<void>);

/** The steps to version 1, 2, 3, … Never change a migration that was released; add another. */
export const migrations: readonly (readonly MigrationStep[])[] = [
  foundation,
  keys,
  profile,
  addresses,
  ownerSessions,
  oauth,
  cjkIndex,
  relearnAll,
  openRuns,
  distinctNames,
  tokenResources,
  bin,
  noteKeys,
  vocabulary,
  accounts,
];

/** The row of a half-moved library has the id of its first account instead of a time. */
export const selectVersion = query(
  `SELECT coalesce(max(version) FILTER (WHERE version <> ${HALF_MOVED}), 0) AS version,
     max(migrated_at) FILTER (WHERE version = ${HALF_MOVED}) AS movedFrom FROM schema_versions`,
  z.object({ version: z.int(), movedFrom: z.nullable(z.string()) }),
);

/** Reads the version, which every migrated database has. */
export async function tryReading(queries: Queries): Promise<void> {
  await queries.get(selectVersion);
}

/** Commits a write that changes nothing, to see whether the database can be written to. */
export function tryWriting(db: Database): Promise<void> {
  return db.transaction(async (queries) => {
    // SQLite doesn't write a row that is updated to the same values.
    await queries.run(`INSERT INTO schema_versions (version, migrated_at) VALUES (-1, '')`);
    await queries.run('DELETE FROM schema_versions WHERE version = -1');
  });
}

interface MigrateOptions {
  readonly now: string;
  readonly upTo?: number;
  /** Whether to migrate a half-moved library, too. */
  readonly isMoving?: boolean;
}

/** Migrates forward only; throws if a newer Keepsake wrote the database, or if a move to it was interrupted. */
export async function migrate(
  db: Database,
  { now, upTo = migrations.length, isMoving = false }: MigrateOptions,
): Promise<void> {
  await db.run(
    'CREATE TABLE IF NOT EXISTS schema_versions (version INTEGER PRIMARY KEY, migrated_at TEXT NOT NULL) STRICT',
  );
  const { version: current = 0, movedFrom = null } = (await db.get(selectVersion)) ?? {};
  if (movedFrom !== null && !isMoving) throw halfMovedError();
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
