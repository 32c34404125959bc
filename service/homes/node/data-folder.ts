/** The folder that holds a memory: its database, its owner's token, and the lock that keeps a second server out. */
import { randomBytes } from 'node:crypto';
import { chmod, mkdir, open, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { err, ok, type Result } from '../../../lib/contracts/result.ts';
import { lockFile } from '../../db/drivers/node-lock.ts';

export interface DataFolder {
  /** Path of the database. */
  readonly databaseFile: string;
  /** Path of the file that holds the owner's token. */
  readonly tokenFile: string;
  readonly ownerToken: string;
  /** Lets another process have the folder. */
  readonly release: () => void;
}

/** Opens the folder, and makes it where there is none; `folder.in-use` while another process has it. */
export async function openDataFolder(path: string): Promise<Result<DataFolder, 'folder.in-use'>> {
  await mkdir(path, { recursive: true, mode: 0o700 });
  const lock = lockFile(join(path, 'lock.sqlite3'));
  if (lock === null) return err('folder.in-use');
  try {
    const tokenFile = join(path, 'owner-token');
    return ok({
      databaseFile: join(path, 'memory.sqlite3'),
      tokenFile,
      ownerToken: (await readToken(tokenFile)) ?? (await makeToken(tokenFile)),
      release: () => lock.release(),
    });
  } catch (error) {
    lock.release();
    throw error;
  }
}

async function readToken(file: string): Promise<string | null> {
  try {
    const token = (await readFile(file, 'utf8')).trim();
    // It may have come here by a copy, which keeps no permissions.
    await chmod(file, 0o600);
    return token === '' ? null : token;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    throw error;
  }
}

/** Written aside and then moved, so that a process that ends meanwhile leaves a whole token or none. */
async function makeToken(file: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const handle = await open(`${file}.new`, 'w', 0o600);
  try {
    await handle.chmod(0o600);
    await handle.writeFile(`${token}\n`);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.new`, file);
  return token;
}
