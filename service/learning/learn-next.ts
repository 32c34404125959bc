/** One learning run from the queue to its end. */
import {
  endRun,
  nextRun,
  requeueRun,
  startRun,
  type LearningRunRow,
  type RunEnd,
} from '../db/learning-runs.ts';
import { markLearned, materialBySeq, materialExists } from '../db/materials.ts';
import { deletePassages, insertPassage } from '../db/passages.ts';
import type { Database } from '../db/port.ts';
import { timestamp } from '../ports.ts';
import { indexed, passagesOf } from './index-passages.ts';
import type { LearnerDependencies } from './learner.ts';

/** A run that was interrupted this many times is given up, since it may be what ends the process. */
const MAX_ATTEMPTS = 5;
const SLICE_SIZE = 32;

/** Does the next run; false where none is waiting, or where it is to stop. */
export async function learnNext(
  dependencies: LearnerDependencies,
  stop: AbortSignal,
): Promise<boolean> {
  if (stop.aborted) return false;
  const { db, clock, logger } = dependencies;
  const run = await claim(db, timestamp(clock));
  if (run === undefined) return false;
  try {
    if (run.attempts >= MAX_ATTEMPTS) {
      await fail(
        dependencies,
        run,
        'Learning was interrupted again and again, so it was given up.',
      );
      return true;
    }
    const passages = await learn(dependencies, run, stop);
    logger.info('learning.ended', { run: run.seq, passages });
  } catch (error) {
    logger.error('learning.failed', {
      run: run.seq,
      error: error instanceof Error ? error.name : typeof error,
    });
    await fail(
      dependencies,
      run,
      'The service could not learn this because of an error of its own.',
    );
  }
  return true;
}

/** Marks the next run as running, and clears away what an earlier attempt left. */
function claim(db: Database, now: string): Promise<LearningRunRow | undefined> {
  return db.transaction(async (queries) => {
    const run = await nextRun(queries);
    if (run === undefined) return undefined;
    await deletePassages(queries, run.material);
    await startRun(queries, run.seq, now);
    return run;
  });
}

/** Indexes slice by slice; the last slice makes all of them searchable. Gives the number of passages. */
async function learn(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<number> {
  const { db, clock, pause, sliceSize = SLICE_SIZE } = dependencies;
  const material = await materialBySeq(db, run.material);
  if (material === undefined) return 0;
  const passages = passagesOf(material);
  for (let start = 0; start === 0 || start < passages.length; start += sliceSize) {
    if (start > 0) await pause();
    if (stop.aborted) return giveBack(db, run);
    const slice = passages
      .slice(start, start + sliceSize)
      .map((passage) => indexed(passage, material));
    const isLast = start + sliceSize >= passages.length;
    await db.transaction(async (queries) => {
      // It may have been deleted between two slices, and its run with it.
      if (!(await materialExists(queries, run.material))) return;
      for (const passage of slice) await insertPassage(queries, passage);
      if (!isLast) return;
      await markLearned(queries, run.material);
      await endRun(queries, run.seq, { status: 'succeeded', reason: null, now: timestamp(clock) });
    });
  }
  return passages.length;
}

/** Puts a run back as if it had not been started, since stopping is no fault of its own. */
async function giveBack(db: Database, run: LearningRunRow): Promise<number> {
  await db.transaction(async (queries) => {
    await deletePassages(queries, run.material);
    await requeueRun(queries, run.seq);
  });
  return 0;
}

function fail(
  { db, clock }: LearnerDependencies,
  run: LearningRunRow,
  reason: string,
): Promise<void> {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(clock) };
  return db.transaction(async (queries) => {
    await deletePassages(queries, run.material);
    await endRun(queries, run.seq, end);
  });
}
