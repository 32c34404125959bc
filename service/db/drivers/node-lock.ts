/** A lock between processes, held as SQLite holds its own: the system frees it however the process ends. */
import { DatabaseSync } from 'node:sqlite';

export interface FileLock {
  release(): void;
}

/** Takes the lock; null while another holds it. The file is made where there is none, and stays. */
export function lockFile(path: string): FileLock | null {
  const database = new DatabaseSync(path, { timeout: 0 });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return null;
    throw error;
  }
  return { release: () => database.close() };
}

function isBusy(error: unknown): boolean {
  const busy = 5;
  return error instanceof Error && 'errcode' in error && error.errcode === busy;
}
