import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { StorageError } from '../storage-error.ts';
import type { Database } from './sql.ts';
import { guarded, preparing, serialize } from './connection.ts';

/** Opens a file, or `:memory:`. If another process is writing to the file, waits up to five seconds. */
export function openNodeDatabase(file: string): Database {
  return databaseOn(openFile(file));
}

/** Opens a file that no other process uses, for reading only. Creates no files next to it, unless a crash left its log. */
export function openUnchanged(file: string): Database {
  return databaseOn(guarded(() => openReadOnly(file)));
}

function openReadOnly(file: string): DatabaseSync {
  const path = pathToFileURL(file);
  const log = statSync(`${file}-wal`, { throwIfNoEntry: false });
  // Without a write-ahead log, the file is complete.
  if (log === undefined || log.size === 0) path.searchParams.set('immutable', '1');
  const database = new DatabaseSync(path, { readOnly: true });
  database.exec('PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;');
  return database;
}

function databaseOn(database: DatabaseSync): Database {
  const { prepared } = preparing((sql) => database.prepare(sql));

  return serialize({
    run: (sql, parameters) => Number(prepared(sql).run(...parameters).changes),
    all: (sql, parameters) => prepared(sql).all(...parameters),
    close: () => database.close(),
  });
}

/** On a full disk, the shared-memory file can't be created. With an exclusive lock, SQLite can read without it. */
function openFile(file: string): DatabaseSync {
  try {
    return guarded(() => openIn('NORMAL', file));
  } catch (error) {
    const code = error instanceof StorageError ? error.code : null;
    if (code !== 'disk' && code !== 'full') throw error;
    return guarded(() => openIn('EXCLUSIVE', file));
  }
}

function openIn(lockingMode: 'NORMAL' | 'EXCLUSIVE', file: string): DatabaseSync {
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: true });
  try {
    database.exec(`PRAGMA busy_timeout = 5000; PRAGMA locking_mode = ${lockingMode};`);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
    database.exec('PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;');
    // Opens the WAL file: if the mode is already WAL, setting it again doesn't.
    database.exec('SELECT 1 FROM sqlite_schema');
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/** Locks a file, which is created if needed; null if another process holds it. The system releases it on exit. */
export function lockFile(path: string): { release(): void } | null {
  const database = guarded(() => new DatabaseSync(path, { timeout: 0 }));
  try {
    // A journal on disk couldn't be created if the disk is full.
    guarded(() => database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE'));
  } catch (error) {
    database.close();
    if (error instanceof StorageError && error.code === 'busy') return null;
    throw error;
  }
  return { release: () => database.close() };
}
