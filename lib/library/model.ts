/** The documents of a connection, as surfaces list them. */
import * as z from 'zod/mini';

export const listedDocumentSchema = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  /** http(s) only; null if unknown. */
  url: z.nullable(z.string()),
  /** The first words of its text; null if unknown. */
  opening: z.nullable(z.string()),
  /** Milliseconds since the epoch; null if unknown. */
  savedAt: z.nullable(z.number()),
  /** `untold` if the service reports no status. */
  learning: z.enum(['learned', 'learning', 'failed', 'canceled', 'untold']),
  /** The service's reason why indexing failed. */
  reason: z.nullable(z.string()),
  customId: z.nullable(z.string()),
});
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

export const documentListSchema = z.object({
  /** Newest first, in the service's order. */
  documents: z.array(listedDocumentSchema),
  /** Where the next page starts; null if there is none. */
  nextCursor: z.nullable(z.string()),
  /** The service sent more at once than can be listed. */
  isCut: z.boolean(),
});
export type DocumentList = z.infer<typeof documentListSchema>;
