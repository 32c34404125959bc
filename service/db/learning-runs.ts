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

/** A run that is still marked as running was interrupted, and comes first. */
const selectNext = query(
  `SELECT seq, material, status, attempts FROM learning_runs WHERE status IN ('queued', 'running')
   ORDER BY status = 'queued', seq LIMIT 1`,
  runRow,
);

/** Queues the learning of a material that was just stored, in the same transaction. */
export async function queueRun(queries: Queries, materialId: string, now: string): Promise<void> {
  await queries.run(
    `INSERT INTO learning_runs (material, status, queued_at) SELECT seq, 'queued', ? FROM materials WHERE id = ?`,
    [now, materialId],
  );
}

/** Gives the run to do next, an interrupted one before a waiting one. */
export function nextRun(queries: Queries): Promise<LearningRunRow | undefined> {
  return queries.get(selectNext);
}

/** Marks a run as running and counts the attempt. */
export async function startRun(queries: Queries, seq: number, now: string): Promise<void> {
  await queries.run(
    `UPDATE learning_runs SET status = 'running', attempts = attempts + 1, started_at = ? WHERE seq = ?`,
    [now, seq],
  );
}

/** Puts a run back into the queue as it was when it was taken: the attempt does not count. */
export async function requeueRun(
  queries: Queries,
  { seq, attempts }: LearningRunRow,
): Promise<void> {
  await queries.run(
    `UPDATE learning_runs SET status = 'queued', attempts = ?, started_at = NULL WHERE seq = ?`,
    [attempts, seq],
  );
}

export interface RunEnd {
  readonly status: 'succeeded' | 'failed';
  /** A sentence for the person, where it failed. */
  readonly reason: string | null;
  readonly now: string;
}

/** Ends a run. */
export async function endRun(
  queries: Queries,
  seq: number,
  { status, reason, now }: RunEnd,
): Promise<void> {
  await queries.run(
    'UPDATE learning_runs SET status = ?, reason = ?, finished_at = ? WHERE seq = ?',
    [status, reason, now, seq],
  );
}
