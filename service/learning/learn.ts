import {
  endRun,
  isRunOpen,
  requeueRun,
  runsAfter,
  startRun,
  type LearningRunRow,
  type RunEnd,
} from '../storage/sqlite/learning-runs.ts';
import {
  markLearned,
  materialBySeq,
  type MaterialRow,
  unlearn,
} from '../storage/sqlite/materials.ts';
import {
  deletePassages,
  insertPassages,
  keepAsEarlier,
  type PassagesOf,
} from '../storage/sqlite/passages.ts';
import { indexText } from '../storage/sqlite/words.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Database, Queries } from '../storage/sqlite/sql.ts';
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

/** Limits of one transaction: number of texts, and their total length in UTF-16 code units. */
const BATCH = { runs: 128, length: 128_000 };

/**
 * Learns a run and the short ones queued after it in one transaction, since committing takes longer than indexing them.
 * Returns whether it did; if not, learn the run alone. Throws if storage fails, which leaves all runs as they were.
 */
export async function learnTogether(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
): Promise<boolean> {
  // An interrupted run may be what crashed the process.
  if (run.status !== 'queued' || run.attempts > 0) return false;
  const { db, logger, pause } = dependencies;
  try {
    const chosen = await shortTexts(db, [run, ...(await runsAfter(db, run.seq, BATCH.runs - 1))]);
    if (chosen.length < 2) return false;
    const texts = chosen.map(indexedText);
    await pause();
    const learned = await storeTogether(dependencies, texts);
    for (const one of learned)
      logger.info('learning.ended', { run: one.run.seq, passages: one.text.passages.length });
    return true;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    logger.error('learning.batch-failed', { run: run.seq, error: errorName(error) });
    return false;
  }
}

interface RunWithMaterial {
  readonly run: LearningRunRow;
  readonly material: MaterialRow;
}

interface IndexedRun {
  readonly run: LearningRunRow;
  readonly text: PassagesOf;
}

function indexedText({ run, material }: RunWithMaterial): IndexedRun {
  return { run, text: indexed(passagesOf(material), material) };
}

/** Stores texts in one transaction. Returns those whose runs haven't ended meanwhile. */
function storeTogether(
  { db, clock }: LearnerDependencies,
  texts: readonly IndexedRun[],
): Promise<readonly IndexedRun[]> {
  return db.transaction(async (queries) => {
    const now = timestamp(clock);
    const open: IndexedRun[] = [];
    for (const one of texts) if (await isRunOpen(queries, one.run.seq)) open.push(one);
    for (const { run } of open) {
      await unlearn(queries, run.material);
      await startRun(queries, run, now);
    }
    await insertPassages(
      queries,
      open.map(({ text }) => text),
    );
    for (const { run } of open) await succeed(queries, run, now);
    return open;
  });
}

/** Returns the runs up to the first one that is long, was interrupted, or has the same text as an earlier one. */
async function shortTexts(
  db: Database,
  runs: readonly LearningRunRow[],
): Promise<RunWithMaterial[]> {
  const chosen = new Map<number, RunWithMaterial>();
  let length = 0;
  for (const run of runs) {
    const isNext = run.attempts === 0 && !chosen.has(run.material);
    const material = isNext ? await materialBySeq(db, run.material) : undefined;
    length += material?.content.length ?? 0;
    if (material === undefined || material.content.length > SHORT || length > BATCH.length) break;
    chosen.set(run.material, { run, material });
  }
  return [...chosen.values()];
}

/** Returns the number of passages. */
async function learn(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<number> {
  const material = await materialBySeq(dependencies.db, run.material);
  if (material === undefined || stop.aborted) return 0;
  if (material.content.length > SHORT) return learnLong(dependencies, { run, material }, stop);
  const [learned] = await storeTogether(dependencies, [indexedText({ run, material })]);
  return learned?.text.passages.length ?? 0;
}

/**
 * Indexes slice by slice. Only the last slice makes the text searchable; until then, searches find what was learned
 * earlier. Returns the number of passages.
 */
async function learnLong(
  { db, clock, pause, sliceSize = SLICE_SIZE }: LearnerDependencies,
  { run, material }: RunWithMaterial,
  stop: AbortSignal,
): Promise<number> {
  // Recorded before the work begins, so that a crash counts as an attempt.
  await db.transaction(async (queries) => {
    if (!(await isRunOpen(queries, run.seq))) return;
    if (run.status === 'running') await deletePassages(queries, run.material, 'new');
    else await keepAsEarlier(queries, run.material);
    await startRun(queries, run, timestamp(clock));
  });
  const passages = passagesOf(material);
  for (let start = 0; start === 0 || start < passages.length; start += sliceSize) {
    if (start > 0) await pause();
    if (stop.aborted) {
      await requeue(db, run);
      return 0;
    }
    const slice = indexed(passages.slice(start, start + sliceSize), material);
    const isLast = start + sliceSize >= passages.length;
    const isOpen = await db.transaction(async (queries) => {
      // The owner may have ended the run or deleted the document between two slices.
      if (!(await isRunOpen(queries, run.seq))) return false;
      await insertPassages(queries, [slice]);
      if (!isLast) return true;
      await deletePassages(queries, run.material, 'earlier');
      await succeed(queries, run, timestamp(clock));
      return true;
    });
    if (!isOpen) return 0;
  }
  return passages.length;
}

async function succeed(queries: Queries, run: LearningRunRow, now: string): Promise<void> {
  await markLearned(queries, run.material);
  await endRun(queries, run.seq, { status: 'succeeded', reason: null, now });
}

function requeue(db: Database, run: LearningRunRow): Promise<void> {
  return db.transaction(async (queries) => {
    await deletePassages(queries, run.material, 'new');
    await requeueRun(queries, run);
  });
}

function fail({ db, clock }: LearnerDependencies, run: LearningRunRow, reason: string) {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(clock) };
  return db.transaction(async (queries) => {
    await unlearn(queries, run.material);
    await endRun(queries, run.seq, end);
  });
}

function passagesOf({ content, title }: MaterialRow): Passage[] {
  return splitPassages(content, title ?? '');
}

function indexed(
  passages: readonly Passage[],
  { seq: material, container, address, title }: MaterialRow,
): PassagesOf {
  const siteTerms = indexText(wordsInAddress(address)).terms;
  return {
    material,
    container,
    passages: passages.map(({ headings, position, lead, text }) => ({
      position,
      lead,
      text,
      body: indexText(text),
      titleTerms: indexText(headings.join('\n')).terms,
      siteTerms,
      title: position === 0 ? title : null,
    })),
  };
}

/** Returns the words of the host and path of a web address. */
function wordsInAddress(address: string | null): string {
  const { protocol = '', hostname = '', pathname = '' } = URL.parse(address ?? '') ?? {};
  if (!/^https?:$/.test(protocol)) return '';
  return `${hostname.replace(/^www\./, '')} ${decoded(pathname)}`.replaceAll(
    /[^\p{L}\p{N}\p{M}]+/gu,
    ' ',
  );
}
