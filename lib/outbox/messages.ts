/** Messages about saves. */
import * as z from 'zod/mini';
import { editableSchema, learnedNewsSchema, outboxListSchema, outboxViewSchema } from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

export const savedDeletionSchema = z.discriminatedUnion('outcome', [
  /** `wasGone`: it was deleted before. */
  z.object({ outcome: z.literal('deleted'), wasGone: z.boolean() }),
  z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
]);
export type SavedDeletion = z.infer<typeof savedDeletionSchema>;

export const outboxMessages = {
  'outbox.list': { input: nothing, output: outboxListSchema },
  'outbox.get': { input: ofOne, output: z.nullable(outboxViewSchema) },
  /** `tabId` is where the page is open now, if it still has to be read. */
  'outbox.retry': {
    input: z.object({ id: z.string(), tabId: z.nullable(z.int()) }),
    output: outboxViewSchema,
  },
  /** Indexes a page on this device again. Fails with `memory.not-offered` in other connections. */
  'outbox.update-now': { input: ofOne, output: outboxViewSchema },
  /** Null if there is no text to edit: not read yet, or sent already. */
  'outbox.editable': { input: ofOne, output: z.nullable(editableSchema) },
  /** Edits an unsent save and sends it. */
  'outbox.edit': {
    input: z.object({ id: z.string(), ...editableSchema.shape, memoryId: z.string() }),
    output: outboxViewSchema,
  },
  /** Hides an item; `outbox.restore` restores it within `undoMs`. */
  'outbox.discard': { input: ofOne, output: nothing },
  'outbox.restore': { input: ofOne, output: outboxViewSchema },
  /** Deletes the document. Unless confirmed, it only returns the service's own question, to be shown verbatim. */
  'saved.delete': {
    input: z.object({ id: z.string(), confirm: z.boolean() }),
    output: savedDeletionSchema,
  },
  /** Returns each page that became searchable once. */
  'learned.take': { input: nothing, output: learnedNewsSchema },
} as const;
