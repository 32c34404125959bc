/** What the surfaces can ask about the documents of a connection: name → input and output. */
import * as z from 'zod/mini';
import { documentListSchema } from './model.ts';
import { savedDeletionSchema } from '../outbox/messages.ts';
import { memoryChoiceSchema } from '../connections/model.ts';

export const documentMessages = {
  /** One page of a Memory's documents; `cursor` is the `nextCursor` of the previous page. */
  'documents.list': {
    input: z.object({
      connectionId: z.string(),
      memoryId: z.string(),
      cursor: z.nullable(z.string()),
    }),
    output: documentListSchema,
  },
  /** Deletes a document, whichever browser saved it; asks and confirms like `saved.delete`. */
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
