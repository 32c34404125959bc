import {
  endRun,
  isRunOpen,
  requeueRun,
  startRun,
  type LearningRunRow,
  type RunEnd,
} from '../storage/sqlite/learning-runs.ts';
import { markLearned, materialBySeq, unlearn } from '../storage/sqlite/materials.ts';
import { insertPassages, type NewPassage } from '../storage/sqlite/passages.ts';
import { indexText } from '../storage/sqlite/words.ts';
import { StorageError, type Database, type Queries } from '../storage/port.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import { type Clock, errorName, type Logger, timestamp } from '../ports.ts';
import { splitPassages, type Passage } from '../../lib/text/split-passages.ts';
import { decoded } from '../../lib/url/web-address.ts';

export interface LearnerDependencies {
  readonly db: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly loadPage?: LoadPage;
  readonly pause: () => Promise<void>;
  /** Waits between attempts while storage fails. Ends early if the signal aborts. */
  readonly sleep?: (ms: number, signal: AbortSignal) => Promise<void>;
  /** Passages per transaction: few enough that a search behind them isn't noticeably delayed. */
  readonly sliceSize?: number;
}

/** A run that is interrupted this many times fails, because it may be what crashes the process. */
export const MAX_ATTEMPTS = 5;
const SLICE_SIZE = 32;
/** In UTF-16 code units. Most texts are shorter and are learned in one transaction. */
const SHORT = 16_000;

/** Learns a run. Throws if storage fails, which isn't the run's fault: it can then be learned again. */
export async function learnRun(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<void> {
  const { logger } = dependencies;
  try {
    if (run.attempts >= MAX_ATTEMPTS) {
      await fail(dependencies, run, 'Indexing was interrupted too many times.');
      return;
    }
    const passages = await learn(dependencies, run, stop);
    logger.info('learning.ended', { run: run.seq, passages });
  } catch (error) {
    if (error instanceof StorageError) throw error;
    logger.error('learning.failed', { run: run.seq, error: errorName(error) });
    await fail(dependencies, run, 'The service failed while indexing this.');
  }
}

/** Indexes slice by slice. Only the last slice makes the text searchable. Returns the number of passages. */
async function learn(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<number> {
  const { db, clock, pause } = dependencies;
  const material = await materialBySeq(db, run.material);
  if (material === undefined) return 0;
  const isShort = material.content.length <= SHORT;
  // Recorded before the work begins, so that a crash counts as an attempt.
  if (!isShort) {
    await db.transaction(async (queries) => {
      if (await isRunOpen(queries, run.seq)) await begin(queries, run, timestamp(clock));
    });
  }
  const passages = splitPassages(material.content, material.title ?? '');
  const sliceSize = isShort ? SHORT : (dependencies.sliceSize ?? SLICE_SIZE);
  for (let start = 0; start === 0 || start < passages.length; start += sliceSize) {
    if (start > 0) await pause();
    if (stop.aborted) return requeue(db, run);
    const slice = passages
      .slice(start, start + sliceSize)
      .map((passage) => indexed(passage, material.address));
    const isLast = start + sliceSize >= passages.length;
    const isOpen = await db.transaction(async (queries) => {
      // The owner may have ended the run or deleted the document between two slices.
      if (!(await isRunOpen(queries, run.seq))) return false;
      if (isShort) await begin(queries, run, timestamp(clock));
      await insertPassages(
        queries,
        { material: material.seq, container: material.container },
        slice,
      );
      if (isLast) await succeed(queries, run, timestamp(clock));
      return true;
    });
    if (!isOpen) return 0;
  }
  return passages.length;
}

async function begin(queries: Queries, run: LearningRunRow, now: string): Promise<void> {
  await unlearn(queries, run.material);
  await startRun(queries, run, now);
}

async function succeed(queries: Queries, run: LearningRunRow, now: string): Promise<void> {
  await markLearned(queries, run.material);
  await endRun(queries, run.seq, { status: 'succeeded', reason: null, now });
}

async function requeue(db: Database, run: LearningRunRow): Promise<number> {
  await db.transaction(async (queries) => {
    await unlearn(queries, run.material);
    await requeueRun(queries, run);
  });
  return 0;
}

function fail({ db, clock }: LearnerDependencies, run: LearningRunRow, reason: string) {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(clock) };
  return db.transaction(async (queries) => {
    await unlearn(queries, run.material);
    await endRun(queries, run.seq, end);
  });
}

function indexed({ headings, position, lead, text }: Passage, address: string | null): NewPassage {
  return {
    position,
    lead,
    text,
    body: indexText(text),
    titleTerms: indexText(headings.join('\n')).terms,
    siteTerms: indexText(wordsInAddress(address)).terms,
  };
}

/** Returns the words of a web address, without the endings that say nothing. */
function wordsInAddress(address: string | null): string {
  const { protocol = '', hostname = '', pathname = '' } = URL.parse(address ?? '') ?? {};
  if (!/^https?:$/.test(protocol)) return '';
  return `${hostname.replace(/^www\./, '')} ${decoded(pathname)}`.replaceAll(
    /[^\p{L}\p{N}\p{M}]+/gu,
    ' ',
  );
}
