/** A PostgreSQL server with its own folder, which can crash, and start again with what it had committed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { chown, mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { pollUntil } from '../../browser/poll-until.ts';
import { isRoot } from '../../browser/install.ts';
import { findPrograms, freePort, idsOf } from '../../fixtures/postgres-server.ts';

const START_MS = 60_000;

export interface CrashingServer {
  /** The address of a database that the service's role owns. */
  readonly url: string;
  /** Creates another one, empty or as a copy, unless it exists. Returns its address. */
  createDatabase(name: string, template?: string): Promise<string>;
  /** The process whose children serve the connections. */
  readonly pid: () => number;
  /** Ends the server as a crash would, and starts it again. Resolves once it accepts connections. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a server in a folder, with the databases that are there already. */
export async function startCrashingServer(
  folder: string,
  settings: readonly string[] = [],
): Promise<CrashingServer> {
  const programs = await findPrograms();
  const user = isRoot() ? idsOf('postgres') : null;
  await mkdir(folder, { recursive: true });
  if (user !== null) await chown(folder, user.uid, user.gid);
  const data = join(folder, 'data');
  const log = openSync(join(folder, 'log'), 'a');
  const options = { ...user, stdio: ['ignore', log, log] as const };
  const isNew = !existsSync(data);
  if (isNew) {
    const init = ['-D', data, '-U', 'keepsake', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
    const initdb = spawn(join(programs, 'initdb'), [...init, '--auth=trust'], {
      ...options,
      stdio: [...options.stdio],
    });
    const [code] = await once(initdb, 'close');
    if (code !== 0) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
  }
  const port = await freePort();
  const fixed = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories='];
  const args = [...fixed, ...settings].flatMap((setting) => ['-c', setting]);
  const urlOf = (user_: string, database: string) =>
    `postgres://${user_}@127.0.0.1:${port}/${database}`;
  let server: ChildProcess;

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), ['-D', data, ...args], {
      ...options,
      stdio: [...options.stdio],
    });
    await pollUntil('PostgreSQL to accept connections', accepts, START_MS);
  }

  async function accepts(): Promise<true | undefined> {
    if (server.exitCode !== null) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
    return run('SELECT 1').then(
      () => true,
      () => undefined,
    );
  }

  async function run(...statements: readonly string[]): Promise<unknown[]> {
    const client = new Client({ connectionString: urlOf('keepsake', 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      const found: unknown[] = [];
      for (const statement of statements) found.push(...(await client.query(statement)).rows);
      return found;
    } finally {
      await client.end();
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
  }

  async function createDatabase(name: string, template = 'template1'): Promise<string> {
    const found = await run(`SELECT 1 FROM pg_database WHERE datname = '${name}'`);
    if (found.length === 0) await run(`CREATE DATABASE ${name} OWNER service TEMPLATE ${template}`);
    return urlOf('service', name);
  }

  await start();
  // Row-level security doesn't apply to superusers, so the service connects as an ordinary role.
  if (isNew) await run('CREATE ROLE service LOGIN');
  return {
    url: await createDatabase('library'),
    createDatabase,
    pid: () => server.pid ?? 0,
    async crash() {
      await end('SIGQUIT');
      await start();
    },
    stop: () => end('SIGINT'),
  };
}
