import { setTimeout as delay } from 'node:timers/promises';

/**
 * Repeats `check` until it returns something other than undefined, and returns that. Use it only to
 * wait for something that fires no event. `what` completes the sentence "Timed out waiting for …".
 */
export async function pollUntil<T>(
  what: string,
  check: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 60_000,
  intervalMs = 25,
): Promise<T> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const answer = await check();
    if (answer !== undefined) return answer;
    if (Date.now() > deadline) throw new Error(`Timed out waiting for ${what}.`);
    await delay(intervalMs);
  }
}
