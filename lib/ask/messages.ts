import * as z from 'zod/mini';
import { askAnswerSchema } from './model.ts';

export const askMessages = {
  /** Not repeatable, because the service might already have the question. `call.waiting` events carry the `askId`. */
  'ask.ask': {
    input: z.object({ askId: z.string(), message: z.string() }),
    output: askAnswerSchema,
    isRepeatable: false,
  },
  'ask.cancel': { input: z.object({ askId: z.string() }), output: z.object({}) },
} as const;
