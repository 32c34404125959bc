import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { askAnswerSchema } from './model.ts';

export const askMessages = {
  /** Not repeatable, because the service might already have the question. `call.waiting` events carry the `askId`. */
  'ask.ask': {
    ...message({ askId: z.string(), message: z.string() }, askAnswerSchema),
    isRepeatable: false,
  },
  'ask.cancel': message({ askId: z.string() }, nothing),
} as const;
