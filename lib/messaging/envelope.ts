/** The form of a question to the background and of its answer. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contracts/errors.ts';
import { messages, type MessageName } from '../contracts/messages.ts';

export const questionSchema = z.object({
  keepsake: z.literal('ask'),
  /** Names the question in the log of both sides. */
  requestId: z.string(),
  name: z.custom<MessageName>((name) => typeof name === 'string' && Object.hasOwn(messages, name)),
  input: z.unknown(),
});

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;
