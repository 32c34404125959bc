/** What the surfaces can ask the agent of a service: name → input and output. */
import * as z from 'zod/mini';
import { askAnswerSchema } from './model.ts';

export const askMessages = {
  /** Never repeated, since the service may have received it. The events `call.waiting` carry the `askId`. */
  'ask.ask': {
    input: z.object({ askId: z.string(), message: z.string() }),
    output: askAnswerSchema,
    isRepeatable: false,
  },
  'ask.cancel': { input: z.object({ askId: z.string() }), output: z.object({}) },
} as const;
