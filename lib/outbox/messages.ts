import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { editableSchema, learnedNewsSchema, outboxListSchema, outboxViewSchema } from './model.ts';

/**
 * Unless confirmed, a deletion only returns the service's own confirmation message, to be shown verbatim. It's null for
 * items on this device, for which Keepsake shows its own.
 */
export const deletionSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.literal('deleted'),
    /** Whether it was already deleted. */
    wasGone: z.optional(z.boolean()),
    /** Set if `bin.restore` can undo it. */
    binId: z.optional(z.string()),
  }),
  z.object({ outcome: z.literal('confirmation-required'), sentence: z.nullable(z.string()) }),
]);
export type DeletionOutcome = z.infer<typeof deletionSchema>;

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
  'saved.delete': message({ id: z.string(), confirm: z.boolean() }, deletionSchema),
  /** Returns newly searchable pages, each once. */
  'learned.take': message({}, learnedNewsSchema),
} as const;
