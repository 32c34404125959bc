import { sleep as wait } from '../../lib/async/sleep.ts';
import { errorName } from '../ports.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { LearnerDependencies } from './learn.ts';

/** Why learning is blocked. `message` is a sentence for people. */
export interface Trouble {
  readonly code: string;
  readonly message: string;
}

export type Outage = ReturnType<typeof createOutage>;

const FIRST_DELAY_MS = 1000;
const MAX_DELAY_MS = 60_000;

/** Creates the retries that let learning continue after the database has failed, such as on a full disk. */
export function createOutage(
  { logger, sleep = wait }: Pick<LearnerDependencies, 'logger' | 'sleep'>,
  stop: AbortSignal,
) {
  const waiting = new Map<symbol, Trouble>();
  let pause = new AbortController();

  /** Retries all waiting work now. */
  function retry(): void {
    pause.abort();
    pause = new AbortController();
  }
  stop.addEventListener('abort', retry, { once: true });

  return {
    /** Retries the work with growing delays until it succeeds. Returns undefined if learning stops first. */
    async outlast<T>(work: () => Promise<T>): Promise<T | undefined> {
      const waiter = Symbol('waiter');
      try {
        for (let delayMs = FIRST_DELAY_MS; ; delayMs = Math.min(2 * delayMs, MAX_DELAY_MS)) {
          try {
            return await work();
          } catch (error) {
            logger.error('learning.waiting', { error: errorName(error) });
            waiting.set(waiter, troubleOf(error));
          }
          if (!stop.aborted) await sleep(delayMs, pause.signal);
          if (stop.aborted) return undefined;
        }
      } finally {
        waiting.delete(waiter);
      }
    },
    retry,
    /** Returns the current trouble; null if there is none. */
    trouble: (): Trouble | null => waiting.values().next().value ?? null,
  };
}

function troubleOf(error: unknown): Trouble {
  return error instanceof StorageError
    ? { code: error.code, message: error.message }
    : {
        code: 'internal',
        message: 'Indexing failed because of an internal error. It will be retried.',
      };
}
