/** The tries to connect that are under way, each of which the person may give up. */
import type { MemoryError } from '../../contracts/errors.ts';

export type Attempts = ReturnType<typeof createAttempts>;

/** Makes the list of tries; a background has one. */
export function createAttempts() {
  const running = new Map<string, AbortController>();

  /** Runs the try to make a connection; nothing may be kept once its signal is aborted. */
  async function run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const controller = new AbortController();
    running.set(id, controller);
    try {
      return await work(controller.signal);
    } finally {
      if (running.get(id) === controller) running.delete(id);
    }
  }

  /** Gives up the try to make this connection; one that has ended is left alone. */
  function giveUp(id: string): void {
    running.get(id)?.abort();
  }

  function giveUpAll(): void {
    for (const controller of running.values()) controller.abort();
  }

  return { run, giveUp, giveUpAll };
}

export const givenUp: MemoryError = {
  code: 'memory.aborted',
  message: 'This was given up before it was done, so nothing is kept.',
  retryable: false,
};
