/** What the surfaces may ask about what was saved and is on its way: name → input and output. */
import * as z from 'zod/mini';
import { editableSchema, learnedNewsSchema, outboxListSchema, outboxViewSchema } from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

/** What came of the wish to delete something that was saved. */
export const savedDeletionSchema = z.discriminatedUnion('outcome', [
  /** `wasGone`: somebody had deleted it before. */
  z.object({ outcome: z.literal('deleted'), wasGone: z.boolean() }),
  z.object({ outcome: z.literal('confirmation-required'), sentence: z.string() }),
]);
export type SavedDeletion = z.infer<typeof savedDeletionSchema>;

export const outboxMessages = {
  'outbox.list': { input: nothing, output: outboxListSchema },
  'outbox.get': { input: ofOne, output: z.nullable(outboxViewSchema) },
  /** `tabId` is where the page is open now: a page that was not read yet is read there. */
  'outbox.retry': {
    input: z.object({ id: z.string(), tabId: z.nullable(z.int()) }),
    output: outboxViewSchema,
  },
  /**
   * Has the connection on this device learn anew what it failed to learn, or what was stopped. Fails with `memory.not-offered`
   * for what is kept elsewhere.
   */
  'outbox.update-now': { input: ofOne, output: outboxViewSchema },
  /** Null where there is no text to change: not read yet, or taken by the service already. */
  'outbox.editable': { input: ofOne, output: z.nullable(editableSchema) },
  /** Changes what was not sent yet, and sends it. */
  'outbox.edit': {
    input: z.object({ id: z.string(), ...editableSchema.shape, memoryId: z.string() }),
    output: outboxViewSchema,
  },
  /** Takes an item out of sight; `outbox.restore` brings it back for some minutes. */
  'outbox.discard': { input: ofOne, output: nothing },
  'outbox.restore': { input: ofOne, output: outboxViewSchema },
  /**
   * Deletes what was saved from the Memory. Unless confirmed, nothing is deleted and the service's own question comes
   * back, to be relayed word for word.
   */
  'saved.delete': {
    input: z.object({ id: z.string(), confirm: z.boolean() }),
    output: savedDeletionSchema,
  },
  /** Gives, once, the pages that became findable since it was asked last. */
  'learned.take': { input: nothing, output: learnedNewsSchema },
} as const;
