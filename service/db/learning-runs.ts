/** The queue of learning: one row for each time a document or note is to be learned. */
import * as z from 'zod/mini';
import { query, type Queries } from './port.ts';

const runRow = z.object({
  seq: z.int(),
  material: z.int(),
  status: z.enum(['queued', 'running']),
  attempts: z.int(),
});
export type LearningRunRow = z.infer<typeof runRow>;

const seqRow = z.object({ seq: z.int() });
/** Stands beside a single status too, since the index holds no others and the planner draws no conclusions. */
export const IS_OPEN = `status IN ('queued', 'running')`;

/** The oldest of one status, read off the index, which the planner takes only where the status is a single one. */
const oldest = (status: LearningRunRow['status'], where: string) =>
  `SELECT seq, material, status, attempts FROM learning_runs
   WHERE status = '${status}' AND ${IS_OPEN} AND ${where} ORDER BY seq LIMIT 1`;

const selectRunning = query(oldest('running', 'awaits_page = 0'), runRow);
const selectQueued = query(oldest('queued', 'awaits_page = 0'), runRow);
/** What waits for its page is queued until the page is there. */
const selectNextToFetch = query(
  oldest('queued', 'awaits_page = 1 AND seq NOT IN (SELECT value FROM json_each(?))'),
  runRow,
);

/**
 * Queues the learning of a material, in the transaction that stored it or that found nothing queued. The page of an
 * address is fetched for its first text, and anew for every run after the first.
 */
export async function queueRun(queries: Queries, materialId: string, now: string): Promise<void> {
  await queries.run(
    `INSERT INTO learning_runs (material, status, queued_at, awaits_page)
     SELECT seq, 'queued', ?, fetch_url IS NOT NULL
       AND (content = '' OR EXISTS (SELECT 1 FROM learning_runs r WHERE r.material = m.seq))
     FROM materials m WHERE id = ?`,
    [now, materialId],
  );
}

/** Gives the run whose page is to be fetched next, beside those that are being fetched. */
export function nextRunToFetch(
  queries: Queries,
  underWay: readonly number[],
): Promise<LearningRunRow | undefined> {
  return queries.get(selectNextToFetch, [JSON.stringify(underWay)]);
}

/** Counts the attempt to fetch; the run stays queued, so that what was learned before is still found. */
export async function startFetch(queries: Queries, seq: number, now: string): Promise<void> {
  await queries.run(
    'UPDATE learning_runs SET attempts = attempts + 1, started_at = ? WHERE seq = ?',
    [now, seq],
  );
}

/** Notes that the page is there, so that the run can learn. */
export async function endFetch(queries: Queries, seq: number): Promise<void> {
  await queries.run('UPDATE learning_runs SET awaits_page = 0, attempts = 0 WHERE seq = ?', [seq]);
}

/** Gives the run to learn next; one that is still marked as running was interrupted, and comes first. */
export async function nextRun(queries: Queries): Promise<LearningRunRow | undefined> {
  return (await queries.get(selectRunning)) ?? queries.get(selectQueued);
}

const selectOpen = query(`SELECT seq FROM learning_runs WHERE seq = ? AND ${IS_OPEN}`, seqRow);
const selectOpenOf = query(
  `SELECT seq FROM learning_runs WHERE material = ? AND ${IS_OPEN} ORDER BY seq DESC LIMIT 1`,
  seqRow,
);

/** Says whether a run is still to be done: its owner may have ended it, or deleted what it learns. */
export async function isRunOpen(queries: Queries, seq: number): Promise<boolean> {
  return (await queries.get(selectOpen, [seq])) !== undefined;
}

/** Gives the run of a material that waits or is under way. */
export function openRunOf(
  queries: Queries,
  material: number,
): Promise<{ readonly seq: number } | undefined> {
  return queries.get(selectOpenOf, [material]);
}

/** Marks a run as running and counts the attempt. */
export async function startRun(queries: Queries, seq: number, now: string): Promise<void> {
  await queries.run(
    `UPDATE learning_runs SET status = 'running', attempts = attempts + 1, started_at = ? WHERE seq = ?`,
    [now, seq],
  );
}

/** Puts a run that has not ended back into the queue as it was when it was taken: the attempt does not count. */
export async function requeueRun(
  queries: Queries,
  { seq, attempts }: LearningRunRow,
): Promise<void> {
  await queries.run(
    `UPDATE learning_runs SET status = 'queued', attempts = ?, started_at = NULL WHERE seq = ? AND ${IS_OPEN}`,
    [attempts, seq],
  );
}

export interface RunEnd {
  readonly status: 'succeeded' | 'failed' | 'canceled' | 'deferred';
  /** A sentence for the person, where it did not succeed. */
  readonly reason: string | null;
  readonly now: string;
}

/** Ends a run; one that has ended already stays as it is. */
export async function endRun(
  queries: Queries,
  seq: number,
  { status, reason, now }: RunEnd,
): Promise<void> {
  await queries.run(
    `UPDATE learning_runs SET status = ?, reason = ?, finished_at = ? WHERE seq = ? AND ${IS_OPEN}`,
    [status, reason, now, seq],
  );
}
