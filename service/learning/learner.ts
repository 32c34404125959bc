/** Learns what was handed in: a durable queue in the database, worked off one run after another, and pages fetched beside. */
import { errorName } from '../ports.ts';
import { createPageFetching } from './fetch-pages.ts';
import { type LearnerDependencies, learnNext } from './learn-next.ts';

export interface Learner {
  /** Says that there may be something to learn; returns at once. */
  wake(): void;
  /** Waits until nothing is queued, or until learning has stopped. */
  idle(): Promise<void>;
  /** Ends after the slice in hand; what is left is taken up when a learner wakes again. Safe to repeat. */
  stop(): Promise<void>;
}

/** Makes a learner, asleep; only one may work on a database at a time. */
export function createLearner(dependencies: LearnerDependencies): Learner {
  let working: Promise<void> | null = null;
  let wokenAgain = false;
  const stopping = new AbortController();
  const pages = createPageFetching(dependencies, { stop: stopping.signal, onFetched: learn });

  /** A wake during the last look at the queue would be lost without a second look. */
  async function work(): Promise<void> {
    try {
      do {
        wokenAgain = false;
        while (await learnNext(dependencies, stopping.signal)) await dependencies.pause();
      } while (wokenAgain && !stopping.signal.aborted);
    } catch (error) {
      // The database itself refuses. The queue stands in it, and the next wake tries again.
      dependencies.logger.error('learning.stopped', {
        error: errorName(error),
      });
    } finally {
      working = null;
    }
  }

  async function idle(): Promise<void> {
    const fetching = pages.settled();
    if (working === null && fetching === null) return;
    await Promise.all([working, fetching]);
    await idle();
  }

  function learn(): void {
    wokenAgain = true;
    if (!stopping.signal.aborted) working ??= work();
  }

  return {
    wake() {
      learn();
      pages.wake();
    },
    idle,
    async stop() {
      stopping.abort();
      await idle();
    },
  };
}
