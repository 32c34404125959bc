/** The database port on Node's own SQLite. */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import type { Database } from '../port.ts';
import { serialize } from './serialize.ts';

/** Opens a file, or `:memory:`. A second process may use the same file; it is waited for up to five seconds. */
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
