/** Work that ends in time: done, out of time, or given up by its caller. */

/** Resolves after `ms` milliseconds, or as soon as `signal` aborts. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

export type Ended<T> =
  | { readonly by: 'done'; readonly value: T }
  | { readonly by: 'timeout' }
  | { readonly by: 'abort' };

export interface Bounds {
  readonly sleep: Sleep;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs `work` and waits for it no longer than its bounds allow, also where it ignores the signal it is handed; that
 * signal aborts when the wait is over.
 */
export async function runWithin<T>(
  work: (signal: AbortSignal) => Promise<T>,
  { sleep, timeoutMs, signal }: Bounds,
): Promise<Ended<T>> {
  if (signal?.aborted === true) return { by: 'abort' };
  const over = new AbortController();
  const given = Promise.withResolvers<Ended<T>>();
  const giveUp = () => given.resolve({ by: 'abort' });
  signal?.addEventListener('abort', giveUp, { once: true });
  // A sleep that rejects when it is ended early is as good as one that resolves.
  sleep(timeoutMs, over.signal).then(
    () => given.resolve({ by: 'timeout' }),
    () => undefined,
  );
  try {
    const done = work(over.signal).then((value): Ended<T> => ({ by: 'done', value }));
    return await Promise.race([done, given.promise]);
  } finally {
    signal?.removeEventListener('abort', giveUp);
    over.abort();
  }
}

/** Waits, and tells whether the whole time passed: false where `signal` aborted first. */
export async function pause(ms: number, sleep: Sleep, signal: AbortSignal | undefined) {
  const never = new Promise<never>(() => undefined);
  const ended = await runWithin(() => never, { sleep, timeoutMs: ms, signal });
  return ended.by === 'timeout';
}
