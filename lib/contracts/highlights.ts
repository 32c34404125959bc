/** Marks on pages: the words a person highlighted, kept on this device with the way back to them. */
import * as z from 'zod/mini';
import { anchorSchema, selectionCaptureSchema } from './capture.ts';
import { keptStateSchema } from './outbox.ts';

/** Where a mark stands on the page that is open: not looked for, drawn, or its words are no longer there. */
export const placementSchema = z.enum(['unknown', 'placed', 'orphaned']);
export type Placement = z.infer<typeof placementSchema>;

/** A highlight as the side panel lists it. */
export const highlightViewSchema = z.object({
  id: z.string(),
  quote: z.string(),
  comment: z.nullable(z.string()),
  url: z.string(),
  title: z.string(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  /** Whether its mark is to be drawn. */
  isMarked: z.boolean(),
  placement: placementSchema,
  /** Of the note in the outbox; null where that row is gone. */
  state: z.nullable(keptStateSchema),
  memory: z.nullable(z.string()),
});
export type HighlightView = z.infer<typeof highlightViewSchema>;

/** Whether the selection button and the marks are on at a site by themselves. */
export const siteStandingSchema = z.object({
  /** A pattern of the browser's permissions, as `https://example.org/*`; null for a page no extension may read. */
  pattern: z.nullable(z.string()),
  isAllowed: z.boolean(),
});
export type SiteStanding = z.infer<typeof siteStandingSchema>;

/** What a page's script needs to draw one mark; nothing else of the note leaves the background. */
export const markSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  comment: z.nullable(z.string()),
});
export type Mark = z.infer<typeof markSchema>;

/** A selection that the person keeps on the page itself. */
export const keptSelectionSchema = z.object({
  id: z.uuid(),
  selection: selectionCaptureSchema,
  comment: z.nullable(z.string()),
});
export type KeptSelection = z.infer<typeof keptSelectionSchema>;
