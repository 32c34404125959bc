/** The response to a message. `value` is parsed later, with the message's schema. */
import * as z from 'zod/mini';
import { type AppError, appError, appErrorSchema } from '../contract/errors.ts';
import { err, ok, type Result } from '../contract/result.ts';

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;

export const unanswered = appError(
  'message.unanswered',
  'Keepsake’s background did not respond.',
  true,
);

/** Returns the value of a response, or its error. `answer` is null if there was none. */
export function resultOf<T>(
  name: string,
  answer: Answer | null,
  output: z.ZodMiniType<T>,
): Result<T, AppError> {
  if (answer === null) return err(unanswered);
  if (!answer.ok) return answer;
  const value = output.safeParse(answer.value);
  if (value.success) return ok(value.data);
  return err(appError('internal', `The response to ${name} is invalid.`));
}

/** Delays before each further attempt. */
const repeatDelaysMs = [50, 250, 1_000, 3_000] as const;

/** Returns null after the last attempt. `attempt` returns null if there was no response. */
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
