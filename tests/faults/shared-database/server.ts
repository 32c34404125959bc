/** PostgreSQL servers that crash: one that starts again with what it had committed, or one with a replica that takes over. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pollUntil } from '../../browser/poll-until.ts';
import { isRoot } from '../../browser/install.ts';
import { findPrograms, freePort, idsOf } from '../../fixtures/postgres-server.ts';
import { startTcpProxy } from '../../fixtures/tcp-proxy.ts';

const START_MS = 60_000;

export interface CrashingServer {
  /** The address of a database that the service's role owns. */
  readonly url: string;
  /** Ends the server as a crash would. Resolves once the database accepts connections again, at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export async function startCrashingServer(folder: string): Promise<CrashingServer> {
  const server = await createServer(folder);
  return {
    url: server.url,
    async crash() {
      await server.end('SIGQUIT');
      await server.start();
    },
    stop: () => server.end('SIGINT'),
  };
}

export interface ReplicatedServer {
  readonly primary: PostgresServer;
  readonly replica: PostgresServer;
  /** Kills the primary and lets the replica take over. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a primary and a replica. A commit waits until the replica has it too, so a promoted replica has everything that was
 * acknowledged.
 */
export async function startReplicatedServer(folder: string): Promise<ReplicatedServer> {
  await createFolder(folder);
  const primary = await createServer(join(folder, 'primary'));
  const replica = await copyServer(primary, join(folder, 'replica'));
  await primary.run(`ALTER SYSTEM SET synchronous_standby_names = '*'`, 'SELECT pg_reload_conf()');
  const isSynchronous = async () => {
    const [row] = await primary.run('SELECT sync_state FROM pg_stat_replication');
    return row?.['sync_state'] === 'sync' || undefined;
  };
  await pollUntil('synchronous replication', isSynchronous, START_MS);
  return {
    primary,
    replica,
    async failOver() {
      await primary.end('SIGKILL');
      await replica.run('SELECT pg_promote()');
    },
    async stop() {
      await replica.end('SIGINT');
      await primary.end('SIGINT');
    },
  };
}

/** How the service finds the primary: by naming both servers, or at an address that is moved to the new one. */
export type PrimaryAddress = 'both-servers' | 'moving-address';

/** Starts a server that fails over when it crashes, which it can do once. */
export async function startFailingServer(
  folder: string,
  address: PrimaryAddress,
): Promise<CrashingServer> {
  const { primary, replica, failOver, stop } = await startReplicatedServer(folder);
  const ports = [primary.port, replica.port];
  if (address === 'both-servers')
    return { url: urlOf('service', 'library', ports), crash: failOver, stop };
  let target = primary.port;
  const proxy = await startTcpProxy({ target: () => target });
  return {
    url: urlOf('service', 'library', [proxy.port]),
    async crash() {
      await failOver();
      target = replica.port;
    },
    async stop() {
      await proxy.close();
      await stop();
    },
  };
}

function urlOf(user: string, database: string, ports: readonly number[]): string {
  return `postgres://${user}@${ports.map((port) => `127.0.0.1:${port}`).join(',')}/${database}`;
}

export type PostgresServer = ReturnType<typeof serverIn>;

/** Creates and starts a server with an empty database. */
async function createServer(folder: string): Promise<PostgresServer> {
  await createFolder(folder);
  const init = ['-U', 'keepsake', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--auth=trust'];
  await runProgram(folder, 'initdb', ['-D', join(folder, 'data'), ...init]);
  const server = serverIn(folder, await freePort());
  await server.start();
  // Row-level security doesn't apply to superusers, so the service connects as an ordinary role.
  await server.run('CREATE ROLE service LOGIN', 'CREATE DATABASE library OWNER service');
  return server;
}

/** Creates and starts a replica. */
async function copyServer({ port }: PostgresServer, folder: string): Promise<PostgresServer> {
  await createFolder(folder);
  const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'keepsake'];
  const how = ['-R', '-X', 'stream', '-C', '-S', 'replica', '--checkpoint=fast', '--no-sync'];
  await runProgram(folder, 'pg_basebackup', [...from, ...how, '-D', join(folder, 'data')]);
  const server = serverIn(folder, await freePort());
  await server.start();
  return server;
}

async function createFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if (isRoot()) {
    const { uid, gid } = idsOf('postgres');
    await chown(folder, uid, gid);
  }
}

/** Starts a program of PostgreSQL, which refuses to run as root. */
async function startProgram(folder: string, name: string, args: readonly string[]) {
  const log = openSync(join(folder, 'log'), 'a');
  const user = isRoot() ? idsOf('postgres') : null;
  const program = join(await findPrograms(), name);
  return spawn(program, args, { ...user, stdio: ['ignore', log, log] });
}

async function runProgram(folder: string, name: string, args: readonly string[]): Promise<void> {
  const [code] = await once(await startProgram(folder, name, args), 'close');
  if (code !== 0) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
}

function serverIn(folder: string, port: number) {
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const args = ['-D', join(folder, 'data'), ...settings.flatMap((setting) => ['-c', setting])];
  let server: ChildProcess;

  /** Runs SQL as the superuser, and returns the rows of the last statement. */
  async function runIn(
    database: string,
    ...statements: readonly string[]
  ): Promise<Record<string, unknown>[]> {
    const client = new Client({ connectionString: urlOf('keepsake', database, [port]) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      let rows: Record<string, unknown>[] = [];
      for (const statement of statements) ({ rows } = await client.query(statement));
      return rows;
    } finally {
      await client.end();
    }
  }

  const run = (...statements: readonly string[]) => runIn('postgres', ...statements);

  async function start(): Promise<void> {
    server = await startProgram(folder, 'postgres', args);
    await pollUntil('PostgreSQL to accept connections', accepts, START_MS);
  }

  /** Sends a signal to the server and all its processes. */
  function signalAll(signal: NodeJS.Signals): void {
    const pid = String(server.pid);
    const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', pid], { encoding: 'utf8' });
    for (const each of [pid, ...listed.stdout.trim().split(/\s+/)])
      process.kill(Number(each), signal);
  }

  async function accepts(): Promise<true | undefined> {
    if (server.exitCode !== null) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
    return run('SELECT 1').then(
      () => true,
      () => undefined,
    );
  }

  return {
    port,
    url: urlOf('service', 'library', [port]),
    run,
    runIn,
    /** Resolves once the server accepts connections. */
    start,
    /** Starts a server that was a primary. It replays what it wrote itself. */
    async startAsReplica(): Promise<void> {
      await writeFile(join(folder, 'data', 'standby.signal'), '');
      await start();
    },
    /** Stops all its processes, whose connections stay open, until `thaw`. */
    freeze: () => signalAll('SIGSTOP'),
    thaw: () => signalAll('SIGCONT'),
    /** Resolves at once if it has ended before. */
    async end(signal: NodeJS.Signals): Promise<void> {
      if (server.exitCode !== null || server.signalCode !== null) return;
      const ended = once(server, 'close');
      server.kill(signal);
      await ended;
    },
  };
}
