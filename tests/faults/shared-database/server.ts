/** PostgreSQL servers that crash: one that starts again with what it had committed, or one with a replica that takes over. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pollUntil } from '../../browser/poll-until.ts';
import { isRoot } from '../../browser/install.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { findPrograms, idsOf } from '../../fixtures/postgres-server.ts';
import { startTcpProxy } from '../../fixtures/tcp-proxy.ts';

const START_MS = 60_000;

export interface CrashingServer {
  /** The address of a database that the service's role owns. */
  readonly url: string;
  /** Ends the server as a crash would. Resolves once the database accepts connections again, at the same address. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

export type SingleServer = CrashingServer & Pick<PostgresServer, 'createDatabase' | 'pid'>;

/** Starts a server in a folder, with the databases that are there already, and with settings such as `fsync=off`. */
export async function startCrashingServer(
  folder: string,
  settings: readonly string[] = [],
): Promise<SingleServer> {
  const server = await openServer(folder, settings);
  return {
    url: server.url,
    createDatabase: server.createDatabase,
    pid: server.pid,
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
  const primary = await openServer(join(folder, 'primary'));
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

/** Starts a server, which is created with an empty database if the folder has none. */
async function openServer(
  folder: string,
  settings: readonly string[] = [],
): Promise<PostgresServer> {
  await createFolder(folder);
  const data = join(folder, 'data');
  const isNew = !existsSync(data);
  const init = ['-U', 'keepsake', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync', '--auth=trust'];
  if (isNew) await runProgram(folder, 'initdb', ['-D', data, ...init]);
  const server = serverIn(folder, await freePort(), settings);
  await server.start();
  // Row-level security doesn't apply to superusers, so the service connects as an ordinary role.
  if (isNew) await server.run('CREATE ROLE service LOGIN');
  await server.createDatabase('library');
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

function signalUnlessEnded(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

function serverIn(folder: string, port: number, settings: readonly string[] = []) {
  const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const args = ['-D', join(folder, 'data')];
  for (const setting of [...fixed, ...settings]) args.push('-c', setting);
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
    const pid = Number(server.pid);
    // First, so that it starts no more of them.
    process.kill(pid, signal);
    const listed = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' });
    for (const child of listed.stdout.match(/\d+/g) ?? []) signalUnlessEnded(Number(child), signal);
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
    /** Creates a database, empty or as a copy, unless it exists. Returns its address. */
    async createDatabase(name: string, template = 'template1'): Promise<string> {
      const found = await run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`);
      if (found.length === 0)
        await run(`CREATE DATABASE ${name} OWNER service TEMPLATE ${template}`);
      return urlOf('service', name, [port]);
    },
    /** The process whose children serve the connections. */
    pid: () => server.pid ?? 0,
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
