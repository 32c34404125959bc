/** What a search tells the surfaces: hits with the Memory each came from, and the Memories that could not answer. */
import * as z from 'zod/mini';

export const recallHitSchema = z.object({
  /** Unique within one answer. */
  key: z.string(),
  memory: z.string(),
  kind: z.enum(['page', 'note']),
  title: z.nullable(z.string()),
  /** http(s) only; null where the source is not known. */
  url: z.nullable(z.string()),
  /** The passage as plain text, Markdown marks taken off. */
  passage: z.string(),
  /** `[start, end)` offsets of the matched words in `passage`, in UTF-16 code units, ascending. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type RecallHit = z.infer<typeof recallHitSchema>;

export const recallOutcomeSchema = z.object({
  hits: z.array(recallHitSchema),
  /** Memories that could not answer, each with its reason in words. */
  unanswered: z.array(z.object({ memory: z.string(), reason: z.string() })),
  /** How many Memories were asked. */
  searched: z.int(),
  /** Saved items that are not searchable yet. */
  stillLearning: z.int(),
});
export type RecallOutcome = z.infer<typeof recallOutcomeSchema>;
