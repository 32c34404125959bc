/** A PostgreSQL server for the scale benchmark, with the settings an operator would choose for 24 GB of memory. */
import { readdir, readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { type SingleServer, startCrashingServer } from '../../faults/shared-database/server.ts';

export const SETTINGS = [
  'shared_buffers=6GB',
  'effective_cache_size=16GB',
  'maintenance_work_mem=1GB',
  'random_page_cost=1.1',
  'max_wal_size=16GB',
  'checkpoint_timeout=30min',
  'wal_compression=on',
];

/** Starts the server in a folder; returns the reason if there is none and none can be installed. */
export async function startServer(folder: string): Promise<SingleServer | string> {
  try {
    return await startCrashingServer(folder, SETTINGS);
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Runs SQL as the superuser, whom row-level security doesn't bind, and returns the rows of the last statement. */
export async function asSuperuser(
  database: string,
  ...statements: readonly string[]
): Promise<unknown[]> {
  const client = new Client({ connectionString: superuserOf(database) });
  await client.connect();
  try {
    let rows: unknown[] = [];
    for (const statement of statements) ({ rows } = await client.query(statement));
    return rows;
  } finally {
    await client.end();
  }
}

/** Returns the address of a database for the superuser. */
export function superuserOf(database: string): string {
  const url = new URL(database);
  url.username = 'keepsake';
  return url.href;
}

/** A clock tick of `/proc`, in seconds. It's the same on every Linux that Node runs on. */
const TICK = 0.01;

/** Returns the processor time that each process has used, in seconds, as Linux reports it. */
export async function processorTimes(): Promise<ReadonlyMap<number, ProcessTime>> {
  const times = new Map<number, ProcessTime>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  for (const pid of pids) {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    // The name is in brackets and can contain spaces.
    const [, name = '', rest = ''] = /^\d+ \((.*)\) (.*)$/s.exec(stat) ?? [];
    const fields = rest.split(' ');
    const [parent, user, system] = [fields[1], fields[11], fields[12]].map(Number);
    if (parent === undefined || user === undefined || system === undefined) continue;
    times.set(Number(pid), { name, parent, seconds: (user + system) * TICK });
  }
  return times;
}

const pidSchema = z.tuple([z.object({ pid: z.coerce.number() })]);

/** Returns the processor time that the server of a database has used for connections that are still open, in seconds. */
export async function serverSeconds(database: string): Promise<number> {
  const [{ pid }] = z.parse(
    pidSchema,
    await asSuperuser(
      database,
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
    ),
  );
  const times = await processorTimes();
  return Array.from(times.values())
    .filter(({ parent }) => parent === pid)
    .reduce((sum, { seconds }) => sum + seconds, 0);
}

export interface ProcessTime {
  readonly name: string;
  readonly parent: number;
  readonly seconds: number;
}

export const CORES = cpus().length;
