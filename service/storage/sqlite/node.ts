import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database } from '../port.ts';
import { serialize } from './connection.ts';

/** Opens a file, or `:memory:`. If another process is writing to the file, waits up to five seconds. */
export function openNodeDatabase(file: string): Database {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  database.exec(
    'PRAGMA busy_timeout = 5000; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;',
  );
  database.exec('PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;');
  const statements = new Map<string, StatementSync>();

  function prepared(sql: string): StatementSync {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    statements.set(sql, made);
    return made;
  }

  return serialize({
    run: (sql, parameters) => Number(prepared(sql).run(...parameters).changes),
    all: (sql, parameters) => prepared(sql).all(...parameters),
    close: () => {
      statements.clear();
      database.close();
    },
  });
}

interface FileLock {
  release(): void;
}

/** Locks a file, which is created if needed; null if another process holds it. The system releases it on exit. */
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
