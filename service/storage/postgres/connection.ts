import { escapeLiteral } from 'pg';
import * as z from 'zod/mini';
import { serialQueue } from '../../../lib/async/serial-queue.ts';
import { silent, type Logger } from '../../ports.ts';
import { storable } from '../storable.ts';
import { StorageError } from '../storage-error.ts';
import { isRetryable } from './errors.ts';
import { listenOn } from './listen.ts';
import { openPool, type Connection, type PoolOptions } from './pool.ts';
import { openReplica } from './replica.ts';
import type { Query } from '../sql.ts';
import type { Database, Queries, Session, SqlValue } from './sql.ts';

/** How often work runs if the server ends its transaction in favor of another. */
const MAX_ATTEMPTS = 5;

/** After this time without a statement, the server ends a transaction, whose process may be gone or frozen. */
const MAX_IDLE_MS = 60_000;

/** Each statement has to see what was committed before the transaction's turn came. */
const BEGIN_ALONE = 'BEGIN ISOLATION LEVEL READ COMMITTED';

/** The rows that statements can see. Everything sees the directory. */
type Access = Readonly<{ account: string; queues: '' | 'all' }>;
const DIRECTORY: Access = { account: '', queues: '' };
const QUEUES: Access = { account: '', queues: 'all' };

const ignore = () => undefined;

const BEGIN_READ = 'BEGIN READ ONLY';
/** One state of the database, for all statements. */
const BEGIN_SNAPSHOT = 'BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY';

interface DatabaseOptions extends Pick<PoolOptions, 'connectTimeoutMs' | 'flag'> {
  /** The address of a replica that snapshots read from, if it has everything that was committed before. */
  readonly replica?: string | null;
  readonly logger?: Logger;
}

/** Opens a database. Only `listen` keeps a dedicated connection. */
export function openDatabase(
  address: string,
  { replica: replicaAddress = null, logger = silent, ...options }: DatabaseOptions = {},
): Database {
  const pool = openPool(address, options);
  const replica = replicaAddress === null ? null : openReplica(replicaAddress, pool, logger);
  const listeners: ReturnType<typeof listenOn>[] = [];
  const pending = new Set<Promise<unknown>>();
  /** The last work of each queue, forgotten once it ends: a service can have very many accounts. */
  const lasts = new Map<string, Promise<void>>();
  let closing: Promise<void> | null = null;
  let failure: StorageError | null = null;

  /** Runs the work until it ends, unless the database is closed. */
  function track<T>(work: () => Promise<T>): Promise<T> {
    if (closing !== null) return Promise.reject(new Error('The database is closed.'));
    const running = work();
    const settled: Promise<void> = running.then(ignore, ignore).finally(() => {
      pending.delete(settled);
    });
    pending.add(settled);
    return running;
  }

  /** Waits here, not at the server, so that the waiting work of an account or key doesn't take all connections. */
  function inTurn<T>(queue: string, work: () => Promise<T>): Promise<T> {
    const done = (lasts.get(queue) ?? Promise.resolve()).then(work);
    const last: Promise<void> = done.then(ignore, ignore).finally(() => {
      if (lasts.get(queue) === last) lasts.delete(queue);
    });
    lasts.set(queue, last);
    return done;
  }

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

  /** Runs one statement as a separate transaction, so that a process that freezes here leaves nothing locked. */
  async function execute(sql: string, parameters: readonly SqlValue[]): Promise<unknown[]> {
    const connection = await pool.connect();
    let isClean = false;
    try {
      const { rows } = await connection.query(sql, parameters);
      isClean = true;
      return rows;
    } finally {
      connection.release(isClean);
    }
  }

  /** Runs a transaction once, and releases the connection. */
  async function transact<T>(
    connection: Connection,
    begin: string,
    work: () => Promise<T>,
  ): Promise<T> {
    let isClean = false;
    try {
      await connection.query(begin);
      try {
        const value = await work();
        const { command } = await connection.query('COMMIT');
        isClean = true;
        // The work went on after a statement had failed.
        if (command === 'ROLLBACK') throw new Error('A statement of the transaction failed.');
        return value;
      } catch (error) {
        isClean ||= await connection.query('ROLLBACK').then(
          () => true,
          () => false,
        );
        throw error;
      }
    } finally {
      connection.release(isClean);
    }
  }

  async function retrying<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await work();
      } catch (error) {
        if (attempt === MAX_ATTEMPTS || !isRetryable(error)) throw error;
      }
    }
  }

  async function withSession<T>(
    connection: Connection,
    { access, locks }: Pick<SessionOptions, 'access' | 'locks'>,
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    let isOpen = true;
    const { session, idle } = sessionOn(connection, { access, locks, isOpen: () => isOpen });
    try {
      return await work(session);
    } finally {
      isOpen = false;
      // The work may have failed while another of its statements was running.
      await idle();
    }
  }

  function alone<T>(access: Access, work: (session: Session) => Promise<T>): Promise<T> {
    return track(() =>
      inTurn(access.account, () =>
        writing(() =>
          retrying(async () => {
            const connection = await pool.connect();
            return transact(connection, `${BEGIN_ALONE}; ${showAndLock(access)}`, () =>
              withSession(connection, { access, locks: true }, work),
            );
          }),
        ),
      ),
    );
  }

  async function change<Row>(
    { sql, row }: Query<Row>,
    parameters: readonly SqlValue[] = [],
    queue?: string,
  ): Promise<Row[]> {
    const work = () => writing(() => retrying(() => execute(sql, parameters)));
    const rows = await track(queue === undefined ? work : () => inTurn(`change ${queue}`, work));
    return rows.map((each) => z.parse(row, each));
  }

  function readOn<T>(
    connection: Connection,
    { begin, access }: { readonly begin: string; readonly access: Access },
    work: (session: Session) => Promise<T>,
  ): Promise<T> {
    return transact(connection, `${begin}; ${show(access)}`, () =>
      withSession(connection, { access, locks: false }, work),
    );
  }

  function reading<T>(access: Access, work: (session: Session) => Promise<T>): Promise<T> {
    return track(async () => readOn(await pool.connect(), { begin: BEGIN_READ, access }, work));
  }

  async function snapshot<T>(access: Access, work: (session: Session) => Promise<T>): Promise<T> {
    const how = { begin: BEGIN_SNAPSHOT, access };
    const read = await replica?.read((connection) => readOn(connection, how, work));
    return read ? read.value : readOn(await pool.connect(), how, work);
  }

  function single(access: Access): Queries {
    const of = (session: Session) => queriesOf(session, access);
    return {
      run: (sql, parameters) => alone(access, (session) => of(session).run(sql, parameters)),
      all: (statement, parameters) =>
        reading(access, (session) => of(session).all(statement, parameters)),
      get: (statement, parameters) =>
        reading(access, (session) => of(session).get(statement, parameters)),
    };
  }

  async function closeAll(): Promise<void> {
    await Promise.all([...pending, ...listeners.map((each) => each.close())]);
    await replica?.end();
    await pool.end();
  }

  return {
    directory: single(DIRECTORY),
    queues: single(QUEUES),
    account: (accountId) => single(accessTo(accountId)),
    transaction: (work) => alone(DIRECTORY, work),
    accountTransaction: (accountId, work) =>
      alone(accessTo(accountId), (session) => work(session.account(accountId))),
    snapshot: (accountId, work) =>
      track(() => snapshot(accessTo(accountId), (session) => work(session.account(accountId)))),
    change,
    listen: (channel, listener) => void listeners.push(listenOn(pool.dedicated, channel, listener)),
    writeFailure: () => failure,
    close: () => (closing ??= closeAll()),
  };
}

/** The id can be from a request. Unlike a parameter, it isn't made storable by the pool. */
function accessTo(accountId: string): Access {
  return { account: storable(accountId), queues: '' };
}

function queriesOf(session: Session, { account, queues }: Access): Queries {
  if (queues === 'all') return session.queues;
  return account === '' ? session.directory : session.account(account);
}

/** Returns SQL that makes rows visible until the transaction ends. It has no parameters, so that it can follow BEGIN. */
function show({ account, queues }: Access): string {
  return `SELECT set_config('keepsake.account', ${escapeLiteral(account)}, true),
    set_config('keepsake.queues', ${escapeLiteral(queues)}, true),
    set_config('idle_in_transaction_session_timeout', '${MAX_IDLE_MS}', true)`;
}

/** Also locks the account until the transaction ends. Two accounts with the same hash only wait for each other. */
function showAndLock(access: Access): string {
  if (access.queues !== '') return show(access);
  return `${show(access)},
    pg_advisory_xact_lock(hashtextextended('keepsake account ' || ${escapeLiteral(access.account)}, 0))`;
}

interface SessionOptions {
  /** What the first statement of the transaction made visible and, with `locks`, locked. */
  readonly access: Access;
  /** Whether to wait for each account's turn before the first statement about it. */
  readonly locks: boolean;
  readonly isOpen: () => boolean;
}

/** Runs the statements of a transaction one after another on its connection. */
function sessionOn(connection: Connection, { access: first, locks, isOpen }: SessionOptions) {
  const inTurn = serialQueue();
  const locked = new Set([first.account]);
  let shown = first;

  async function enter(access: Access): Promise<void> {
    const { account, queues } = access;
    const needsLock = locks && queues === '' && !locked.has(account);
    if (!needsLock && account === shown.account && queues === shown.queues) return;
    await connection.query(needsLock ? showAndLock(access) : show(access));
    if (needsLock) locked.add(account);
    shown = access;
  }

  function queriesFor(access: Access): Queries {
    const execute = (sql: string, parameters: readonly SqlValue[] = []) =>
      inTurn(async () => {
        if (!isOpen()) throw new Error('The transaction has ended.');
        await enter(access);
        return connection.query(sql, parameters);
      });
    async function rows<Row>(
      statement: Query<Row>,
      parameters?: readonly SqlValue[],
    ): Promise<Row[]> {
      const found = await execute(statement.sql, parameters);
      return found.rows.map((row) => z.parse(statement.row, row));
    }
    return {
      run: async (sql, parameters) => (await execute(sql, parameters)).rowCount ?? 0,
      all: rows,
      get: async (statement, parameters) => (await rows(statement, parameters))[0],
    };
  }

  const directory = queriesFor(DIRECTORY);
  const session: Session = {
    directory,
    queues: queriesFor(QUEUES),
    account: (accountId) => queriesFor(accessTo(accountId)),
    change: (statement, parameters) => directory.all(statement, parameters),
  };
  return { session, idle: () => inTurn(async () => undefined) };
}
