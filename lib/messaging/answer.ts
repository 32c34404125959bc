/** `value` is parsed later, by the message's schema. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

/** Before each further attempt. */
const repeatDelaysMs = [50, 250, 1_000, 3_000] as const;

/** Null after the last attempt; `attempt` returns null if there was no response. */
export async function askRepeatedly<T>(
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
