/** A PostgreSQL server that can crash, and start again with what it had committed. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
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
  /** Ends the server as a crash would, and starts it again. Resolves once it accepts connections. */
  crash(): Promise<void>;
  stop(): Promise<void>;
}

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
  const init = ['-D', data, '-U', 'keepsake', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync'];
  const [code] = await once(
    spawn(join(programs, 'initdb'), [...init, '--auth=trust'], {
      ...options,
      stdio: [...options.stdio],
    }),
    'close',
  );
  if (code !== 0) throw new Error(await readFile(join(folder, 'log'), 'utf8'));
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

  async function run(...statements: readonly string[]): Promise<void> {
    const client = new Client({ connectionString: urlOf('keepsake', 'postgres') });
    client.on('error', () => undefined);
    await client.connect();
    try {
      for (const statement of statements) await client.query(statement);
    } finally {
      await client.end();
    }
  }

  async function end(signal: NodeJS.Signals): Promise<void> {
    const ended = once(server, 'close');
    server.kill(signal);
    await ended;
  }

  await start();
  // Row-level security doesn't apply to superusers, so the service connects as an ordinary role.
  await run('CREATE ROLE service LOGIN', 'CREATE DATABASE library OWNER service');
  return {
    url: urlOf('service', 'library'),
    async crash() {
      await end('SIGQUIT');
      await start();
    },
    stop: () => end('SIGINT'),
  };
}
