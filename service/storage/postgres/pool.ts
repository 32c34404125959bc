/** Connections to the server that an address names, or to the primary among several. */
import { once } from 'node:events';
import { connect, Socket } from 'node:net';
import { Client, Pool as ClientPool, TypeOverrides, type ClientConfig, type PoolClient } from 'pg';
import { storable } from '../storable.ts';
import { StorageError } from '../storage-error.ts';
import { serversIn } from './address.ts';
import { isPoolTimeout, ReadOnlyServer, storageErrorOf } from './errors.ts';
import type { SqlValue } from './sql.ts';

const MAX_CONNECTIONS = 10;
const CONNECT_TIMEOUT_MS = 10_000;
const KEEP_ALIVE_MS = 10_000;

const INT8 = 20;
const numbers = new TypeOverrides();
// Numbers that the engine stores are below 2 ** 53.
numbers.setTypeParser(INT8, Number);

export interface Connection {
  query(
    sql: string,
    parameters?: readonly SqlValue[],
  ): Promise<{ rows: unknown[]; rowCount: number | null; command: string }>;
  /** Closes it at once: a statement that is running fails, and so do later ones. It still has to be released. */
  abandon(): void;
  /** Call it once. A connection that isn't clean, such as one in a transaction, is closed. */
  release(isClean: boolean): void;
}

export interface PoolOptions {
  /** How long to wait for a server to accept a connection, and for an answer before checking that it can be reached. */
  readonly connectTimeoutMs?: number;
  /** The flag that gave the address, for sentences about errors. */
  readonly flag?: string;
  /** Whether to accept a read-only server. */
  readonly isReplica?: boolean;
}

export type Pool = ReturnType<typeof openPool>;

/**
 * Opens a pool of connections. It keeps nothing in a session and names no statements, so that a pooler such as PgBouncer can
 * give each transaction another connection.
 */
export function openPool(
  address: string,
  { connectTimeoutMs = CONNECT_TIMEOUT_MS, flag = '--database', isReplica = false }: PoolOptions,
) {
  const servers = serversIn(address);
  const config = {
    application_name: 'Keepsake',
    connectionTimeoutMillis: connectTimeoutMs,
    // A server that vanished, as in a power failure, closes no connections.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  };
  /** How often the pool has left a server: because it couldn't be reached, or because it only accepted reads. */
  let departures = 0;
  const current = () => servers[departures % servers.length];
  /** The number of departures before each connection. Those to a server that was left are outdated. */
  const openedAt = new WeakMap<Client, number>();
  const unverified = new WeakSet<Client>();
  const lost = new WeakSet<Client>();

  class CurrentClient extends Client {
    constructor(options?: ClientConfig) {
      super({ ...options, connectionString: current() });
      openedAt.set(this, departures);
      // A client that can't log in leaves its connection open, and the server waits a minute for the rest.
      this.connection.once('error', () => void this.connection.stream.destroy());
    }
  }

  const pool = new ClientPool({
    ...config,
    max: MAX_CONNECTIONS,
    types: numbers,
    Client: CurrentClient,
  });
  pool.on('connect', (client) => {
    unverified.add(client);
    client.on('error', () => lost.add(client));
  });
  // An idle connection that is lost is replaced.
  pool.on('error', () => undefined);

  const isOutdated = (client: Client) => openedAt.get(client) !== departures;

  function leave(before: number): void {
    if (departures === before) departures += 1;
  }

  /** Skips connections to a server that was left. */
  async function nextClient(): Promise<PoolClient> {
    for (;;) {
      const client = await pool.connect();
      if (!isOutdated(client)) return client;
      client.release(true);
    }
  }

  /** Connects to the current server. Rejects if it's a replica and the address names other servers. */
  async function connectToCurrent(): Promise<PoolClient> {
    const client = await nextClient();
    if (!unverified.delete(client) || servers.length === 1 || isReplica) return client;
    try {
      const { rows } = await answered(client, () =>
        client.query<{ transaction_read_only: string }>('SHOW transaction_read_only'),
      );
      if (rows[0]?.transaction_read_only !== 'off') throw new ReadOnlyServer();
      return client;
    } catch (error) {
      client.release(true);
      throw error;
    }
  }

  async function connectToAny(): Promise<PoolClient> {
    for (let attempt = 1; ; attempt += 1) {
      const before = departures;
      try {
        return await connectToCurrent();
      } catch (error) {
        // Another server might work, now or the next time. While all connections are in use, none is asked for one.
        const isOfServer = servers.length > 1 && !isPoolTimeout(error);
        if (isOfServer) leave(before);
        if (attempt >= servers.length || !isOfServer)
          throw storageErrorOf(error, { isConnecting: true, flag });
      }
    }
  }

  function abandon(client: Client): void {
    lost.add(client);
    void client.end().catch(() => undefined);
  }

  /**
   * Runs a statement, and abandons the connection if the server can't be reached while it waits. A server that lost power closes
   * nothing. Keepalive doesn't help while sent data is unacknowledged: Linux retries that for about 15 minutes.
   */
  async function answered<T>(client: Client, work: () => Promise<T>): Promise<T> {
    let isWaiting = true;
    const checkServer = async () => {
      if ((await isReachable(client, connectTimeoutMs)) || !isWaiting) return;
      leave(openedAt.get(client) ?? departures);
      abandon(client);
    };
    const timer = setInterval(() => void checkServer(), connectTimeoutMs);
    timer.unref();
    try {
      return await work();
    } finally {
      isWaiting = false;
      clearInterval(timer);
    }
  }

  function connectionOn(client: PoolClient): Connection {
    return {
      async query(sql, parameters = []) {
        try {
          return await answered(client, () =>
            client.query({ text: sql, values: parameters.map(bindable) }),
          );
        } catch (error) {
          const failure = storageErrorOf(error, { isLost: lost.has(client), flag });
          // Connections to a primary that was demoted must not be used again.
          if (isReadOnly(failure)) leave(openedAt.get(client) ?? departures);
          throw failure;
        }
      },
      abandon: () => abandon(client),
      release: (isClean) => client.release(!isClean || isOutdated(client)),
    };
  }

  return {
    /** Waits for a connection that is free or new. With several servers, tries each of them once. */
    connect: async (): Promise<Connection> => connectionOn(await connectToAny()),
    /** How to open a dedicated connection to the current server. */
    dedicated: (): ClientConfig => ({ ...config, connectionString: current() }),
    end: () => pool.end(),
  };
}

/** A refused connection is an answer, and other errors, such as too many open files, say nothing about the server. */
const UNREACHABLE = new Set<unknown>(['ETIMEDOUT', 'EHOSTUNREACH', 'EHOSTDOWN']);

/** Returns whether the machine at the other end of a connection still answers: the server, or a proxy in front of it. */
async function isReachable(client: Client, timeoutMs: number): Promise<boolean> {
  const { stream } = client.connection;
  // A Unix socket has no address.
  if (!(stream instanceof Socket) || stream.remoteAddress === undefined) return true;
  const socket = connect(stream.remotePort ?? 0, stream.remoteAddress);
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    await once(socket, 'connect', { signal: timeout });
    return true;
  } catch (error) {
    const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
    return !timeout.aborted && !UNREACHABLE.has(code);
  } finally {
    socket.destroy();
  }
}

function isReadOnly(failure: unknown): boolean {
  return failure instanceof StorageError && failure.code === 'read-only';
}

/** PostgreSQL rejects U+0000, even to look for it. No stored text contains it, so a request can only have it in an id. */
function bindable(value: SqlValue): SqlValue {
  return typeof value === 'string' && value.includes('\0') ? storable(value) : value;
}
