/** The learner: works off the durable queue of learning runs, one at a time, and fetches pages alongside. */
import { errorName } from '../ports.ts';
import { createPageFetching } from './fetch-pages.ts';
import { type LearnerDependencies, learnNext } from './learn.ts';

export interface Learner {
  wake(): void;
  /** Resolves when the queue is empty or learning has stopped. */
  idle(): Promise<void>;
  /** Stops after the current slice. The next learner resumes the queue. Can be called again. */
  stop(): Promise<void>;
}

/** Does nothing until woken. A database must have only one. */
export function createLearner(dependencies: LearnerDependencies): Learner {
  let working: Promise<void> | null = null;
  let wokenAgain = false;
  const stopping = new AbortController();
  const pages = createPageFetching(dependencies, { stop: stopping.signal, onFetched: learn });

  /** Checks the queue again if a wake came in during the last check. */
  async function work(): Promise<void> {
    try {
      do {
        wokenAgain = false;
        while (await learnNext(dependencies, stopping.signal)) await dependencies.pause();
      } while (wokenAgain && !stopping.signal.aborted);
    } catch (error) {
      // The database failed. The queue is stored there, and the next wake tries again.
      dependencies.logger.error('learning.stopped', { error: errorName(error) });
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
