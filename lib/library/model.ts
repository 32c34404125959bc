/** The documents of a connection as the surfaces list them, whoever saved them. */
import * as z from 'zod/mini';

export const listedDocumentSchema = z.object({
  id: z.string(),
  title: z.nullable(z.string()),
  /** http(s) only; null where the service tells no such address. */
  url: z.nullable(z.string()),
  /** How its text begins, where the service tells it. */
  opening: z.nullable(z.string()),
  /** Milliseconds since the epoch; null where the service does not tell. */
  savedAt: z.nullable(z.number()),
  /** `untold` where the service says neither that it was learned nor of a run. */
  learning: z.enum(['learned', 'learning', 'failed', 'canceled', 'untold']),
  /** Why learning it failed, in the service's own words. */
  reason: z.nullable(z.string()),
  customId: z.nullable(z.string()),
});
export type ListedDocument = z.infer<typeof listedDocumentSchema>;

export const documentListSchema = z.object({
  /** Newest first, as the service gives them. */
  documents: z.array(listedDocumentSchema),
  /** Asks for those that come after; null where there are none. */
  nextCursor: z.nullable(z.string()),
  /** The service sent more at once than can be shown. */
  isCut: z.boolean(),
});
export type DocumentList = z.infer<typeof documentListSchema>;
