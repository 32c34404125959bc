/**
 * Saves to several accounts through several processes that share a database, while processes are killed and the
 * database server crashes, then compares what is stored with what was acknowledged.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleepFor } from 'node:timers/promises';
import type { MemoryClient } from '../../../lib/memory-client/client.ts';
import { createRestClient } from '../../../lib/memory-client/rest.ts';
import { digestOf } from '../../../service/auth/credentials.ts';
import { openDatabase } from '../../../service/storage/postgres/connection.ts';
import { createPostgresStorage } from '../../../service/storage/postgres/storage.ts';
import { createRandom } from '../../bench/random.ts';
import { pollUntil } from '../../browser/poll-until.ts';
import { startPooler } from './pooler.ts';
import { startProcesses } from './processes.ts';
import { startProxy } from './proxy.ts';
import { startCrashingServer, startFailingServer, type PrimaryAddress } from './server.ts';

export interface FaultPlan {
  readonly seed: number;
  readonly processes: number;
  readonly accounts: number;
  /** Documents to save, over all accounts. */
  readonly writes: number;
  /** How often a process is killed. */
  readonly kills: number;
  /** How often the database server crashes. */
  readonly crashes: number;
  /** How the service finds the primary after a replica has taken over, which happens at the only crash. */
  readonly failover?: PrimaryAddress;
  /** Whether the processes reach the database through PgBouncer. */
  readonly isPooled?: boolean;
  readonly report?: (line: string) => void;
}

export interface FaultReport {
  readonly acknowledged: number;
  /** Calls that failed even after the client's retries, so that the caller had to save again. */
  readonly savedAgain: number;
  /** The statuses of responses from 500, which clients retry, and how often each came. */
  readonly failedAttempts: Readonly<Record<string, number>>;
  /** The longest time from a crash of the server to the next acknowledged save, in milliseconds. */
  readonly outageMs: number;
  readonly searches: number;
  readonly seconds: number;
  /** Acknowledged documents that aren't stored, aren't learned, or aren't found. */
  readonly lost: readonly string[];
  /** Documents that are stored or found more than once. */
  readonly repeated: readonly string[];
  /** Runs that were learned more than once. */
  readonly learnedAgain: readonly string[];
  /** Responses that contained something of another account. */
  readonly strayed: readonly string[];
}

/** Writers of an account don't wait for each other. */
const WRITERS = 12;
const LEARNED_MS = 300_000;
const FAULT_MS = 120_000;
const now = '2026-11-21T00:00:00.000Z';

export async function runFaults(plan: FaultPlan): Promise<FaultReport> {
  const {
    seed,
    writes,
    kills,
    crashes,
    failover,
    isPooled = false,
    report = () => undefined,
  } = plan;
  const folder = await mkdtemp(join(tmpdir(), 'keepsake-faults-'));
  const random = createRandom(seed);
  const server =
    failover === undefined
      ? await startCrashingServer(folder)
      : await startFailingServer(folder, failover);
  const accounts = await createAccounts(server.url, plan.accounts);
  const pooler = isPooled ? await startPooler(join(folder, 'pooler'), server.url) : null;
  const processes = await startProcesses(folder, pooler?.url ?? server.url, plan.processes);
  const proxy = await startProxy(() => processes.urls());
  const startedAt = performance.now();
  const failedAttempts: Record<string, number> = {};
  const onFailed = (reason: string) => {
    failedAttempts[reason] = (failedAttempts[reason] ?? 0) + 1;
  };
  const clients = accounts.map((name) => clientOf(proxy.url, name, onFailed));
  const saved = new Map<string, { readonly account: number; readonly word: string }>();
  const strayed: string[] = [];
  let started = 0;
  /** How many writes can start before the next fault. */
  let allowed = 0;
  let savedAgain = 0;
  /** When the server crashed, until a save is acknowledged again. */
  let crashedAt: number | null = null;
  let outageMs = 0;
  let searches = 0;
  try {
    const writers = Array.from({ length: WRITERS }, async () => {
      while (started < writes) {
        const index = (started += 1);
        await pollUntil('the faults to keep up', () => index <= allowed || undefined, FAULT_MS);
        const account = index % accounts.length;
        await save(account, index);
        if (index % 10 === 0) await search(account);
      }
    });
    const faults = strike();
    await Promise.all(writers);
    await faults;
    report(`${saved.size} saved, ${savedAgain} of them again, ${searches} searches`);
    const checked = await check();
    const logs = (await processes.stop()).join('\n');
    const seconds = (performance.now() - startedAt) / 1000;
    const learnedAgain = repeatedIn(logs.match(/"event":"learning.ended","run":\d+/g) ?? []);
    return {
      acknowledged: saved.size,
      savedAgain,
      failedAttempts,
      outageMs: Math.round(outageMs),
      searches,
      seconds,
      ...checked,
      learnedAgain,
      strayed,
    };
  } finally {
    await proxy.close();
    await processes.stop();
    await pooler?.stop();
    await server.stop();
    await rm(folder, { recursive: true, force: true });
  }

  /** Saves a document, repeatedly until it's acknowledged, as the outbox does. */
  async function save(account: number, index: number): Promise<void> {
    const id = `${accounts[account]}-${index}`;
    const word = `heron${index.toString(36)}x`;
    // Long texts are learned in slices and short ones at once; the faults should hit both.
    const content = `${word} waits. ${'Reeds bend in the wind.\n\n'.repeat(index % 40 === 0 ? 1500 : 3)}`;
    for (let attempt = 1; ; attempt += 1) {
      const added = await clientFor(account).documents.add({
        container: `birds-of-${accounts[account]}`,
        content,
        title: id,
        custom_id: id,
      });
      if (added.ok) break;
      if (attempt === 1) savedAgain += 1;
      await sleepFor(100);
    }
    saved.set(id, { account, word });
    if (crashedAt !== null) outageMs = Math.max(outageMs, performance.now() - crashedAt);
    crashedAt = null;
    if (saved.size % 1000 === 0) report(`${saved.size} saved`);
  }

  async function search(account: number): Promise<void> {
    const found = await clientFor(account).search({ q: 'reeds', limit: 20 });
    if (!found.ok) return;
    searches += 1;
    const own = `${accounts[account]}-`;
    strayed.push(
      ...found.value.hits.map(({ custom_id: id }) => id ?? '').filter((id) => !id.startsWith(own)),
    );
  }

  function clientFor(account: number): MemoryClient {
    const client = clients[account];
    if (client === undefined) throw new Error(`There is no account ${account}.`);
    return client;
  }

  /** Spreads the faults over the writes, so that each comes while something is being saved. */
  async function strike(): Promise<void> {
    const faults = [
      ...Array.from(
        { length: kills },
        (_, nth) => [((nth + 0.5) * writes) / kills, 'kill'] as const,
      ),
      ...Array.from(
        { length: crashes },
        (_, nth) => [((nth + 0.7) * writes) / crashes, 'crash'] as const,
      ),
    ].toSorted(([one], [other]) => one - other);
    for (const [at, kind] of faults) {
      allowed = Math.ceil(at) + WRITERS;
      await pollUntil('the next fault', () => saved.size >= at || undefined, FAULT_MS);
      await sleepFor(random.between(0, 50));
      if (kind === 'crash') await crash();
      else await processes.replace(random.between(0, plan.processes - 1));
    }
    allowed = writes;
  }

  async function crash(): Promise<void> {
    const before = performance.now();
    await server.crash();
    crashedAt = before;
  }

  async function check(): Promise<Pick<FaultReport, 'lost' | 'repeated'>> {
    const lost: string[] = [];
    const repeated: string[] = [];
    for (const [index, name] of accounts.entries()) {
      const own = [...saved].filter(([, { account }]) => account === index);
      const stored = await pollUntil(
        `${name} to be learned`,
        async () => {
          const listed = await listAll(clientFor(index));
          return listed?.every(({ learned }) => learned === true) ? listed : undefined;
        },
        LEARNED_MS,
      );
      const ids = stored.map(({ custom_id: id }) => id ?? '');
      repeated.push(...repeatedIn(ids));
      strayed.push(...ids.filter((id) => !id.startsWith(`${name}-`)));
      lost.push(...own.map(([id]) => id).filter((id) => !ids.includes(id)));
      // Searching for each of many thousands would take longer than saving them.
      for (const [id, { word }] of own.slice(-5)) {
        const found = await clientFor(index).search({ q: word, limit: 50 });
        const hits = found.ok ? found.value.hits.filter(({ custom_id: each }) => each === id) : [];
        if (hits.length === 0) lost.push(`${id} in search`);
        if (hits.length > 1) repeated.push(`${id} in search`);
      }
    }
    return { lost, repeated };
  }
}

function clientOf(url: string, account: string, onFailed: (reason: string) => void): MemoryClient {
  const send = async (request: Request) => {
    const response = await fetch(request);
    if (response.status >= 500) onFailed(String(response.status));
    return response;
  };
  return createRestClient({
    baseUrl: url,
    credential: async () => tokenOf(account),
    fetch: send,
    sleep: (ms, signal) => sleepFor(ms, undefined, { signal }).catch(() => undefined),
    random: Math.random,
  });
}

function tokenOf(account: string): string {
  return `key-of-${account}`;
}

/** Creates accounts, each with a Memory and a key, and returns their names. */
async function createAccounts(url: string, count: number): Promise<readonly string[]> {
  const storage = createPostgresStorage(openDatabase(url));
  try {
    await storage.migrate(now);
    const names = Array.from({ length: count }, (_, index) => `account${index}`);
    for (const id of names) {
      await storage.accounts.insert({ id, name: id, now });
      await storage.account(id).transaction(async ({ containers, keys }) => {
        await containers.insert({ id: `birds-of-${id}`, name: 'Birds', description: '', now });
        const token = tokenOf(id);
        await keys.insert({
          id: `key-${id}`,
          name: id,
          tokenDigest: await digestOf(token),
          lastFour: token.slice(-4),
          level: 'full',
          reach: 'all',
          profile: true,
          agent: true,
          expires_at: null,
          now,
        });
      });
    }
    return names;
  } finally {
    await storage.close();
  }
}

/** Returns null if a page couldn't be read. */
async function listAll(client: MemoryClient) {
  const documents = [];
  let cursor: string | undefined;
  do {
    const page = await client.documents.list({ limit: 200, cursor });
    if (!page.ok) return null;
    documents.push(...page.value.documents);
    cursor = page.value.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return documents;
}

function repeatedIn(values: readonly string[]): readonly string[] {
  const seen = new Set<string>();
  return values.filter((value) => seen.has(value) || !seen.add(value));
}
