/** A PostgreSQL server for the scale benchmark, with the settings an operator would choose for 24 GB of memory. */
import { readdir, readFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { type SingleServer, startCrashingServer } from '../../faults/shared-database/server.ts';

export const SETTINGS = [
  'shared_buffers=6GB',
  'effective_cache_size=16GB',
  'maintenance_work_mem=1GB',
  'random_page_cost=1.1',
  'max_wal_size=8GB',
  'checkpoint_timeout=30min',
  'wal_compression=lz4',
];

const REASON_LINES = 3;

/** Starts the server in a folder; returns the reason if there is none and none can be installed. */
export async function startServer(folder: string): Promise<SingleServer | string> {
  try {
    return await startCrashingServer(folder, SETTINGS);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // The message can be the whole log of the server.
    return message.trim().split('\n').slice(-REASON_LINES).join('\n');
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

const pidSchema = z.tuple([z.object({ pid: z.coerce.number() })]);

/** Returns the process id of the server that a database is on. */
export async function serverPid(database: string): Promise<number> {
  const [{ pid }] = z.parse(
    pidSchema,
    await asSuperuser(
      database,
      `SELECT split_part(pg_read_file('postmaster.pid'), E'\\n', 1) AS pid`,
    ),
  );
  return pid;
}

export const CORES = availableParallelism();

/** A clock tick of `/proc`, in seconds. It's the same on every Linux that Node runs on. */
const TICK = 0.01;

/** The processor time that a process has used, in seconds. */
interface ProcessTime {
  readonly parent: number;
  readonly own: number;
  /** That of its children that have ended. */
  readonly ended: number;
}

async function timeOf(pid: number): Promise<ProcessTime | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name before these fields is in brackets, and can contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [user, system, endedUser, endedSystem] = fields.slice(11, 15).map(Number);
  if (endedSystem === undefined) return null;
  return {
    parent: Number(fields[1]),
    own: ((user ?? 0) + (system ?? 0)) * TICK,
    ended: ((endedUser ?? 0) + endedSystem) * TICK,
  };
}

async function childrenWithTimes(pid: number): Promise<ReadonlyMap<number, ProcessTime>> {
  const children = new Map<number, ProcessTime>();
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  for (const each of pids) {
    const time = await timeOf(each);
    if (time?.parent === pid) children.set(each, time);
  }
  return children;
}

export async function childrenOf(pid: number): Promise<number[]> {
  return [...(await childrenWithTimes(pid)).keys()];
}

/** Returns the processor time of a process and its children in seconds, including the children that have ended. */
export async function processorSeconds(pid: number): Promise<number> {
  for (;;) {
    const before = await timeOf(pid);
    const children = [...(await childrenWithTimes(pid)).values()];
    const after = await timeOf(pid);
    if (after === null) throw new Error(`The process ${pid} has ended.`);
    // If a child ended while they were read, it was counted twice or not at all.
    if (before?.ended === after.ended)
      return children.reduce((sum, { own, ended }) => sum + own + ended, after.own + after.ended);
  }
}

/** Returns the processor time of all processes on the machine in seconds, including what a hypervisor took. */
export async function machineSeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , interrupt = 0, softInterrupt = 0, stolen = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + interrupt + softInterrupt + stolen) * TICK;
}
