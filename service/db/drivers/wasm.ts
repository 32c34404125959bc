/** The database port on SQLite compiled to WebAssembly. */
import type { Database as WasmDatabase, PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { Database, SqlValue } from '../port.ts';
import { serialize } from './serialize.ts';

/** Takes an open database that nothing else uses: with exclusive locking, a write-ahead log needs no shared memory. */
export function openWasmDatabase(database: WasmDatabase): Database {
  // The size of a page is settled when the first table is made; the same as in Node, so that a file fits both.
  database.exec('PRAGMA page_size = 4096; PRAGMA locking_mode = EXCLUSIVE;');
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;',
  );
  const statements = new Map<string, PreparedStatement>();

  function prepared(sql: string): PreparedStatement {
    const known = statements.get(sql);
    if (known !== undefined) return known;
    const made = database.prepare(sql);
    statements.set(sql, made);
    return made;
  }

  /** A statement that is not reset holds its transaction open, also after an error. */
  function use<T>(
    sql: string,
    parameters: readonly SqlValue[],
    read: (statement: PreparedStatement) => T,
  ): T {
    const statement = prepared(sql);
    try {
      if (parameters.length > 0) statement.bind(parameters);
      return read(statement);
    } finally {
      statement.resetNoThrow(true);
    }
  }

  return serialize({
    run: (sql, parameters) =>
      use(sql, parameters, (statement) => {
        statement.step();
        return database.changes();
      }),
    all: (sql, parameters) =>
      use(sql, parameters, (statement) => {
        const rows: unknown[] = [];
        while (statement.step()) rows.push(statement.get({}));
        return rows;
      }),
    close: () => {
      for (const statement of statements.values()) statement.finalize();
      statements.clear();
      database.close();
    },
  });
}
