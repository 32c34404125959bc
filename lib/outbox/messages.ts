import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { editableSchema, learnedNewsSchema, outboxListSchema, outboxViewSchema } from './model.ts';

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
  'outbox.list': message({}, outboxListSchema),
  'outbox.get': message({ id: z.string() }, z.nullable(outboxViewSchema)),
  /** `tabId` is the tab that shows the page now, if it still has to be read. */
  'outbox.retry': message({ id: z.string(), tabId: z.nullable(z.int()) }, outboxViewSchema),
  /** Indexes a failed document of this device again. Otherwise, fails with `memory.not-offered`. */
  'outbox.update-now': message({ id: z.string() }, outboxViewSchema),
  /** Null if the item hasn't been read yet or was already sent. */
  'outbox.editable': message({ id: z.string() }, z.nullable(editableSchema)),
  'outbox.edit': message(
    { id: z.string(), ...editableSchema.shape, memoryId: z.string() },
    outboxViewSchema,
  ),
  /** Can be undone by `outbox.restore` within `undoMs`. */
  'outbox.discard': message({ id: z.string() }, nothing),
  'outbox.restore': message({ id: z.string() }, outboxViewSchema),
  /** Unless confirmed, only returns the service's own confirmation message, to be shown verbatim. */
  'saved.delete': message({ id: z.string(), confirm: z.boolean() }, savedDeletionSchema),
  /** Returns newly searchable pages, each once. */
  'learned.take': message({}, learnedNewsSchema),
} as const;
