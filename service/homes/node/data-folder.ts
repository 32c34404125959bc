/** The folder that holds a memory: its database, its owner's token, and the lock that keeps a second server out. */
import { chmod, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../lib/contracts/result.ts';
import { createToken } from '../../auth/token.ts';
import { lockFile } from '../../db/drivers/node-lock.ts';

export interface DataFolder {
  /** Path of the database. */
  readonly databaseFile: string;
  /** Path of the file that holds the owner's token. */
  readonly tokenFile: string;
  readonly ownerToken: string;
  /** Leaves word of where the service listens, for commands of its owner. */
  readonly sayRunning: (url: string) => Promise<void>;
  /** Lets another process have the folder. */
  readonly release: () => void;
}

const TOKEN_FILE = 'owner-token';
const ADDRESS_FILE = 'address';

/** Opens the folder, and makes it where there is none; `folder.in-use` while another process has it. */
export async function openDataFolder(path: string): Promise<Result<DataFolder, 'folder.in-use'>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(path, 'lock.sqlite3'));
  if (lock === null) return err('folder.in-use');
  try {
    const tokenFile = join(path, TOKEN_FILE);
    const addressFile = join(path, ADDRESS_FILE);
    // Whoever had the folder before may have ended without a word.
    await rm(addressFile, { force: true });
    return ok({
      databaseFile: join(path, 'memory.sqlite3'),
      tokenFile,
      ownerToken: (await readToken(tokenFile)) ?? (await makeToken(tokenFile)),
      sayRunning: (url) => writeWhole(addressFile, url),
      release: () => lock.release(),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Gives what a process that has the folder open said of itself; null while it has said nothing. */
export async function readRunning(
  path: string,
): Promise<{ readonly url: string; readonly ownerToken: string } | null> {
  const url = await readLine(join(path, ADDRESS_FILE));
  const ownerToken = await readLine(join(path, TOKEN_FILE));
  return url === null || ownerToken === null ? null : { url, ownerToken };
}

async function readToken(file: string): Promise<string | null> {
  const token = await readLine(file);
  // It may have come here by a copy, which keeps no permissions.
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

async function makeToken(file: string): Promise<string> {
  const token = createToken();
  await writeWhole(file, token);
  return token;
}

/** Written aside and then moved, so that a process that ends meanwhile leaves a whole file or none. */
async function writeWhole(file: string, line: string): Promise<void> {
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
