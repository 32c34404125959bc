import * as z from 'zod/mini';

export const listedDocumentSchema = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  /** An HTTP(S) address; null if unknown. */
  url: z.nullable(z.string()),
  /** The first words of the text; null if unknown. */
  opening: z.nullable(z.string()),
  /** Milliseconds since the epoch; null if unknown. */
  savedAt: z.nullable(z.number()),
  /** `unknown` means that the service reports no status. */
  learning: z.enum(['learned', 'learning', 'failed', 'canceled', 'unknown']),
  reason: z.nullable(z.string()),
  customId: z.nullable(z.string()),
});
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

export const documentListSchema = z.object({
  /** Documents in the service's order, newest first. */
  documents: z.array(listedDocumentSchema),
  /** Null on the last page. */
  nextCursor: z.nullable(z.string()),
  /** Whether the service sent more documents than can be listed. */
  isCut: z.boolean(),
});
export type DocumentList = z.infer<typeof documentListSchema>;
