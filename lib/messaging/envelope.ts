import * as z from 'zod/mini';
import { messages, type MessageName } from './messages.ts';
import { pageMessages, type PageMessageName } from '../highlights/page-messages.ts';

export const questionSchema = z.object({
  keepsake: z.literal('ask'),
  /** For the logs. */
  requestId: z.string(),
  name: z.custom<MessageName>((name) => typeof name === 'string' && Object.hasOwn(messages, name)),
  input: z.unknown(),
});

export const pageQuestionSchema = z.object({
  keepsake: z.literal('page-ask'),
  requestId: z.string().check(z.maxLength(64)),
  name: z.custom<PageMessageName>(
    (name) => typeof name === 'string' && Object.hasOwn(pageMessages, name),
  ),
  input: z.unknown(),
});
