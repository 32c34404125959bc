/**
 * Measures several processes of the service on one database, over HTTP: searches, writes and indexing, and what limits
 * them.
 */
import { copyFile, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import * as z from 'zod/mini';
import { pollUntil } from '../../browser/poll-until.ts';
import { startProcesses } from '../../faults/shared-database/processes.ts';
import type { SingleServer } from '../../faults/shared-database/server.ts';
import {
  startService,
  type ServiceProcess,
} from '../../../service/runtime/node/testing/start-process.ts';
import { openBeside } from '../bare-sqlite.ts';
import { postAll } from '../connections.ts';
import { mean, percentile, type Row } from '../figure.ts';
import { keyOf, nameFor } from './accounts.ts';
import type { Collection } from './bench-scale.ts';
import { documentAt } from './corpus.ts';
import { asSuperuser, CORES, processorTimes, superuserOf } from './postgres.ts';
import { questionsOver } from './questions.ts';

/** Each is one connection that uses one account. */
const CLIENTS = 6;
/** The database to copy; it has an account for each client. */
const ACCOUNTS = 10;
const SEARCHES = 60;
const WRITES = 20;
const LEARNED_MS = 300_000;
const ON_FILE = 'SQLite, one process';
/** The connections of a process (`MAX_CONNECTIONS` in service/storage/postgres). */
const POOL = 10;

interface ProcessesAsked {
  readonly folder: string;
  readonly server: SingleServer;
  readonly processes: number;
  readonly collection: Collection;
  readonly note: (text: string) => void;
}

/** Who sends what to which address. */
interface ClientOf {
  readonly url: string;
  readonly token: string;
}

export async function benchProcesses(asked: ProcessesAsked): Promise<Row[]> {
  const { folder, server, processes, collection, note } = asked;
  const questions = questionsOver(collection.documents, SEARCHES)['three words of a page'] ?? [];
  const database = await copied(server);
  const running = await startProcesses(join(folder, 'processes'), database, processes);
  const beside = await startBeside(folder, collection);
  const place = { server, database };
  try {
    const urls = running.urls();
    const clients = Array.from({ length: CLIENTS }, (_, index): ClientOf => {
      return { url: urls[index % urls.length] ?? '', token: keyOf(index + 1) };
    });
    const search = (all: readonly ClientOf[]) => load(all, '/v1/search', questions.map(asSearch));
    const searched = await measured(place, () => search(clients));
    const searchedBeside = await search(beside.clients);

    const bodies = await documentsFor(beside.clients[0]);
    const save = (all: readonly ClientOf[]) => load(all, '/v1/documents', bodies);
    const written = await measured(place, () =>
      indexed({
        save: () => save(clients),
        passages: () => countRows(database, 'passages'),
        learned: async () => {
          const isDone = async () => (await countRows(database, OPEN)) === 0 || undefined;
          await pollUntil('the documents to be indexed', isDone, LEARNED_MS);
        },
      }),
    );
    const writtenBeside = await indexed({
      save: () => save(beside.clients),
      passages: async () => beside.counted.countPassages(),
      learned: () => beside.counted.learned(),
    });
    note(`${processes} processes, limit of searches: ${limitOf(searched.used, processes)}`);
    note(`${processes} processes, limit of writes: ${limitOf(written.used, processes)}`);
    return [
      ...throughput('searches', searched.result, searchedBeside),
      ...usedRows('searches', searched.used),
      ...throughput('documents', written.result.saved, writtenBeside.saved),
      {
        name: 'documents: saved and indexed',
        value: written.result.perSecond,
        unit: 'passages/s',
        baselines: [{ name: ON_FILE, value: writtenBeside.perSecond }],
      },
      ...usedRows('documents', written.used),
    ];
  } finally {
    await running.stop();
    await beside.stop();
  }
}

interface Indexing {
  readonly save: () => Promise<Loaded>;
  readonly passages: () => Promise<number>;
  readonly learned: () => Promise<void>;
}

/** Saves documents and waits until they're indexed. */
async function indexed({ save, passages, learned }: Indexing) {
  const before = await passages();
  const begun = performance.now();
  const saved = await save();
  await learned();
  const seconds = (performance.now() - begun) / 1000;
  return { saved, perSecond: ((await passages()) - before) / seconds };
}

async function copied(server: SingleServer): Promise<string> {
  await asSuperuser(server.url, 'DROP DATABASE IF EXISTS served');
  return server.createDatabase('served', nameFor(ACCOUNTS));
}

/** Starts a process on a copy of the account's SQLite database. */
async function startBeside(folder: string, { file }: Collection) {
  const data = join(folder, 'beside');
  await mkdir(data, { recursive: true });
  const copy = join(data, 'memory.sqlite3');
  await copyFile(file, copy);
  const service: ServiceProcess = await startService(data);
  const client: ClientOf = { url: service.url, token: service.ownerToken };
  const counted = openBeside(copy);
  return {
    clients: Array.from({ length: CLIENTS }, () => client),
    counted,
    async stop() {
      counted.close();
      await service.end('SIGTERM');
    },
  };
}

function asSearch(q: string) {
  return { q };
}

const listedSchema = z.object({ containers: z.array(z.object({ id: z.string() })) });

/** Returns documents that the accounts don't have yet. All accounts have the same Memories. */
async function documentsFor(client: ClientOf | undefined) {
  const headers = { authorization: `Bearer ${client?.token}` };
  const listed: unknown = await (await fetch(`${client?.url}/v1/containers`, { headers })).json();
  const container = z.parse(listedSchema, listed).containers[0]?.id;
  return Array.from({ length: WRITES }, (_, index) => {
    const { title, content } = documentAt(1_000_000 + index);
    return { title, content, container };
  });
}

interface Loaded {
  readonly perSecond: number;
  readonly times: readonly number[];
}

/** Has each client send all of the bodies. */
async function load(
  clients: readonly ClientOf[],
  path: string,
  bodies: readonly unknown[],
): Promise<Loaded> {
  const begun = performance.now();
  const runs = await Promise.all(
    clients.map((client) => postAll({ ...client, connections: 1 }, path, bodies)),
  );
  const times = runs.flatMap((run) => run.times);
  return { perSecond: (1000 * times.length) / (performance.now() - begun), times };
}

function throughput(name: string, loaded: Loaded, beside: Loaded): Row[] {
  const row = (what: string, unit: string, of: (one: Loaded) => number): Row => ({
    name: `${name}: ${what}`,
    value: of(loaded),
    unit,
    baselines: [{ name: ON_FILE, value: of(beside) }],
  });
  return [
    row('throughput', 'a second', ({ perSecond }) => perSecond),
    row('time, p50', 'ms', ({ times }) => percentile(times, 0.5)),
    row('time, p99', 'ms', ({ times }) => percentile(times, 0.99)),
  ];
}

const OPEN = `learning_runs WHERE status IN ('queued', 'running')`;
const countSchema = z.tuple([z.object({ count: z.coerce.number() })]);

async function countRows(database: string, from: string): Promise<number> {
  const [found] = z.parse(countSchema, await asSuperuser(database, `SELECT count(*) FROM ${from}`));
  return found.count;
}

/** What was used while some work ran, on average: cores and connections. */
interface Used {
  readonly postgres: number;
  readonly processes: number;
  readonly clients: number;
  readonly busy: number;
  readonly locked: number;
}

interface Place {
  readonly server: SingleServer;
  readonly database: string;
}

/** Runs the work, and measures what it uses. */
async function measured<T>({ server, database }: Place, work: () => Promise<T>) {
  const before = await processorTimes();
  const begun = performance.now();
  const { result, ...connections } = await sampled(database, work);
  const seconds = (performance.now() - begun) / 1000;
  const after = await processorTimes();
  const cores = (isIn: (pid: number, parent: number) => boolean) =>
    Array.from(after)
      .filter(([pid, { parent }]) => isIn(pid, parent))
      .reduce((sum, [pid, time]) => sum + time.seconds - (before.get(pid)?.seconds ?? 0), 0) /
    seconds;
  const used: Used = {
    postgres: cores((_, parent) => parent === server.pid()),
    // That of the file is idle meanwhile.
    processes: cores((pid, parent) => parent === process.pid && pid !== server.pid()),
    clients: cores((pid) => pid === process.pid),
    ...connections,
  };
  return { result, used };
}

const SAMPLE_MS = 50;
const sampleSchema = z.tuple([z.object({ busy: z.coerce.number(), locked: z.coerce.number() })]);

/** Runs the work, and counts the service's connections that have a transaction, and those that wait for a lock. */
async function sampled<T>(database: string, work: () => Promise<T>) {
  const client = new Client({ connectionString: superuserOf(database) });
  await client.connect();
  const samples: { busy: number; locked: number }[] = [];
  const ending = new AbortController();
  const sample = async () => {
    while (!ending.signal.aborted) {
      const { rows } = await client.query(
        `SELECT count(*) FILTER (WHERE state <> 'idle') AS busy,
           count(*) FILTER (WHERE wait_event_type = 'Lock') AS locked
         FROM pg_stat_activity WHERE application_name = 'Keepsake'`,
      );
      samples.push(...z.parse(sampleSchema, rows));
      await setTimeout(SAMPLE_MS);
    }
  };
  const sampling = sample();
  try {
    const result = await work();
    const busy = mean(samples.map((one) => one.busy));
    const locked = mean(samples.map((one) => one.locked));
    return { result, busy, locked };
  } finally {
    ending.abort();
    await sampling;
    await client.end();
  }
}

function usedRows(name: string, { postgres, processes, clients, busy, locked }: Used): Row[] {
  const row = (what: string, value: number, unit: string): Row => {
    return { name: `${name}: ${what}`, value, unit };
  };
  return [
    row('PostgreSQL', postgres, 'cores'),
    row('processes of the service', processes, 'cores'),
    row('clients', clients, 'cores'),
    row('busy connections', busy, 'connections'),
    row('waiting for locks', locked, 'connections'),
  ];
}

const NEARLY_ALL = 0.85;

/** Names what was used up. */
function limitOf({ postgres, processes, clients, busy }: Used, count: number): string {
  const cores = [postgres, processes, clients].map((each) => each.toFixed(2));
  const shares = `PostgreSQL ${cores[0]}, the service ${cores[1]}, the clients ${cores[2]}`;
  if (postgres + processes + clients > NEARLY_ALL * CORES)
    return `the machine’s ${CORES} cores (${shares}).`;
  if (processes > NEARLY_ALL * count) return `the processes, which have a core each (${shares}).`;
  if (busy > NEARLY_ALL * POOL * count)
    return `the ${POOL} connections of each process (${shares}).`;
  return `nothing that was measured: ${busy.toFixed(1)} busy connections, cores: ${shares}.`;
}
