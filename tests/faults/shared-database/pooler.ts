/** PgBouncer in front of a database, in transaction mode: a session's connection changes with every transaction. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { findOnPath } from '../../browser/find-on-path.ts';
import { installWithApt, isRoot } from '../../browser/install.ts';
import { pollUntil } from '../../browser/poll-until.ts';
import { freePort } from '../../fixtures/free-port.ts';
import { idsOf } from '../../fixtures/postgres-server.ts';

const PROGRAM = 'pgbouncer';

const findPooler = () => findOnPath([PROGRAM]);

/** Returns whether PgBouncer is installed, or could be installed now. */
export async function hasPooler(): Promise<boolean> {
  return (
    findPooler() !== undefined || ((await installWithApt(PROGRAM)) && findPooler() !== undefined)
  );
}

/** Fewer connections than the service would open itself, so that they are shared. */
const POOL_SIZE = 4;

export async function startPooler(folder: string, url: string) {
  const { hostname, port: serverPort, username } = new URL(url);
  const port = await freePort();
  const user = isRoot() ? idsOf('postgres') : null;
  await mkdir(folder, { recursive: true });
  if (user !== null) await chown(folder, user.uid, user.gid);
  const file = join(folder, 'pgbouncer.ini');
  const settings = `[databases]
library = host=${hostname} port=${serverPort} dbname=library user=${username}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${POOL_SIZE}
max_client_conn = 200
logfile = ${join(folder, 'log')}
`;
  await writeFile(file, settings, { mode: 0o644 });
  const pooler = spawn(findPooler() ?? PROGRAM, [file], { ...user, stdio: 'ignore' });
  const pooled = `postgres://${username}@127.0.0.1:${port}/library`;
  const accepts = async () => {
    const client = new Client({ connectionString: pooled });
    client.on('error', () => undefined);
    return client.connect().then(
      () => client.end().then(() => true),
      () => undefined,
    );
  };
  await pollUntil('PgBouncer to accept connections', accepts, 30_000);
  return {
    url: pooled,
    async stop(): Promise<void> {
      const ended = once(pooler, 'close');
      pooler.kill('SIGINT');
      await ended;
    },
  };
}
