import * as z from 'zod/mini';
import { HALF_MOVED, halfMovedError } from '../../half-moved.ts';
import { query } from '../../sql.ts';
import type { Database, Queries } from '../sql.ts';
import { foundation } from './0001-foundation.ts';
import { accounts } from './0002-accounts.ts';
import { packedPostings } from './0003-packed-postings.ts';
import { expiry } from './0004-expiry.ts';

/** The statements to version 1, 2, 3, … Never change a migration that was released; add another. */
export const migrations: readonly (readonly string[])[] = [
  foundation,
  accounts,
  packedPostings,
  expiry,
];

const OLDEST_SERVER = 150_000;
const selectServer = query(
  `SELECT current_setting('server_version_num')::integer AS number, current_setting('server_version') AS name,
     current_setting('server_encoding') AS encoding,
     (SELECT rolsuper OR rolbypassrls FROM pg_roles WHERE rolname = current_user) AS "seesAll"`,
  z.object({ number: z.int(), name: z.string(), encoding: z.string(), seesAll: z.boolean() }),
);
/** The row of a half-moved library has the id of its first account instead of a time. */
export const selectVersion = query(
  `SELECT coalesce(max(version) FILTER (WHERE version <> ${HALF_MOVED}), 0) AS version,
     max(migrated_at) FILTER (WHERE version = ${HALF_MOVED}) AS "movedFrom" FROM directory_schema_versions`,
  z.object({ version: z.int(), movedFrom: z.nullable(z.string()) }),
);

/** Reads the version, which every migrated database has. */
export async function tryReading(queries: Queries): Promise<void> {
  await queries.get(selectVersion);
}

/** Commits a write that changes nothing, to see whether the database can be written to. */
export function tryWriting(db: Database): Promise<void> {
  return db.transaction(async ({ directory }) => {
    await directory.run(
      `INSERT INTO directory_schema_versions (version, migrated_at) VALUES (-1, '')`,
    );
    await directory.run('DELETE FROM directory_schema_versions WHERE version = -1');
  });
}

interface MigrateOptions {
  readonly upTo?: number;
  /** Whether to migrate a half-moved library, too. */
  readonly isMoving?: boolean;
}

/**
 * Migrates forward only, and completely or not at all. Throws if a newer Keepsake wrote the database, or if a move to it was
 * interrupted and this isn't that move. Processes that start at the same time migrate one after the other.
 */
export async function migrate(
  db: Database,
  now: string,
  { upTo = migrations.length, isMoving = false }: MigrateOptions = {},
): Promise<void> {
  await requireServer(db.directory);
  await db.transaction(async ({ directory }) => {
    await directory.run(
      'CREATE TABLE IF NOT EXISTS directory_schema_versions (version integer PRIMARY KEY, migrated_at text NOT NULL)',
    );
    const { version: current = 0, movedFrom = null } = (await directory.get(selectVersion)) ?? {};
    if (movedFrom !== null && !isMoving) throw halfMovedError();
    if (current > migrations.length) {
      throw new Error(
        `The database has version ${current}; this Keepsake knows versions up to ${migrations.length}. Update this service.`,
      );
    }
    for (let version = current + 1; version <= upTo; version += 1) {
      for (const statement of migrations[version - 1] ?? []) await directory.run(statement);
      await directory.run(
        'INSERT INTO directory_schema_versions (version, migrated_at) VALUES ($1, $2)',
        [version, now],
      );
    }
  });
}

async function requireServer(queries: Queries): Promise<void> {
  const server = await queries.get(selectServer);
  if (server === undefined) throw new Error('The server has no version.');
  if (server.number < OLDEST_SERVER) {
    throw new Error(
      `The database server is PostgreSQL ${server.name}. Use PostgreSQL 15 or later.`,
    );
  }
  if (server.encoding !== 'UTF8') {
    throw new Error(
      `The database has the encoding ${server.encoding}. Create it with the encoding UTF8.`,
    );
  }
  if (server.seesAll) {
    throw new Error(
      'The database user is a superuser or has BYPASSRLS, so row-level security wouldn’t keep accounts apart. Use an ordinary user that owns the database.',
    );
  }
}
