import * as z from 'zod/mini';
import { StorageError, type StorageErrorCode } from '../storage-error.ts';
import { quotaErrorOf } from '../quota-error.ts';
import type { Query } from '../sql.ts';
import type { Database, Queries, SqlValue } from './sql.ts';
import { serialQueue } from '../../../lib/async/serial-queue.ts';

export interface Connection {
  run(sql: string, parameters: readonly SqlValue[]): number;
  all(sql: string, parameters: readonly SqlValue[]): unknown[];
  close(): void;
}

/** Prepares each statement once. */
export function preparing<Statement>(prepare: (sql: string) => Statement) {
  const statements = new Map<string, Statement>();
  const prepared = (sql: string): Statement => {
    const statement = statements.get(sql) ?? prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return { statements, prepared };
}

/** SQLite's result codes that mean a failure of the disk or the database file, not of a statement. */
const storageErrorCodes: ReadonlyMap<number, StorageErrorCode> = new Map([
  [3, 'denied'], // SQLITE_PERM
  [5, 'busy'], // SQLITE_BUSY
  [6, 'busy'], // SQLITE_LOCKED
  [7, 'out-of-memory'], // SQLITE_NOMEM
  [8, 'read-only'], // SQLITE_READONLY
  [10, 'disk'], // SQLITE_IOERR
  [11, 'damaged'], // SQLITE_CORRUPT
  [13, 'full'], // SQLITE_FULL
  [14, 'unavailable'], // SQLITE_CANTOPEN
  [15, 'busy'], // SQLITE_PROTOCOL
  [26, 'not-a-database'], // SQLITE_NOTADB
]);

/** SQLite's code if a trigger fails a statement, among others. */
const CONSTRAINT = 19;

/**
 * Runs a call of SQLite. Throws a `StorageError` if it fails because of the disk or the database file, and a `QuotaError`
 * because of a quota.
 */
export function guarded<T>(call: () => T): T {
  try {
    return call();
  } catch (error) {
    const result = resultCodeOf(error);
    const code = storageErrorCodes.get(result);
    if (code !== undefined) throw new StorageError(code, error);
    const isConstraint = result === CONSTRAINT && error instanceof Error;
    throw (isConstraint ? quotaErrorOf(error.message, error) : undefined) ?? error;
  }
}

/** Returns SQLite's primary code, which is in the lowest byte. Node and WebAssembly name the field differently. */
function resultCodeOf(error: unknown): number {
  if (!(error instanceof Error)) return 0;
  const code: unknown = Reflect.get(error, 'errcode') ?? Reflect.get(error, 'resultCode');
  return typeof code === 'number' ? code & 0xff : 0;
}

export function serialize(unguarded: Connection): Database {
  const connection: Connection = {
    run: (sql, parameters) => guarded(() => unguarded.run(sql, parameters)),
    all: (sql, parameters) => guarded(() => unguarded.all(sql, parameters)),
    close: () => unguarded.close(),
  };
  const queries = queriesOn(connection);
  const inTurn = serialQueue();
  let closing: Promise<void> | null = null;
  let failure: StorageError | null = null;

  async function writing<T>(write: () => Promise<T>): Promise<T> {
    try {
      const value = await write();
      failure = null;
      return value;
    } catch (error) {
      if (error instanceof StorageError) failure = error;
      throw error;
    }
  }

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) return Promise.reject(new Error('The database is closed.'));
    return inTurn(work);
  }

  return {
    run: (sql, parameters) => enqueue(() => writing(() => queries.run(sql, parameters))),
    all: (statement, parameters) => enqueue(() => queries.all(statement, parameters)),
    get: (statement, parameters) => enqueue(() => queries.get(statement, parameters)),
    transaction: (work) => enqueue(() => writing(() => transact(connection, 'IMMEDIATE', work))),
    snapshot: (work) => enqueue(() => transact(connection, 'DEFERRED', work)),
    writeFailure: () => failure,
    close: () => (closing ??= inTurn(async () => connection.close())),
  };
}

/** For writing, uses an immediate transaction, so that another process waits before it begins, not halfway. */
async function transact<T>(
  connection: Connection,
  mode: 'IMMEDIATE' | 'DEFERRED',
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  connection.run(`BEGIN ${mode}`, []);
  let open = true;
  try {
    const value = await work(queriesOn(connection, () => open));
    open = false;
    connection.run('COMMIT', []);
    return value;
  } catch (error) {
    open = false;
    rollBack(connection);
    throw error;
  }
}

function rollBack(connection: Connection): void {
  try {
    connection.run('ROLLBACK', []);
  } catch {
    // The engine has already rolled back, as it does if the disk is full. The first error is the one to report.
  }
}

function queriesOn(connection: Connection, isOpen: () => boolean = () => true): Queries {
  function assertOpen(): void {
    if (!isOpen()) throw new Error('The transaction has ended.');
  }
  function rows<Row>(statement: Query<Row>, parameters: readonly SqlValue[]): Row[] {
    assertOpen();
    return connection.all(statement.sql, parameters).map((row) => z.parse(statement.row, row));
  }
  return {
    run: async (sql, parameters = []) => {
      assertOpen();
      return connection.run(sql, parameters);
    },
    all: async (statement, parameters = []) => rows(statement, parameters),
    get: async (statement, parameters = []) => rows(statement, parameters)[0],
  };
}
