import * as z from 'zod/mini';
import { query, type Queries } from './sql.ts';

const runRow = z.object({
  seq: z.int(),
  material: z.int(),
  status: z.enum(['queued', 'running']),
  attempts: z.int(),
});
export type LearningRunRow = z.infer<typeof runRow>;

const seqRow = z.object({ seq: z.int() });
/** Repeated next to a single status: the partial index is only used if the query contains its condition. */
export const IS_OPEN = `status IN ('queued', 'running')`;

/** Selects the oldest run with a status. The planner uses the index only for a single status. */
const oldest = (status: LearningRunRow['status'], where: string) =>
  `SELECT seq, material, status, attempts FROM learning_runs
   WHERE status = '${status}' AND ${IS_OPEN} AND ${where} ORDER BY seq LIMIT 1`;

const selectRunning = query(oldest('running', 'awaits_page = 0'), runRow);
const selectQueued = query(oldest('queued', 'awaits_page = 0'), runRow);
/** A run that awaits its page stays queued until the page is fetched. */
const selectNextToFetch = query(
  oldest('queued', 'awaits_page = 1 AND seq NOT IN (SELECT value FROM json_each(?))'),
  runRow,
);

/**
 * Queues a run. Call it in the transaction that stored the material. The page of a document by URL is fetched first if
 * the document is empty or had a run before.
 */
export const queueRun = (queries: Queries, materialId: string, now: string) =>
  queries.run(
    `INSERT INTO learning_runs (material, status, queued_at, awaits_page)
     SELECT seq, 'queued', ?, fetch_url IS NOT NULL
       AND (content = '' OR EXISTS (SELECT 1 FROM learning_runs r WHERE r.material = m.seq))
     FROM materials m WHERE id = ?`,
    [now, materialId],
  );

export const nextRunToFetch = (queries: Queries, inFlight: readonly number[]) =>
  queries.get(selectNextToFetch, [JSON.stringify(inFlight)]);

/** Counts a fetch attempt. The run stays queued, so that search still finds what was learned before. */
export const startFetch = (queries: Queries, seq: number, now: string) =>
  queries.run('UPDATE learning_runs SET attempts = attempts + 1, started_at = ? WHERE seq = ?', [
    now,
    seq,
  ]);

export const endFetch = (queries: Queries, seq: number) =>
  queries.run('UPDATE learning_runs SET awaits_page = 0, attempts = 0 WHERE seq = ?', [seq]);

/** Returns the next run. A run that is still marked as running was interrupted and comes first. */
export async function nextRun(queries: Queries): Promise<LearningRunRow | undefined> {
  return (await queries.get(selectRunning)) ?? queries.get(selectQueued);
}

const selectQueuedAfter = query(
  `SELECT seq, material, status, attempts FROM learning_runs
   WHERE status = 'queued' AND ${IS_OPEN} AND awaits_page = 0 AND seq > ? ORDER BY seq LIMIT ?`,
  runRow,
);

/** Returns the queued runs after a run, in order. */
export const runsAfter = (queries: Queries, seq: number, limit: number) =>
  queries.all(selectQueuedAfter, [seq, limit]);

const selectOpen = query(`SELECT seq FROM learning_runs WHERE seq = ? AND ${IS_OPEN}`, seqRow);
const selectOpenOf = query(
  `SELECT seq FROM learning_runs WHERE material = ? AND ${IS_OPEN} ORDER BY seq DESC LIMIT 1`,
  seqRow,
);

export async function isRunOpen(queries: Queries, seq: number): Promise<boolean> {
  return (await queries.get(selectOpen, [seq])) !== undefined;
}

export const openRunOf = (queries: Queries, material: number) =>
  queries.get(selectOpenOf, [material]);

/** Counts an attempt. Starting the same row again doesn't count another. */
export const startRun = (queries: Queries, { seq, attempts }: LearningRunRow, now: string) =>
  queries.run(
    `UPDATE learning_runs SET status = 'running', attempts = ?, started_at = ? WHERE seq = ?`,
    [attempts + 1, now, seq],
  );

export const requeueRun = (queries: Queries, { seq, attempts }: LearningRunRow) =>
  queries.run(
    `UPDATE learning_runs SET status = 'queued', attempts = ?, started_at = NULL WHERE seq = ? AND ${IS_OPEN}`,
    [attempts, seq],
  );

export interface RunEnd {
  readonly status: 'succeeded' | 'failed' | 'canceled' | 'deferred';
  /** A sentence for the person; null if the run succeeded. */
  readonly reason: string | null;
  readonly now: string;
}

export const endRun = (queries: Queries, seq: number, { status, reason, now }: RunEnd) =>
  queries.run(
    `UPDATE learning_runs SET status = ?, reason = ?, finished_at = ? WHERE seq = ? AND ${IS_OPEN}`,
    [status, reason, now, seq],
  );
