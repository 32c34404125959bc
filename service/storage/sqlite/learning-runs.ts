import type { LearningQueue, LearningRunRow, LearningRuns } from '../port/learning.ts';
import { openRunRow, openStatusRow, seqRow } from '../rows.ts';
import { query } from '../sql.ts';
import type { Queries } from './sql.ts';

/** Repeated next to a single status: the partial index is only used if the query contains its condition. */
export const IS_OPEN = `status IN ('queued', 'running')`;

const SELECT_RUN = `SELECT seq, (SELECT account_id FROM materials m WHERE m.seq = material) AS accountId,
  material, status, attempts, 0 AS lease FROM learning_runs`;

/**
 * Selects the oldest run with a status. The runs of suspended accounts are held. The planner uses the index only for a
 * single status.
 */
const oldest = (status: LearningRunRow['status'], where: string) =>
  `${SELECT_RUN} WHERE status = '${status}' AND ${IS_OPEN} AND held = 0 AND ${where} ORDER BY seq LIMIT 1`;

const selectRunning = query(oldest('running', 'awaits_page = 0'), openRunRow);
const selectQueued = query(oldest('queued', 'awaits_page = 0'), openRunRow);
const selectQueuedAfter = query(
  // The limit comes first, so that many runs of other accounts aren't read.
  `SELECT * FROM (${SELECT_RUN} WHERE status = 'queued' AND ${IS_OPEN} AND held = 0 AND awaits_page = 0 AND seq > ? ORDER BY seq LIMIT ?)
   WHERE accountId = ?`,
  openRunRow,
);
/** A run that awaits its page stays queued until the page is fetched. */
const selectNextToFetch = query(
  oldest('queued', 'awaits_page = 1 AND seq NOT IN (SELECT value FROM json_each(?))'),
  openRunRow,
);

/** Only one process can open the database, so nothing is leased. */
export function learningQueueOn(queries: Queries): LearningQueue {
  return {
    next: async () => (await queries.get(selectRunning)) ?? queries.get(selectQueued),
    after: ({ seq, accountId }, limit) => queries.all(selectQueuedAfter, [seq, limit, accountId]),
    nextToFetch: (inFlight) => queries.get(selectNextToFetch, [JSON.stringify(inFlight)]),
    release: async () => undefined,
    watch: () => undefined,
  };
}

/** True if the run in the row belongs to the account. */
const IS_OWN = `EXISTS (SELECT 1 FROM materials m WHERE m.seq = material AND m.account_id = ?)`;
const selectOpen = query(
  `SELECT status, awaits_page AS awaitsPage FROM learning_runs WHERE seq = ? AND ${IS_OPEN} AND held = 0 AND ${IS_OWN}`,
  openStatusRow,
);
const selectOpenOf = query(
  `SELECT seq FROM learning_runs WHERE material = ? AND ${IS_OPEN} AND ${IS_OWN} ORDER BY seq DESC LIMIT 1`,
  seqRow,
);

export function learningRunsOn(queries: Queries, accountId: string): LearningRuns {
  const openRun = ({ seq }: LearningRunRow) => queries.get(selectOpen, [seq, accountId]);

  return {
    async queue(materialId, now) {
      await queries.run(
        `INSERT INTO learning_runs (material, status, queued_at, awaits_page)
         SELECT seq, 'queued', ?, fetch_url IS NOT NULL
           AND (content = '' OR EXISTS (SELECT 1 FROM learning_runs r WHERE r.material = m.seq))
         FROM materials m WHERE id = ? AND account_id = ?`,
        [now, materialId, accountId],
      );
    },
    openOf: (material) => queries.get(selectOpenOf, [material, accountId]),
    isOpen: async (run) => (await openRun(run)) !== undefined,
    awaitsPage: async (run) => Boolean((await openRun(run))?.awaitsPage),
    statusOf: async (run) => (await openRun(run))?.status,
    async start({ seq, attempts }, now) {
      await queries.run(
        `UPDATE learning_runs SET status = 'running', attempts = ?, started_at = ? WHERE seq = ? AND ${IS_OWN}`,
        [attempts + 1, now, seq, accountId],
      );
    },
    async requeue({ seq, attempts }) {
      await queries.run(
        `UPDATE learning_runs SET status = 'queued', attempts = ?, started_at = NULL
         WHERE seq = ? AND ${IS_OPEN} AND ${IS_OWN}`,
        [attempts, seq, accountId],
      );
    },
    async end(seq, { status, reason, now }) {
      await queries.run(
        `UPDATE learning_runs SET status = ?, reason = ?, finished_at = ? WHERE seq = ? AND ${IS_OPEN} AND ${IS_OWN}`,
        [status, reason, now, seq, accountId],
      );
    },
    async startFetch(seq, now) {
      await queries.run(
        `UPDATE learning_runs SET attempts = attempts + 1, started_at = ? WHERE seq = ? AND ${IS_OWN}`,
        [now, seq, accountId],
      );
    },
    async endFetch(seq) {
      await queries.run(
        `UPDATE learning_runs SET awaits_page = 0, attempts = 0 WHERE seq = ? AND ${IS_OWN}`,
        [seq, accountId],
      );
    },
  };
}
