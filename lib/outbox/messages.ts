import * as z from 'zod/mini';
import { editableSchema, learnedNewsSchema, outboxListSchema, outboxViewSchema } from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

export const savedDeletionSchema = z.discriminatedUnion('outcome', [
  /** `wasGone` is true if the document was already deleted. `binId` is set if `bin.restore` can undo it. */
  z.object({
    outcome: z.literal('deleted'),
    wasGone: z.boolean(),
    binId: z.optional(z.string()),
  }),
  z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
]);
export type SavedDeletion = z.infer<typeof savedDeletionSchema>;

export const outboxMessages = {
  'outbox.list': { input: nothing, output: outboxListSchema },
  'outbox.get': { input: ofOne, output: z.nullable(outboxViewSchema) },
  /** `tabId` is the tab that shows the page now, if it still has to be read. */
  'outbox.retry': {
    input: z.object({ id: z.string(), tabId: z.nullable(z.int()) }),
    output: outboxViewSchema,
  },
  /** Indexes a failed document of this device again. Otherwise, fails with `memory.not-offered`. */
  'outbox.update-now': { input: ofOne, output: outboxViewSchema },
  /** Null if the item hasn't been read yet or was already sent. */
  'outbox.editable': { input: ofOne, output: z.nullable(editableSchema) },
  'outbox.edit': {
    input: z.object({ id: z.string(), ...editableSchema.shape, memoryId: z.string() }),
    output: outboxViewSchema,
  },
  /** Can be undone by `outbox.restore` within `undoMs`. */
  'outbox.discard': { input: ofOne, output: nothing },
  'outbox.restore': { input: ofOne, output: outboxViewSchema },
  /** Unless confirmed, only returns the service's own confirmation message, to be shown verbatim. */
  'saved.delete': {
    input: z.object({ id: z.string(), confirm: z.boolean() }),
    output: savedDeletionSchema,
  },
  /** Returns newly searchable pages, each once. */
  'learned.take': { input: nothing, output: learnedNewsSchema },
} as const;
