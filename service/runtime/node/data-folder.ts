import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../lib/contract/result.ts';
import { createToken } from '../../auth/credentials.ts';
import { errorName } from '../../ports.ts';
import { StorageError } from '../../storage/storage-error.ts';
import { lockFile } from '../../storage/sqlite/node.ts';
import { describeLostDatabase } from './node-service.ts';

export interface DataFolder {
  readonly databaseFile: string;
  readonly tokenFile: string;
  readonly ownerToken: string;
  readonly publishAddress: (url: string) => Promise<void>;
  readonly release: () => void;
}

const DATABASE_FILE = 'memory.sqlite3';
const TOKEN_FILE = 'owner-token';
const ADDRESS_FILE = 'address';

/** Returns the path of the library in a data folder. */
export function databaseFileIn(path: string): string {
  return join(path, DATABASE_FILE);
}

/** Opens a data folder. A given owner token replaces the one in the folder, so that commands use it too. */
export async function openDataFolder(
  path: string,
  givenToken: string | null = null,
): Promise<Result<DataFolder, 'folder.in-use'>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(path, 'lock.sqlite3'));
  if (lock === null) return err('folder.in-use');
  try {
    const tokenFile = join(path, TOKEN_FILE);
    const addressFile = join(path, ADDRESS_FILE);
    // The previous process may have been killed and left its address behind.
    await rm(addressFile, { force: true });
    return ok({
      databaseFile: databaseFileIn(path),
      tokenFile,
      ownerToken: await ensureToken(tokenFile, givenToken),
      publishAddress: (url) => writeAtomically(addressFile, url),
      release: () => lock.release(),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Returns null until the process that has the folder open has published its address and token. */
export async function readRunning(
  path: string,
): Promise<{ readonly url: string; readonly ownerToken: string } | null> {
  const url = await readLine(join(path, ADDRESS_FILE));
  const ownerToken = await readLine(join(path, TOKEN_FILE));
  return url === null || ownerToken === null ? null : { url, ownerToken };
}

/** Describes why a data folder can't be used; null if the error has another cause. */
export function describeFolderError(
  error: unknown,
  { dataFolder: path, database }: { readonly dataFolder: string; readonly database: string | null },
): string | null {
  // It's the database server's, which the error already describes.
  if (database !== null && error instanceof StorageError) return null;
  const name = errorName(error);
  if (UNWRITABLE.has(name)) {
    return `The data folder ${path} can’t be written to. Make it writable, or choose another one with --data.`;
  }
  if (name === 'ENOSPC' || name === 'storage.full') {
    return `The disk of the data folder ${path} is full. Free up space and try again.`;
  }
  const isDamaged = name === 'storage.damaged' || name === 'storage.not-a-database';
  return isDamaged ? describeLostDatabase(databaseFileIn(path), 'is damaged') : null;
}

const UNWRITABLE = new Set(
  'EACCES EPERM EROFS storage.unavailable storage.denied storage.read-only'.split(' '),
);

async function readToken(file: string): Promise<string | null> {
  const token = await readLine(file);
  // A copied folder may have lost its permissions.
  if (token !== null) await chmod(file, 0o600);
  return token;
}

async function readLine(file: string): Promise<string | null> {
  try {
    const line = (await readFile(file, 'utf8')).trim();
    return line === '' ? null : line;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

async function ensureToken(file: string, given: string | null): Promise<string> {
  const known = await readToken(file);
  if (known !== null && (given === null || given === known)) return known;
  const token = given ?? createToken();
  await writeAtomically(file, token);
  return token;
}

/** Writes to a temporary file and renames it, so that a crash leaves either the whole file or none. */
async function writeAtomically(file: string, line: string): Promise<void> {
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${line}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
}
