import * as z from 'zod/mini';
import type { LearningQueue, LearningRunRow, LearningRuns } from '../port/learning.ts';
import { openRunRow, openStatusRow, seqRow } from '../rows.ts';
import { query } from '../sql.ts';
import { addToQueue, CHANNEL, holdsLease, type Lease, type Leases } from './leases.ts';
import type { Database, Queries } from './sql.ts';

const IS_OPEN = `status IN ('queued', 'running')`;

/** How long a process works for one account before another account's turn. */
const TURN_MS = 2_000;

/** Selects the oldest run of an account, if no other process has taken its lease. */
const oldest = (status: LearningRunRow['status'], where: string, limit = '1') =>
  query(
    `SELECT r.seq, r.account_id AS "accountId", r.material, r.status, r.attempts, q.lease
     FROM directory_queues q JOIN learning_runs r ON r.account_id = q.account_id
     WHERE q.account_id = $1 AND q.lease = $2 AND r.status = '${status}' AND ${where} ORDER BY r.seq LIMIT ${limit}`,
    openRunRow,
  );

const selectRunning = oldest('running', 'NOT awaits_page');
const selectQueued = oldest('queued', 'NOT awaits_page');
const selectQueuedAfter = oldest('queued', 'NOT awaits_page AND r.seq > $3', '$4');
/** A run that awaits its page stays queued until the page is fetched. */
const selectNextToFetch = oldest('queued', 'awaits_page AND r.seq <> ALL ($3::bigint[])');

export function learningQueueOn(db: Database, leases: Leases): LearningQueue {
  /** The account whose texts this process learns, and when its turn began, in milliseconds. */
  let texts: (Lease & { readonly since: number }) | undefined;
  /** The accounts whose pages this process fetches, least recently served first, with the runs in flight. */
  const pages = new Map<Lease, readonly number[]>();

  async function takeTexts() {
    const taken = await leases.take('texts');
    return taken && { ...taken, since: performance.now() };
  }

  async function next(): Promise<LearningRunRow | undefined> {
    for (texts ??= await takeTexts(); texts !== undefined; texts ??= await takeTexts()) {
      const { accountId, lease, since } = texts;
      if (performance.now() - since > TURN_MS) {
        await leases.giveBack(texts);
        texts = undefined;
        continue;
      }
      const queries = db.account(accountId);
      const run =
        (await queries.get(selectRunning, [accountId, lease])) ??
        (await queries.get(selectQueued, [accountId, lease]));
      if (run !== undefined) return run;
      if (await leases.endIfDone(texts, 'texts')) texts = undefined;
    }
    return undefined;
  }

  /** Puts accounts without a page in flight back in the queue, behind those that wait. */
  async function giveBackPages(inFlight: readonly number[]): Promise<void> {
    for (const [lease, runs] of pages) {
      const left = runs.filter((seq) => inFlight.includes(seq));
      pages.set(lease, left);
      if (left.length > 0) continue;
      await leases.giveBack(lease);
      pages.delete(lease);
    }
  }

  /** Accounts that no process serves come first, so that they don't wait until all pages of others are fetched. */
  async function* leasesOfPages() {
    const held = [...pages.keys()];
    for (let taken = await leases.take('pages'); taken; taken = await leases.take('pages')) {
      pages.set(taken, []);
      yield taken;
    }
    yield* held;
  }

  async function nextToFetch(inFlight: readonly number[]): Promise<LearningRunRow | undefined> {
    await giveBackPages(inFlight);
    for await (const lease of leasesOfPages()) {
      const parameters = [lease.accountId, lease.lease, inFlight];
      const run = await db.account(lease.accountId).get(selectNextToFetch, parameters);
      if (run !== undefined) {
        const others = pages.get(lease) ?? [];
        pages.delete(lease);
        pages.set(lease, [...others, run.seq]);
        return run;
      }
      if (await leases.endIfDone(lease, 'pages')) pages.delete(lease);
    }
    return undefined;
  }

  return {
    next,
    after: ({ accountId, lease, seq }, limit) =>
      db.account(accountId).all(selectQueuedAfter, [accountId, lease, seq, limit]),
    nextToFetch,
    async release() {
      texts = undefined;
      pages.clear();
      await leases.release();
    },
    watch: (listener) => db.listen(CHANNEL, listener),
  };
}

const selectOpen = query(
  `SELECT status, awaits_page AS "awaitsPage" FROM learning_runs WHERE account_id = $1 AND seq = $2 AND ${IS_OPEN}`,
  openStatusRow,
);
const selectOpenOf = query(
  `SELECT seq FROM learning_runs WHERE account_id = $1 AND material = $2 AND ${IS_OPEN} ORDER BY seq DESC LIMIT 1`,
  seqRow,
);

/** A page is fetched if its document is empty, and again if it had a run before. */
const selectAwaitsPage = query(
  `SELECT fetch_url IS NOT NULL AND (content = '' OR EXISTS (
     SELECT 1 FROM learning_runs r WHERE r.account_id = m.account_id AND r.material = m.seq)) AS awaits
   FROM materials m WHERE account_id = $1 AND id = $2`,
  z.object({ awaits: z.boolean() }),
);

export function learningRunsOn(queries: Queries, accountId: string): LearningRuns {
  async function openRun({ seq, lease }: LearningRunRow) {
    const run = await queries.get(selectOpen, [accountId, seq]);
    return (await holdsLease(queries, { accountId, lease })) ? run : undefined;
  }

  return {
    async queue(materialId, now) {
      const { awaits } = (await queries.get(selectAwaitsPage, [accountId, materialId])) ?? {};
      if (awaits === undefined) return;
      await queries.run(
        `INSERT INTO learning_runs (account_id, material, status, queued_at, awaits_page)
         SELECT account_id, seq, 'queued', $3, $4 FROM materials WHERE account_id = $1 AND id = $2`,
        [accountId, materialId, now, awaits],
      );
      await addToQueue(queries, accountId, awaits ? 'pages' : 'texts');
    },
    openOf: (material) => queries.get(selectOpenOf, [accountId, material]),
    isOpen: async (run) => (await openRun(run)) !== undefined,
    awaitsPage: async (run) => Boolean((await openRun(run))?.awaitsPage),
    statusOf: async (run) => (await openRun(run))?.status,
    async start({ seq, attempts }, now) {
      await queries.run(
        `UPDATE learning_runs SET status = 'running', attempts = $3, started_at = $4
         WHERE account_id = $1 AND seq = $2`,
        [accountId, seq, attempts + 1, now],
      );
    },
    async requeue({ seq, attempts }) {
      await queries.run(
        `UPDATE learning_runs SET status = 'queued', attempts = $3, started_at = NULL
         WHERE account_id = $1 AND seq = $2 AND ${IS_OPEN}`,
        [accountId, seq, attempts],
      );
    },
    async end(seq, { status, reason, now }) {
      await queries.run(
        `UPDATE learning_runs SET status = $3, reason = $4, finished_at = $5
         WHERE account_id = $1 AND seq = $2 AND ${IS_OPEN}`,
        [accountId, seq, status, reason, now],
      );
    },
    async startFetch(seq, now) {
      await queries.run(
        `UPDATE learning_runs SET attempts = attempts + 1, started_at = $3
         WHERE account_id = $1 AND seq = $2`,
        [accountId, seq, now],
      );
    },
    async endFetch(seq) {
      await queries.run(
        'UPDATE learning_runs SET awaits_page = false, attempts = 0 WHERE account_id = $1 AND seq = $2',
        [accountId, seq],
      );
      await addToQueue(queries, accountId, 'texts');
    },
  };
}
