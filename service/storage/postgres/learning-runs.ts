import type { LearningQueue, LearningRunRow, LearningRuns } from '../port/learning.ts';
import { openRunRow, seqRow } from '../rows.ts';
import { query } from '../sql.ts';
import type { Queries, Session } from './sql.ts';

const IS_OPEN = `status IN ('queued', 'running')`;

/** Selects the oldest runs with a status. Reads each account's oldest ones from the index `learning_runs_open`. */
const oldest = (status: LearningRunRow['status'], where: string, limit = '1') =>
  query(
    `SELECT r.seq, r.account_id AS "accountId", r.material, r.status, r.attempts
     FROM directory_accounts a CROSS JOIN LATERAL (
       SELECT seq, account_id, material, status, attempts FROM learning_runs
       WHERE account_id = a.id AND status = '${status}' AND ${where} ORDER BY seq LIMIT ${limit}) r
     ORDER BY r.seq LIMIT ${limit}`,
    openRunRow,
  );

const selectRunning = oldest('running', 'NOT awaits_page');
const selectQueued = oldest('queued', 'NOT awaits_page');
const selectQueuedAfter = oldest('queued', 'NOT awaits_page AND seq > $1', '$2');
/** A run that awaits its page stays queued until the page is fetched. */
const selectNextToFetch = oldest('queued', 'awaits_page AND seq <> ALL ($1::bigint[])');

export function learningQueueOn({ queues }: Session): LearningQueue {
  return {
    next: async () => (await queues.get(selectRunning)) ?? queues.get(selectQueued),
    after: (seq, limit) => queues.all(selectQueuedAfter, [seq, limit]),
    nextToFetch: (inFlight) => queues.get(selectNextToFetch, [inFlight]),
  };
}

const selectOpen = query(
  `SELECT seq FROM learning_runs WHERE account_id = $1 AND seq = $2 AND ${IS_OPEN}`,
  seqRow,
);
const selectOpenOf = query(
  `SELECT seq FROM learning_runs WHERE account_id = $1 AND material = $2 AND ${IS_OPEN} ORDER BY seq DESC LIMIT 1`,
  seqRow,
);

export function learningRunsOn(queries: Queries, accountId: string): LearningRuns {
  return {
    async queue(materialId, now) {
      await queries.run(
        `INSERT INTO learning_runs (account_id, material, status, queued_at, awaits_page)
         SELECT account_id, seq, 'queued', $3, fetch_url IS NOT NULL AND (content = '' OR EXISTS (
           SELECT 1 FROM learning_runs r WHERE r.account_id = m.account_id AND r.material = m.seq))
         FROM materials m WHERE account_id = $1 AND id = $2`,
        [accountId, materialId, now],
      );
    },
    openOf: (material) => queries.get(selectOpenOf, [accountId, material]),
    isOpen: async (seq) => (await queries.get(selectOpen, [accountId, seq])) !== undefined,
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
    },
  };
}
