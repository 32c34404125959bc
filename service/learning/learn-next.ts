/** One learning run from the queue to its end. */
import {
  endRun,
  isRunOpen,
  nextRun,
  requeueRun,
  startRun,
  type LearningRunRow,
  type RunEnd,
} from '../db/learning-runs.ts';
import { markLearned, materialBySeq, unlearn } from '../db/materials.ts';
import { insertPassage } from '../db/passages.ts';
import type { Database, Queries } from '../db/port.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import { type Clock, errorName, type Logger, timestamp } from '../ports.ts';
import { indexed, passagesOf } from './index-passages.ts';

/** What learning works with. */
export interface LearnerDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Loads what is at the address of a document; where it is left out, such documents fail. */
  readonly loadPage?: LoadPage;
  /** Lets waiting requests in: gives the event loop a turn. */
  readonly pause: () => Promise<void>;
  /** Passages indexed in one transaction: few enough that a search waiting behind them is not felt. */
  readonly sliceSize?: number;
}

/** A run that was interrupted this many times is given up, since it may be what ends the process. */
export const MAX_ATTEMPTS = 5;
const SLICE_SIZE = 32;
/** In UTF-16 code units. What is no longer is learned in one transaction, as most pages and all notes are. */
const SHORT = 16_000;

/** Does the next run; false where none is waiting, or where it is to stop. */
export async function learnNext(
  dependencies: LearnerDependencies,
  stop: AbortSignal,
): Promise<boolean> {
  if (stop.aborted) return false;
  const { db, logger } = dependencies;
  const run = await nextRun(db);
  if (run === undefined) return false;
  try {
    if (run.attempts >= MAX_ATTEMPTS) {
      const reason = 'Learning was interrupted again and again, so it was given up.';
      await fail(dependencies, run, reason);
      return true;
    }
    const passages = await learn(dependencies, run, stop);
    logger.info('learning.ended', { run: run.seq, passages });
  } catch (error) {
    logger.error('learning.failed', { run: run.seq, error: errorName(error) });
    const reason = 'The service could not learn this because of an error of its own.';
    await fail(dependencies, run, reason);
  }
  return true;
}

/** Indexes slice by slice; the last slice makes all of them searchable. Gives the number of passages. */
async function learn(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<number> {
  const { db, clock, pause } = dependencies;
  const material = await materialBySeq(db, run.material);
  if (material === undefined) return 0;
  const isShort = material.content.length <= SHORT;
  // Written down before the work begins: if this is what ends the process, the next start knows.
  if (!isShort) {
    await db.transaction(async (queries) => {
      if (await isRunOpen(queries, run.seq)) await begin(queries, run, timestamp(clock));
    });
  }
  const passages = passagesOf(material);
  const sliceSize = isShort ? SHORT : (dependencies.sliceSize ?? SLICE_SIZE);
  for (let start = 0; start === 0 || start < passages.length; start += sliceSize) {
    if (start > 0) await pause();
    if (stop.aborted) return giveBack(db, run);
    const slice = passages
      .slice(start, start + sliceSize)
      .map((passage) => indexed(passage, material));
    const isLast = start + sliceSize >= passages.length;
    const goesOn = await db.transaction(async (queries) => {
      // Its owner may have ended it between two slices, or deleted what it learns.
      if (!(await isRunOpen(queries, run.seq))) return false;
      if (isShort) await begin(queries, run, timestamp(clock));
      for (const passage of slice) await insertPassage(queries, passage);
      if (isLast) await succeed(queries, run, timestamp(clock));
      return true;
    });
    if (!goesOn) return 0;
  }
  return passages.length;
}

/** Marks a run as running, and clears away what an earlier attempt left. */
async function begin(queries: Queries, run: LearningRunRow, now: string): Promise<void> {
  await unlearn(queries, run.material);
  await startRun(queries, run.seq, now);
}

async function succeed(queries: Queries, run: LearningRunRow, now: string): Promise<void> {
  await markLearned(queries, run.material);
  await endRun(queries, run.seq, { status: 'succeeded', reason: null, now });
}

/** Puts a run back as if it had not been started, since stopping is no fault of its own. */
async function giveBack(db: Database, run: LearningRunRow): Promise<number> {
  await db.transaction(async (queries) => {
    await unlearn(queries, run.material);
    await requeueRun(queries, run);
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
    await unlearn(queries, run.material);
    await endRun(queries, run.seq, end);
  });
}
