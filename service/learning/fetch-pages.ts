/** Fetches the pages that queued runs wait for, beside the learning of everything else. */
import { err, type Result } from '../../lib/contracts/result.ts';
import {
  endFetch,
  endRun,
  isRunOpen,
  nextRunToFetch,
  requeueRun,
  startFetch,
  type LearningRunRow,
  type RunEnd,
} from '../db/learning-runs.ts';
import { fetchUrlOf, storePage } from '../db/materials.ts';
import type { LoadedPage, LoadPage } from '../fetching/load-page.ts';
import { refuseFetch } from '../fetching/page-fetcher.ts';
import { storable } from '../operations/rules.ts';
import { errorName, timestamp } from '../ports.ts';
import { MAX_ATTEMPTS, type LearnerDependencies } from './learn-next.ts';

export interface PageFetching {
  /** Says that a page may have to be fetched; returns at once. */
  wake(): void;
  /** Ends when those that are being fetched now have ended; null where none is. */
  settled(): Promise<unknown> | null;
}

export interface PageFetchingOptions {
  readonly stop: AbortSignal;
  /** Called after each page that was fetched. */
  readonly onFetched: () => void;
}

/** A site that does not answer holds up one of them. */
const MAX_FETCHES = 4;
const cannotFetch: LoadPage = async () => refuseFetch('fetch.unavailable');

/** Makes the fetching, asleep. When it is told to stop, what is being fetched goes back into the queue. */
export function createPageFetching(
  dependencies: LearnerDependencies,
  { stop, onFetched }: PageFetchingOptions,
): PageFetching {
  const { db, logger } = dependencies;
  const underWay = new Map<number, Promise<void>>();
  let filling: Promise<void> | null = null;
  let wokenAgain = false;

  async function fill(): Promise<void> {
    try {
      do {
        wokenAgain = false;
        for (let run = await next(); run !== undefined; run = await next()) {
          underWay.set(run.seq, fetchFor(run));
        }
      } while (wokenAgain && !stop.aborted);
    } catch (error) {
      logger.error('fetching.stopped', { error: errorName(error) });
    } finally {
      filling = null;
    }
  }

  async function next(): Promise<LearningRunRow | undefined> {
    if (underWay.size >= MAX_FETCHES || stop.aborted) return undefined;
    return nextRunToFetch(db, [...underWay.keys()]);
  }

  async function fetchFor(run: LearningRunRow): Promise<void> {
    const isDone = await fetchOne(dependencies, run, stop).catch((error: unknown) => {
      // The database itself refuses; as in learning, the next wake tries again.
      logger.error('fetching.stopped', { error: errorName(error) });
      return false;
    });
    underWay.delete(run.seq);
    if (!isDone) return;
    wake();
    onFetched();
  }

  function wake(): void {
    wokenAgain = true;
    if (!stop.aborted) filling ??= fill();
  }

  return {
    wake,
    settled() {
      if (filling === null && underWay.size === 0) return null;
      return Promise.all([filling, ...underWay.values()]);
    },
  };
}

/** Fetches and stores; a refusal ends the run, and what was stored and learned before stays. */
async function fetchOne(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  stop: AbortSignal,
): Promise<true> {
  const { db, clock, logger } = dependencies;
  if (run.attempts >= MAX_ATTEMPTS) {
    await fail(dependencies, run, 'Fetching was interrupted again and again, so it was given up.');
    return true;
  }
  const url = await db.transaction(async (queries) => {
    // Written down before the work begins: if this is what ends the process, the next start knows.
    await startFetch(queries, run.seq, timestamp(clock));
    return fetchUrlOf(queries, run.material);
  });
  if (url === undefined) return true;

  const loaded = await load(dependencies, url, stop);
  if (loaded.ok) await store(dependencies, run, loaded.value);
  else if (stop.aborted) await db.transaction((queries) => requeueRun(queries, run));
  else {
    logger.warn('fetching.refused', { run: run.seq, code: loaded.error.code });
    await fail(dependencies, run, loaded.error.message);
  }
  return true;
}

async function load(
  { loadPage = cannotFetch, logger }: LearnerDependencies,
  url: string,
  stop: AbortSignal,
): Promise<Result<LoadedPage, { readonly code: string; readonly message: string }>> {
  try {
    return await loadPage(url, stop);
  } catch (error) {
    logger.error('fetching.failed', { error: errorName(error) });
    return err({
      code: 'internal',
      message: 'The service could not fetch this because of an error of its own.',
    });
  }
}

function store(
  { db }: LearnerDependencies,
  run: LearningRunRow,
  { title, content }: LoadedPage,
): Promise<void> {
  return db.transaction(async (queries) => {
    // Its owner may have ended it in the meantime, or deleted the document.
    if (!(await isRunOpen(queries, run.seq))) return;
    await storePage(queries, run.material, {
      title: title === null ? null : storable(title),
      content: storable(content),
    });
    await endFetch(queries, run.seq);
  });
}

/** Unlike a failure to learn, it takes nothing back that is found already. */
function fail(
  { db, clock }: LearnerDependencies,
  run: LearningRunRow,
  reason: string,
): Promise<void> {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(clock) };
  return db.transaction((queries) => endRun(queries, run.seq, end));
}
