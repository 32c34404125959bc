/** Fetches the pages that queued runs need, while the learner works on other runs. */
import { err, type Result } from '../../lib/contract/result.ts';
import type { LoadedPage, LoadPage } from '../fetching/load-page.ts';
import { refuseFetch } from '../fetching/page-fetcher.ts';
import { errorName, timestamp } from '../ports.ts';
import { MAX_ATTEMPTS, type LearnerDependencies } from './learn.ts';
import type { Outage } from './outage.ts';
import type { LearningRunRow, RunEnd } from '../storage/port/learning.ts';
import type { AccountAreas } from '../storage/port/storage.ts';
import { QuotaError } from '../storage/quota-error.ts';
import { storable } from '../storage/storable.ts';

interface FetchingOptions {
  readonly stop: AbortSignal;
  readonly outage: Outage;
}

/** More than one, so that a site that doesn't respond can't block the others. */
const MAX_FETCHES = 4;
const cannotFetch: LoadPage = async () => refuseFetch('fetch.unavailable');

/** Creates the fetcher, which does nothing until woken. On `stop`, current fetches go back in the queue. */
export function createPageFetching(
  dependencies: LearnerDependencies,
  options: FetchingOptions & { readonly onFetched: () => void },
) {
  const { stop, outage, onFetched } = options;
  const inFlight = new Map<number, Promise<void>>();
  let filling: Promise<void> | null = null;
  let wokenAgain = false;

  async function fill(): Promise<void> {
    do {
      wokenAgain = false;
      for (let run = await next(); run !== undefined; run = await next()) {
        inFlight.set(run.seq, fetchFor(run));
      }
    } while (wokenAgain && !stop.aborted);
    filling = null;
  }

  async function next(): Promise<LearningRunRow | undefined> {
    if (inFlight.size >= MAX_FETCHES || stop.aborted) return undefined;
    return outage.outlast(() =>
      dependencies.storage.learningQueue.nextToFetch([...inFlight.keys()]),
    );
  }

  async function fetchFor(run: LearningRunRow): Promise<void> {
    await fetchOne(dependencies, run, options);
    inFlight.delete(run.seq);
    wake();
    onFetched();
  }

  function wake(): void {
    wokenAgain = true;
    if (!stop.aborted) filling ??= fill();
  }

  return {
    wake,
    /** Resolves when the current fetches have finished; null if there are none. */
    settled(): Promise<unknown> | null {
      if (filling === null && inFlight.size === 0) return null;
      return Promise.all([filling, ...inFlight.values()]);
    },
  };
}

/** Fetches and stores a page. A failure ends the run, but keeps what was learned before. */
async function fetchOne(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  { stop, outage }: FetchingOptions,
): Promise<void> {
  const { storage, clock, logger } = dependencies;
  const account = storage.account(run.accountId);
  if (run.attempts >= MAX_ATTEMPTS) {
    const reason = 'Fetching was interrupted too many times.';
    await outage.outlast(() => fail(dependencies, run, reason));
    return;
  }
  const url = await outage.outlast(() =>
    account.transaction(async ({ runs, materials }) => {
      if (!(await runs.awaitsPage(run))) return undefined;
      // Recorded before the work begins, so that a crash counts as an attempt.
      await runs.startFetch(run.seq, timestamp(clock));
      return materials.fetchUrlOf(run.material);
    }),
  );
  if (url === undefined) return;

  const loaded = await load(dependencies, url, stop);
  // Only storing is retried; the page is requested once.
  if (loaded.ok) await outage.outlast(() => storeWithinQuota(dependencies, run, loaded.value));
  else if (stop.aborted) {
    await outage.outlast(() => ifAwaited(dependencies, run, ({ runs }) => runs.requeue(run)));
  } else {
    logger.warn('fetching.refused', { run: run.seq, code: loaded.error.code });
    await outage.outlast(() => fail(dependencies, run, loaded.error.message));
  }
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
    return err({ code: 'internal', message: 'The service failed while fetching this.' });
  }
}

async function storeWithinQuota(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  page: LoadedPage,
): Promise<void> {
  try {
    await store(dependencies, run, page);
  } catch (error) {
    if (!(error instanceof QuotaError)) throw error;
    await fail(dependencies, run, error.message);
  }
}

function store(
  dependencies: LearnerDependencies,
  run: LearningRunRow,
  { title, content }: LoadedPage,
) {
  // During the fetch, the owner may have ended the run or deleted the document, or another process may have taken the lease.
  return ifAwaited(dependencies, run, async ({ runs, materials }) => {
    await materials.storePage(run.material, {
      title: title === null ? null : storable(title),
      content: storable(content),
    });
    await runs.endFetch(run.seq);
  });
}

/** Fails the run but, unlike a failure in learning, keeps what search already finds. */
function fail(dependencies: LearnerDependencies, run: LearningRunRow, reason: string) {
  const end: RunEnd = { status: 'failed', reason, now: timestamp(dependencies.clock) };
  return ifAwaited(dependencies, run, ({ runs }) => runs.end(run.seq, end));
}

/**
 * Does the work in a transaction, unless the run has ended, its page was stored after all by a commit whose response was lost,
 * or another process has taken its lease.
 */
function ifAwaited(
  { storage }: Pick<LearnerDependencies, 'storage'>,
  run: LearningRunRow,
  work: (areas: AccountAreas) => Promise<void>,
): Promise<void> {
  return storage.account(run.accountId).transaction(async (areas) => {
    if (await areas.runs.awaitsPage(run)) await work(areas);
  });
}
