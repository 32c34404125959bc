import { randomUUID } from 'node:crypto';
import { readFile, rename, rm, stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import * as z from 'zod/mini';
import { openService, type OpenService, type ServiceEnvironment } from '../../app.ts';
import { createPageLoader } from '../../fetching/load-page.ts';
import { createPageFetcher } from '../../fetching/node/fetch-page.ts';
import { createPublicFetch } from '../../fetching/node/public-network.ts';
import { createHtmlReader, createPdfReader } from '../../fetching/node/readers.ts';
import { mcpRoutes } from '../../mcp/routes.ts';
import { oauthRoutes } from '../../oauth/routes.ts';
import { openApiRoutes } from '../../openapi.ts';
import { ownerAppRoutes } from '../../owner-app/owner-app.ts';
import { createOwnerSessions } from '../../owner-app/sessions.ts';
import { silent, systemClock, timestamp, type Logger } from '../../ports.ts';
import { accountOperations } from '../../operations/index.ts';
import { restRoutes } from '../../rest.ts';
import type { Storage } from '../../storage/port/storage.ts';
import { openNodeDatabase } from '../../storage/sqlite/node.ts';
import { query } from '../../storage/sql.ts';
import type { Database } from '../../storage/sqlite/sql.ts';
import { createSqliteStorage } from '../../storage/sqlite/storage.ts';

export interface NodeServiceOptions extends Pick<
  ServiceEnvironment,
  'ownerToken' | 'operatorToken' | 'agent' | 'loadPage' | 'fetchPublic' | 'allowPrivateEndpoints'
> {
  readonly file: string;
  /** The address of a PostgreSQL database to use instead of the file. */
  readonly database?: string | null;
  /** The address of a replica of the database that searches read from. */
  readonly readDatabase?: string | null;
  readonly logger?: Logger;
  /** The origin people use, if a proxy is in front; defaults to the origin of each request. */
  readonly publicUrl?: string | null;
}

export async function openNodeService({
  file,
  database = null,
  readDatabase = null,
  ownerToken,
  operatorToken = null,
  logger = silent,
  agent,
  loadPage = createPageLoader({
    fetchPage: createPageFetcher(),
    readHtml: createHtmlReader(),
    readPdf: createPdfReader(),
  }),
  fetchPublic = createPublicFetch(),
  allowPrivateEndpoints = false,
  publicUrl = null,
}: NodeServiceOptions): Promise<OpenService> {
  const storage =
    database === null
      ? createSqliteStorage(await openLibrary(file, timestamp(systemClock)))
      : await openServer(database, { replica: readDatabase, logger });
  const sessions = createOwnerSessions({
    storage,
    clock: systemClock,
    ...(publicUrl === null ? {} : { publicUrl }),
  });
  const baseUrl = (request: Request) => publicUrl ?? new URL(request.url).origin;
  try {
    const stylesheet = await readStylesheet();
    return await openService({
      storage,
      ownerToken,
      operatorToken,
      logger,
      ...(agent === undefined ? {} : { agent }),
      loadPage,
      fetchPublic,
      allowPrivateEndpoints,
      clock: systemClock,
      ...(file === ':memory:' || database !== null ? {} : { freeBytes: () => freeBytesAt(file) }),
      newId: randomUUID,
      pause: () => setImmediate(),
      baseUrl,
      routes: [
        restRoutes(accountOperations),
        oauthRoutes({ sessions }),
        mcpRoutes,
        openApiRoutes,
        ownerAppRoutes({ sessions, stylesheet }),
      ],
    });
  } catch (error) {
    await storage.close();
    throw error;
  }
}

/** Loads the client of PostgreSQL only if it's used. */
async function openServer(
  address: string,
  options: { readonly replica: string | null; readonly logger: Logger },
): Promise<Storage> {
  const { openDatabase } = await import('../../storage/postgres/connection.ts');
  const { createPostgresStorage } = await import('../../storage/postgres/storage.ts');
  return createPostgresStorage(openDatabase(address, options));
}

/**
 * Opens the database of a library. A new one is renamed into place once it's complete, so an existing file without a
 * library must have lost it.
 */
export async function openLibrary(file: string, now: string): Promise<Database> {
  if (file === ':memory:') return openNodeDatabase(file);
  const size = await sizeOf(file);
  if (size === null && (await sizeOf(`${file}-wal`)) !== null) {
    throw new Error(describeLostDatabase(file, 'is missing, but its write-ahead log is there'));
  }
  // SQLite would take an empty file for a new database and delete the write-ahead log, which may have content.
  if (size === 0) throw new Error(describeLostDatabase(file, 'is empty'));
  if (size === null) await createLibrary(file, now);
  const db = openNodeDatabase(file);
  if ((await db.get(hasLibrary)) !== undefined) return db;
  await db.close();
  throw new Error(describeLostDatabase(file, 'has no library in it'));
}

export function describeLostDatabase(file: string, state: string): string {
  return `The database ${file} ${state}. Restore a backup, or move what is left of it away to start a new library.`;
}

const hasLibrary = query(
  `SELECT name FROM sqlite_schema WHERE name = 'schema_versions'`,
  z.object({ name: z.string() }),
);

export async function sizeOf(file: string): Promise<number | null> {
  return (await stat(file, { throwIfNoEntry: false }))?.size ?? null;
}

async function createLibrary(file: string, now: string): Promise<void> {
  const unfinished = `${file}.new`;
  for (const ending of ['', '-wal', '-shm']) await rm(unfinished + ending, { force: true });
  const storage = createSqliteStorage(openNodeDatabase(unfinished));
  try {
    await storage.migrate(now);
  } finally {
    await storage.close();
  }
  await rename(unfinished, file);
}

async function freeBytesAt(file: string): Promise<number> {
  const { bavail, bsize } = await statfs(dirname(file));
  return bavail * bsize;
}

/** Stylesheets in cascade order. */
const stylesheets = ['tokens', 'base', 'layout', 'components', 'forms'] as const;

async function readStylesheet(): Promise<string> {
  const sheets = stylesheets.map((name) =>
    readFile(new URL(`../../owner-app/styles/${name}.css`, import.meta.url), 'utf8'),
  );
  return (await Promise.all(sheets)).join('\n');
}
