/** What the surfaces may ask about the documents of a connection: name → input and output. */
import * as z from 'zod/mini';
import { documentListSchema } from './model.ts';
import { savedDeletionSchema } from '../outbox/messages.ts';
import { memoryChoiceSchema } from '../connections/model.ts';

export const documentMessages = {
  /** One page of what a Memory holds; `cursor` is that of the page before. Kept nowhere. */
  'documents.list': {
    input: z.object({
      connectionId: z.string(),
      memoryId: z.string(),
      cursor: z.nullable(z.string()),
    }),
    output: documentListSchema,
  },
  /** Deletes one from its Memory, also where this browser never saved it; asks and confirms as `saved.delete` does. */
  'documents.delete': {
    input: z.object({
      connectionId: z.string(),
      memory: memoryChoiceSchema,
      documentId: z.string(),
      customId: z.nullable(z.string()),
      confirm: z.boolean(),
    }),
    output: savedDeletionSchema,
  },
} as const;
