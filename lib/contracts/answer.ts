/** The form of the background's answer to any question, before what it gives is parsed. */
import * as z from 'zod/mini';
import { appErrorSchema } from './errors.ts';

export const answerSchema = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), value: z.unknown() }),
  z.object({ ok: z.literal(false), error: appErrorSchema }),
]);
export type Answer = z.infer<typeof answerSchema>;
