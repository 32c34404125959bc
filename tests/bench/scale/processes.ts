/**
 * Measures several processes of the service on one database, over HTTP: searches, writes and indexing, and what limits
 * them.
 */
import { copyFile, mkdir, rm } from 'node:fs/promises';
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
import { digestOf } from '../../../service/auth/credentials.ts';
import { openBeside } from '../bare-sqlite.ts';
import { postAll } from '../connections.ts';
import { mean, percentile, type Row } from '../figure.ts';
import type { Collection } from './bench-scale.ts';
import { documentAt } from './corpus.ts';
import {
  asSuperuser,
  childrenOf,
  CORES,
  machineSeconds,
  processorSeconds,
  superuserOf,
} from './postgres.ts';
import { questionsOver } from './questions.ts';
import { stopwatch } from './service.ts';

/** Number of clients. Each has one connection and uses one account; several clients can share an account. */
const CLIENTS = 6;
const SEARCHES = 60;
const WRITES = 20;
/** How many documents each client saves in each process before anything is measured. */
const WARM_WRITES = 3;
const INDEXED_MS = 300_000;
const ON_FILE = 'SQLite, one process';
/** The connections of a process (`MAX_CONNECTIONS` in service/storage/postgres). */
const POOL = 10;

interface ProcessesAsked {
  readonly folder: string;
  readonly server: SingleServer;
  readonly processes: number;
  /** The address of the database that they share, and the number of accounts in it. */
  readonly database: string;
  readonly accounts: number;
  readonly collection: Collection;
  readonly note: (text: string) => void;
}

/** Who sends what to which address. */
interface ClientOf {
  readonly url: string;
  readonly token: string;
}

export async function benchProcesses(asked: ProcessesAsked): Promise<Row[]> {
  const { folder, server, processes, database, collection, note } = asked;
  const tokens = await addClients(asked);
  const beside = await startBeside(folder, collection);
  const observer = new Client({ connectionString: superuserOf(database) });
  // Queries reject if the connection is lost.
  observer.on('error', () => undefined);
  try {
    await observer.connect();
    const others = await childrenOf(process.pid);
    const running = await startProcesses(join(folder, 'processes'), database, processes);
    try {
      const pids = (await childrenOf(process.pid)).filter((pid) => !others.includes(pid));
      const place: Place = { server: server.pid(), pids, observer };
      const shared: Target = {
        urls: running.urls(),
        tokens,
        passages: () => countRows(observer, 'passages'),
        async indexed() {
          const isDone = async () => (await countRows(observer, OPEN)) === 0 || undefined;
          await pollUntil('the documents to be indexed', isDone, INDEXED_MS);
        },
      };
      return await compared({ shared, place, alone: beside.target, collection, note });
    } finally {
      await running.stop();
    }
  } finally {
    await observer.end();
    await beside.stop();
  }
}

/** A service, as one process or several. */
interface Target extends Omit<Indexing, 'save'> {
  readonly urls: readonly string[];
  /** The token of each client. */
  readonly tokens: readonly string[];
}

interface Compared extends Pick<ProcessesAsked, 'collection' | 'note'> {
  readonly shared: Target;
  readonly place: Place;
  readonly alone: Target;
}

async function compared({ shared, place, alone, collection, note }: Compared): Promise<Row[]> {
  const questions = questionsOver(collection.documents, SEARCHES)['three words of a page'] ?? [];
  const searches = questions.map((q) => ({ q }));
  const container = await firstContainer(alone);
  const search = (target: Target) => load(clientsOf(target), '/v1/search', searches);
  const save = (target: Target) =>
    indexed({
      ...target,
      save: () => load(clientsOf(target), '/v1/documents', documents(NEW, WRITES, container)),
    });
  for (const target of [shared, alone]) await warmUp(target, { searches, container });

  const searched = await measured(place, () => search(shared));
  const searchedAlone = await search(alone);
  const written = await measured(place, () => save(shared));
  const writtenAlone = await save(alone);

  const count = shared.urls.length;
  const limits = {
    searches: limitOf(searched.used, count),
    documents: limitOf(written.used, count),
  };
  for (const [what, limit] of Object.entries(limits))
    note(`With ${count} ${count === 1 ? 'process' : 'processes'}, ${what} ${limit.sentence}`);
  return [
    ...throughput('searches', searched.result, searchedAlone),
    ...usedRows('searches', searched.used),
    limitRow('searches', limits.searches),
    ...throughput('documents', written.result.saved, writtenAlone.saved),
    {
      name: 'documents: saved and indexed',
      value: written.result.perSecond,
      unit: 'passages/s',
      baselines: [{ name: ON_FILE, value: writtenAlone.perSecond }],
    },
    ...usedRows('documents', written.used),
    limitRow('documents', limits.documents),
  ];
}

/** Returns the clients, spread across the processes. */
function clientsOf({ urls, tokens }: Target): ClientOf[] {
  return tokens.map((token, index) => ({ url: urls[index % urls.length] ?? '', token }));
}

interface WarmUp {
  readonly searches: readonly unknown[];
  readonly container: string;
}

/**
 * Sends each process the same requests before anything is measured. Otherwise, the more processes there are, the more of the
 * measured requests would wait for compiling and connecting. Documents come first, so that their words are counted during the
 * searches.
 */
async function warmUp(target: Target, { searches, container }: WarmUp): Promise<void> {
  const clientsAt = (url: string) => target.tokens.map((token) => ({ url, token }));
  for (const [index, url] of target.urls.entries()) {
    const own = documents(WARM + index * WARM_WRITES, WARM_WRITES, container);
    await load(clientsAt(url), '/v1/documents', own);
  }
  await target.indexed();
  for (const url of target.urls) await load(clientsAt(url), '/v1/search', searches);
}

interface Indexing {
  readonly save: () => Promise<Loaded>;
  /** Returns the number of passages. */
  readonly passages: () => Promise<number>;
  /** Waits until nothing is left to index. */
  readonly indexed: () => Promise<void>;
}

/** Saves documents and waits until they're indexed. */
async function indexed({ save, passages, indexed: finished }: Indexing) {
  const before = await passages();
  const begun = performance.now();
  const saved = await save();
  await finished();
  const seconds = (performance.now() - begun) / 1000;
  return { saved, perSecond: ((await passages()) - before) / seconds };
}

/**
 * Adds a key for each client. No other measurement uses their accounts: neither the first account nor those of a run with
 * another number of processes. With few accounts, clients share them, and the first can be among them.
 */
async function addClients({ database, accounts, processes }: ProcessesAsked) {
  const tokens = Array.from({ length: CLIENTS }, (_, client) =>
    tokenOf([accounts, processes, client]),
  );
  const digests = await Promise.all(tokens.map(digestOf));
  await asSuperuser(
    database,
    `CREATE TEMPORARY TABLE clients AS
       SELECT digest, 'client-${accounts}-${processes}-' || client AS key, account.id
       FROM unnest(ARRAY['${digests.join("', '")}']) WITH ORDINALITY AS token (digest, client)
       JOIN (SELECT id, row_number() OVER (ORDER BY seq) - 1 AS place FROM directory_accounts) account
         ON place = (${processes * CLIENTS} + client) % ${accounts}`,
    // A kept database can have them already.
    `INSERT INTO keys (account_id, id, last_four, name, level, reaches_all, profile, agent, created_at)
       SELECT id, key, '', 'Bench', 'full', true, false, false, '2026-11-21T00:00:00.000Z' FROM clients
       ON CONFLICT DO NOTHING`,
    `INSERT INTO directory_key_tokens (digest, account_id, key_id) SELECT digest, id, key FROM clients
       ON CONFLICT DO NOTHING`,
    // Otherwise, what was written before could reach the disk while searches are measured.
    'CHECKPOINT',
  );
  return tokens;
}

function tokenOf(parts: readonly number[]): string {
  return `keepsake_bench_client_${parts.join('_')}`;
}

/** Starts a process on a copy of the account's SQLite database. */
async function startBeside(folder: string, { file }: Collection) {
  const data = join(folder, 'beside');
  // A run that was interrupted can have left a write-ahead log.
  await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const copy = join(data, 'memory.sqlite3');
  await copyFile(file, copy);
  const service: ServiceProcess = await startService(data);
  const counted = openBeside(copy);
  const target: Target = {
    urls: [service.url],
    tokens: Array.from({ length: CLIENTS }, () => service.ownerToken),
    passages: async () => counted.countPassages(),
    indexed: () => counted.learned(),
  };
  return {
    target,
    async stop() {
      counted.close();
      await service.end('SIGTERM');
    },
  };
}

const listedSchema = z.object({ containers: z.array(z.object({ id: z.string() })) });

/** Returns a Memory, which has the same id in all accounts. */
async function firstContainer(target: Target): Promise<string> {
  const [{ url, token } = { url: '', token: '' }] = clientsOf(target);
  const headers = { authorization: `Bearer ${token}` };
  const listed: unknown = await (await fetch(`${url}/v1/containers`, { headers })).json();
  const [first] = z.parse(listedSchema, listed).containers;
  if (first === undefined) throw new Error('The service has no Memory.');
  return first.id;
}

/** Numbers of documents that the library doesn't have. In a database that is kept, earlier runs have saved them too. */
const [NEW, WARM] = [1_000_000, 2_000_000];

function documents(from: number, count: number, container: string) {
  return Array.from({ length: count }, (_, index) => {
    const { title, content } = documentAt(from + index);
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

async function countRows(observer: Client, from: string): Promise<number> {
  const { rows } = await observer.query(`SELECT count(*) FROM ${from}`);
  const [{ count }] = z.parse(countSchema, rows);
  return count;
}

/** What was used while some work ran, on average. */
interface Used {
  readonly cores: {
    readonly postgres: number;
    readonly processes: number;
    /** The process that used the most. */
    readonly busiest: number;
    /** This process, which also samples the connections. */
    readonly clients: number;
    readonly others: number;
  };
  readonly connections: {
    readonly busy: number;
    readonly locked: number;
    readonly disk: number;
  };
}

interface Place {
  /** The process id of the server. */
  readonly server: number;
  /** The process ids of the services. */
  readonly pids: readonly number[];
  /** A connection of the superuser to the services' database. */
  readonly observer: Client;
}

/** Runs the work, and measures what it uses. */
async function measured<T>({ server, pids, observer }: Place, work: () => Promise<T>) {
  const seconds = async () => ({
    postgres: await processorSeconds(server),
    services: await Promise.all(pids.map(processorSeconds)),
  });
  // The machine's time is read last before the work and first after it; everything else is idle during the other reads.
  const before = await seconds();
  const machineBefore = await machineSeconds();
  const taken = stopwatch();
  const { result, connections } = await sampled(observer, work);
  const { wall, processor } = taken();
  const machineAfter = await machineSeconds();
  const after = await seconds();
  const cores = (used: number) => (1000 * used) / wall;
  const services = after.services.map((each, index) => cores(each - (before.services[index] ?? 0)));
  const own = {
    postgres: cores(after.postgres - before.postgres),
    processes: services.reduce((sum, each) => sum + each, 0),
    clients: processor / wall,
  };
  const machine = cores(machineAfter - machineBefore);
  const others = Math.max(0, machine - own.postgres - own.processes - own.clients);
  const used: Used = { cores: { ...own, busiest: Math.max(...services), others }, connections };
  return { result, used };
}

const SAMPLE_MS = 50;
const samplesSchema = z.tuple([
  z.object({
    busy: z.coerce.number(),
    locked: z.coerce.number(),
    disk: z.coerce.number(),
  }),
]);

/**
 * Runs the work, and counts the service's connections that have a transaction, those that wait for a lock, and those that
 * wait for the disk. The service has no metric of how long it waits for a connection.
 */
async function sampled<T>(observer: Client, work: () => Promise<T>) {
  const samples: Used['connections'][] = [];
  const ending = new AbortController();
  const sample = async () => {
    while (!ending.signal.aborted) {
      const { rows } = await observer.query(
        `SELECT count(*) FILTER (WHERE state <> 'idle') AS busy,
           count(*) FILTER (WHERE wait_event_type = 'Lock') AS locked,
           count(*) FILTER (WHERE wait_event_type = 'IO' OR wait_event = 'WALWrite') AS disk
         FROM pg_stat_activity WHERE application_name = 'Keepsake' AND datname = current_database()`,
      );
      samples.push(...z.parse(samplesSchema, rows));
      await setTimeout(SAMPLE_MS);
    }
  };
  const sampling = sample();
  // It's awaited below. Until then, a failure must not end the process.
  sampling.catch(() => undefined);
  try {
    const result = await work();
    const average = (of: keyof Used['connections']) => mean(samples.map((each) => each[of]));
    return {
      result,
      connections: {
        busy: average('busy'),
        locked: average('locked'),
        disk: average('disk'),
      },
    };
  } finally {
    ending.abort();
    await sampling;
  }
}

function usedRows(name: string, { cores, connections }: Used): Row[] {
  const row = (what: string, value: number, unit: string): Row => {
    return { name: `${name}: ${what}`, value, unit };
  };
  return [
    row('PostgreSQL', cores.postgres, 'cores'),
    row('processes of the service', cores.processes, 'cores'),
    row('the busiest process', cores.busiest, 'cores'),
    row('clients', cores.clients, 'cores'),
    row('other work on the machine', cores.others, 'cores'),
    row('busy connections', connections.busy, 'connections'),
    row('waiting for locks', connections.locked, 'connections'),
    row('waiting for the disk', connections.disk, 'connections'),
  ];
}

/** The share from which something counts as used up. */
const USED_UP = 0.85;

interface Limit {
  readonly name: string;
  /** The used share of the resource that was used most, from 0 to 1. */
  readonly share: number;
  readonly sentence: string;
}

/** Returns what limited the throughput: the resource that was used most if it was used up, otherwise the clients. */
function limitOf({ cores, connections }: Used, processes: number): Limit {
  const { postgres, processes: services, busiest, clients, others } = cores;
  const { busy, locked, disk } = connections;
  const shares = {
    [`the machine’s ${CORES} cores`]: (postgres + services + clients + others) / CORES,
    // JavaScript runs on one core.
    'the core of a process': busiest,
    'the core of the clients': clients,
    'the connections of the processes': busy / (POOL * processes),
    'the database’s locks': busy === 0 ? 0 : locked / busy,
    'the disk': busy === 0 ? 0 : disk / busy,
  };
  const [[name, share] = ['', 0]] = Object.entries(shares).toSorted(([, a], [, b]) => b - a);
  const isUsedUp = share >= USED_UP;
  const limit = isUsedUp ? name : `the ${CLIENTS} clients (used most: ${name})`;
  const parts = { PostgreSQL: postgres, 'the service': services, clients, 'other work': others };
  const detail = Object.entries(parts).map(([part, used]) => `${part} ${used.toFixed(2)}`);
  const counts = `${busy.toFixed(1)} of ${POOL * processes} connections busy, ${locked.toFixed(1)} waiting for locks`;
  return {
    name: limit,
    share,
    sentence:
      `are limited by ${isUsedUp ? name : `the ${CLIENTS} clients, which wait for responses. Used most: ${name}`} ` +
      `(${(100 * share).toFixed(0)} %). Cores: ${detail.join(', ')}; ${counts}.`,
  };
}

/** The names of limits differ, so each has its own line in the table. */
function limitRow(what: string, { name, share }: Limit): Row {
  return { name: `${what}: limited by ${name}`, value: 100 * share, unit: '% used' };
}
