import * as z from 'zod/mini';
import type { Database, Queries, Query, SqlValue } from '../port.ts';
import { serialQueue } from '../../../lib/async/serial-queue.ts';

export interface Connection {
  run(sql: string, parameters: readonly SqlValue[]): number;
  all(sql: string, parameters: readonly SqlValue[]): unknown[];
  close(): void;
}

export function serialize(connection: Connection): Database {
  const queries = queriesOn(connection);
  const inTurn = serialQueue();
  let closing: Promise<void> | null = null;

  function enqueue<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) return Promise.reject(new Error('The database is closed.'));
    return inTurn(work);
  }

  return {
    run: (sql, parameters) => enqueue(() => queries.run(sql, parameters)),
    all: (statement, parameters) => enqueue(() => queries.all(statement, parameters)),
    get: (statement, parameters) => enqueue(() => queries.get(statement, parameters)),
    transaction: (work) => enqueue(() => transact(connection, work)),
    close: () => (closing ??= inTurn(async () => connection.close())),
  };
}

/** Uses an immediate transaction, so that a second process on the same file waits at its start, not halfway. */
async function transact<T>(
  connection: Connection,
  work: (queries: Queries) => Promise<T>,
): Promise<T> {
  connection.run('BEGIN IMMEDIATE', []);
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
