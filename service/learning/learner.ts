/** The learner works through the durable queue of learning runs, one at a time, and fetches pages alongside. */
import type { LearningRunRow } from '../storage/port/learning.ts';
import { StorageError } from '../storage/storage-error.ts';
import { errorName } from '../ports.ts';
import { createPageFetching } from './fetch-pages.ts';
import { type LearnerDependencies, learnRun, learnTogether } from './learn.ts';
import { createOutage } from './outage.ts';

export type Learner = ReturnType<typeof createLearner>;

/** Creates a learner, which does nothing until woken. A process must have only one for a storage. */
export function createLearner(dependencies: LearnerDependencies) {
  const { learningQueue, wordCounts } = dependencies.storage;
  let working: Promise<void> | null = null;
  let wokenAgain = false;
  /** Kept until learned, so that retrying it doesn't count as another attempt. */
  let run: LearningRunRow | undefined;
  /** False after applying word changes has failed; reset at the next start. */
  let appliesChanges = true;
  const stopping = new AbortController();
  const stop = stopping.signal;
  const outage = createOutage(dependencies, stop);
  const pages = createPageFetching(dependencies, { stop, outage, onFetched: learn });

  /** Learns the next run, or updates the word counts. Returns false if there is nothing to do, or if stopped. */
  async function learnNext(): Promise<boolean> {
    if (stop.aborted) return false;
    run ??= await learningQueue.next();
    const countsWords = run === undefined || (await wordCounts.hasManyChanges());
    if (countsWords && (await applyChanges())) return true;
    if (run === undefined) return false;
    if (!(await learnTogether(dependencies, run))) await learnRun(dependencies, run, stop);
    run = undefined;
    return true;
  }

  /** Updates the word counts. They only improve searches, so if that fails, the queue continues without them. */
  async function applyChanges(): Promise<boolean> {
    if (!appliesChanges) return false;
    const { pause, logger } = dependencies;
    try {
      return await wordCounts.applyChanges({ pause, stop });
    } catch (error) {
      if (error instanceof StorageError && error.code !== 'damaged') throw error;
      logger.error('learning.words-failed', { error: errorName(error) });
      appliesChanges = false;
      return false;
    }
  }

  /** Works through the queue, and checks it again if woken in the meantime. */
  async function work(): Promise<void> {
    do {
      wokenAgain = false;
      while ((await outage.outlast(learnNext)) === true) await dependencies.pause();
    } while (wokenAgain && !stop.aborted);
    working = null;
  }

  /** Resolves when the queue is empty or learning has stopped. */
  async function idle(): Promise<void> {
    const fetching = pages.settled();
    if (working === null && fetching === null) return;
    await Promise.all([working, fetching]);
    await idle();
  }

  function learn(): void {
    wokenAgain = true;
    if (!stop.aborted) working ??= work();
  }

  learningQueue.watch(() => {
    learn();
    pages.wake();
  });

  return {
    wake(): void {
      outage.retry();
      learn();
      pages.wake();
    },
    idle,
    /** Returns why the queue is blocked, such as by a full disk; null if it isn't. The learner keeps retrying. */
    trouble: () => outage.trouble(),
    /** Stops after the current slice. The next learner resumes the queue. Can be called again. */
    async stop(): Promise<void> {
      stopping.abort();
      await idle();
      // Otherwise, other processes would wait until this one counts as dead.
      await learningQueue.release().catch((error: unknown) => {
        dependencies.logger.warn('learning.unreleased', { error: errorName(error) });
      });
    },
  };
}
