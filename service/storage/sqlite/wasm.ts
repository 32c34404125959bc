import type { Database as WasmDatabase, PreparedStatement } from '@sqlite.org/sqlite-wasm';
import type { Database, SqlValue } from './sql.ts';
import { preparing, serialize } from './connection.ts';

/** Wraps a database that nothing else has open: with exclusive locking, WAL mode needs no shared memory. */
export function openWasmDatabase(database: WasmDatabase): Database {
  // The page size is fixed with the first table. It's the same as in Node, so that both can open a file.
  database.exec('PRAGMA page_size = 4096; PRAGMA locking_mode = EXCLUSIVE;');
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
  database.exec(
    'PRAGMA foreign_keys = ON; PRAGMA cache_size = -32000; PRAGMA temp_store = MEMORY;',
  );
  const { statements, prepared } = preparing((sql) => database.prepare(sql));

  /** Resets the statement even after an error: otherwise it keeps its transaction open. */
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
      database.close();
    },
  });
}
