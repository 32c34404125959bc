import * as z from 'zod/mini';
import { message } from '../contract/message.ts';
import { documentListSchema } from './model.ts';
import { deletionSchema } from '../outbox/messages.ts';
import { memoryChoiceSchema } from '../connections/model.ts';

export const documentMessages = {
  /** `cursor` is the `nextCursor` of the previous page. */
  'documents.list': message(
    {
      connectionId: z.string(),
      memoryId: z.string(),
      cursor: z.nullable(z.string()),
    },
    documentListSchema,
  ),
  /** Works even if another browser saved the document. Confirmed like `saved.delete`. */
  'documents.delete': message(
    {
      connectionId: z.string(),
      memory: memoryChoiceSchema,
      documentId: z.string(),
      customId: z.nullable(z.string()),
      confirm: z.boolean(),
    },
    deletionSchema,
  ),
  /** Deletes a fact from the profile. Confirmed like `saved.delete`. */
  'facts.delete': message(
    { connectionId: z.string(), memory: memoryChoiceSchema, id: z.string(), confirm: z.boolean() },
    deletionSchema,
  ),
} as const;
