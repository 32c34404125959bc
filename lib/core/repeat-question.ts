/** Puts a question again to a background that ended before it answered, perhaps after it had done what was asked. */

/** Milliseconds before each further attempt. */
const repeatDelaysMs = [50, 250, 1_000, 3_000] as const;

/** Gives the first answer there is, or null after the last attempt. `attempt` gives null where nobody answered. */
export async function repeatQuestion<T>(
  attempt: () => Promise<T | null>,
  sleep: (ms: number) => Promise<void>,
): Promise<T | null> {
  for (const delayMs of [0, ...repeatDelaysMs]) {
    if (delayMs > 0) await sleep(delayMs);
    const answer = await attempt();
    if (answer !== null) return answer;
  }
  return null;
}
