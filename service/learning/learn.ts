import { indexText } from '../storage/indexed-text.ts';
import type { LearningRunRow, RunEnd } from '../storage/port/learning.ts';
import type { MaterialRow } from '../storage/port/library.ts';
import type { PassagesOf } from '../storage/port/search.ts';
import type { AccountAreas, AccountStorage, Storage } from '../storage/port/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { LoadPage } from '../fetching/load-page.ts';
import { type Clock, errorName, type Logger, timestamp } from '../ports.ts';
import { splitPassages, type Passage } from '../../lib/text/split-passages.ts';
import { decoded } from '../../lib/url/web-address.ts';

export interface LearnerDependencies {
  readonly storage: Storage;
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
    if (passages !== null) logger.info('learning.ended', { run: run.seq, passages });
  } catch (error) {
    if (error instanceof StorageError) throw error;
    logger.error('learning.failed', { run: run.seq, error: errorName(error) });
    await fail(dependencies, run, 'The service failed while indexing this.');
  }
}

/** Limits of one transaction: number of texts, and their total length in UTF-16 code units. */
const BATCH = { runs: 128, length: 128_000 };

/**
 * Learns a run and the short ones of its account queued right after it in one transaction, since committing takes longer
 * than indexing them. Returns whether it did; if not, learn the run alone. Throws if storage fails, which leaves all runs
 * as they were.
 */
export async function learnTogether(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
): Promise<boolean> {
  // An interrupted run may be what crashed the process.
  if (run.status !== 'queued' || run.attempts > 0) return false;
  const { storage, logger, pause } = dependencies;
  try {
    const further = await storage.learningQueue.after(run, BATCH.runs - 1);
    const account = storage.account(run.accountId);
    const chosen = await shortTexts(account, [run, ...further]);
    if (chosen.length < 2) return false;
    const texts = chosen.map(indexedText);
    await pause();
    const learned = await storeTogether(account, timestamp(dependencies.clock), texts);
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
  account: AccountStorage,
  now: string,
  texts: readonly IndexedRun[],
): Promise<readonly IndexedRun[]> {
  return account.transaction(async (areas) => {
    const open: IndexedRun[] = [];
    for (const one of texts) if (await areas.runs.isOpen(one.run)) open.push(one);
    for (const { run } of open) {
      await areas.materials.unlearn(run.material);
      await areas.runs.start(run, now);
    }
    await areas.passages.insert(open.map(({ text }) => text));
    for (const { run } of open) await succeed(areas, run, now);
    return open;
  });
}

/** Returns the runs up to the first one that is long, was interrupted, or has the same text as an earlier one. */
async function shortTexts(
  { materials }: AccountAreas,
  runs: readonly LearningRunRow[],
): Promise<RunWithMaterial[]> {
  const chosen = new Map<number, RunWithMaterial>();
  let length = 0;
  for (const run of runs) {
    const isNext = run.attempts === 0 && !chosen.has(run.material);
    const material = isNext ? await materials.bySeq(run.material) : undefined;
    length += material?.content.length ?? 0;
    if (material === undefined || material.content.length > SHORT || length > BATCH.length) break;
    chosen.set(run.material, { run, material });
  }
  return [...chosen.values()];
}

/** Returns the number of passages; null if the run isn't open or had to stop. */
async function learn(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<number | null> {
  const account = dependencies.storage.account(run.accountId);
  const material = await account.materials.bySeq(run.material);
  if (material === undefined || stop.aborted) return null;
  if (material.content.length > SHORT) return learnLong(dependencies, { run, material }, stop);
  const texts = [indexedText({ run, material })];
  const [learned] = await storeTogether(account, timestamp(dependencies.clock), texts);
  return learned?.text.passages.length ?? null;
}

/**
 * Indexes slice by slice. Only the last slice makes the text searchable; until then, searches find what was learned
 * earlier. Returns the number of passages; null if the run isn't open or had to stop.
 */
async function learnLong(
  { storage, clock, pause, sliceSize = SLICE_SIZE }: LearnerDependencies,
  { run, material }: RunWithMaterial,
  stop: AbortSignal,
): Promise<number | null> {
  const account = storage.account(run.accountId);
  // Recorded before the work begins, so that a crash counts as an attempt.
  const isBegun = await account.transaction(async (areas) => {
    // If storage failed after an earlier attempt had begun, the run isn't queued any more.
    const status = await areas.runs.statusOf(run);
    if (status === undefined) return false;
    if (status === 'running') await areas.passages.delete(run.material, 'new');
    else await areas.passages.keepAsEarlier(run.material);
    await areas.runs.start(run, timestamp(clock));
    return true;
  });
  if (!isBegun) return null;
  const passages = passagesOf(material);
  for (let start = 0; start === 0 || start < passages.length; start += sliceSize) {
    if (start > 0) await pause();
    if (stop.aborted) {
      await requeue(account, run);
      return null;
    }
    const slice = indexed(passages.slice(start, start + sliceSize), material);
    const isLast = start + sliceSize >= passages.length;
    const isOpen = await account.transaction(async (areas) => {
      // Between two slices, the owner may have ended the run or deleted the document, or the lease may have been taken.
      if (!(await areas.runs.isOpen(run))) return false;
      await areas.passages.insert([slice]);
      if (!isLast) return true;
      await areas.passages.delete(run.material, 'earlier');
      await succeed(areas, run, timestamp(clock));
      return true;
    });
    if (!isOpen) return null;
  }
  return passages.length;
}

async function succeed(
  { materials, runs }: AccountAreas,
  run: LearningRunRow,
  now: string,
): Promise<void> {
  await materials.markLearned(run.material);
  await runs.end(run.seq, { status: 'succeeded', reason: null, now });
}

function requeue(account: AccountStorage, run: LearningRunRow): Promise<void> {
  return account.transaction(async ({ passages, runs }) => {
    if (!(await runs.isOpen(run))) return;
    await passages.delete(run.material, 'new');
    await runs.requeue(run);
  });
}

function fail({ storage, clock }: LearnerDependencies, run: LearningRunRow, reason: string) {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(clock) };
  return storage.account(run.accountId).transaction(async ({ materials, runs }) => {
    if (!(await runs.isOpen(run))) return;
    await materials.unlearn(run.material);
    await runs.end(run.seq, end);
  });
}

export function passagesOf({ content, title }: MaterialRow): Passage[] {
  return splitPassages(content, title ?? '');
}

export function indexed(
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
