/** What the surfaces can ask the agent of a service: name → input and output. */
import * as z from 'zod/mini';
import { askAnswerSchema } from './model.ts';

export const askMessages = {
  /**
   * `askId` lets `ask.cancel` name it, and the event `call.waiting` say why it takes so long. Never repeated: a
   * background that ended without an answer may have spent an agent turn.
   */
  'ask.ask': {
    input: z.object({ askId: z.string(), message: z.string() }),
    output: askAnswerSchema,
    isRepeatable: false,
  },
  'ask.cancel': { input: z.object({ askId: z.string() }), output: z.object({}) },
} as const;
