/** Marks on pages: the words a person highlighted, kept on this device with the way back to them. */
import * as z from 'zod/mini';
import { anchorSchema, selectionCaptureSchema } from './capture.ts';
import { serviceLimits } from './limits.ts';
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

/** A pattern of the browser's permissions for all of one site, as `https://example.org/*`. */
export const sitePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/*?#\s]+\/\*$/));

/** Such a pattern, or one with a star for the host, which is for all sites. */
export const readablePatternSchema = z.string().check(z.regex(/^https?:\/\/[^/?#\s]+\/\*$/));

/** Whether the selection button and the marks are on at a site by themselves. */
export const siteStandingSchema = z.object({
  /** Null for a page no extension may read, and where it is not known which page it is. */
  pattern: z.nullable(z.string()),
  isAllowed: z.boolean(),
});
export type SiteStanding = z.infer<typeof siteStandingSchema>;

/** A site the person turned marks on for. */
export const allowedSiteSchema = z.object({
  pattern: z.string(),
  /** Milliseconds since the epoch. */
  since: z.number(),
  /** False where the person took the permission back in the browser's own settings. */
  isAllowed: z.boolean(),
});
export type AllowedSite = z.infer<typeof allowedSiteSchema>;

/** The highlights of the page in a tab. */
export const pageHighlightsSchema = z.object({
  /** Null where the browser does not say which page it is. */
  page: z.nullable(z.object({ key: z.string(), title: z.string() })),
  site: siteStandingSchema,
  /** As they stand on the page; those whose place is not known follow, oldest first. */
  highlights: z.array(highlightViewSchema),
});
export type PageHighlights = z.infer<typeof pageHighlightsSchema>;

/** What is remembered of a tab in which a script of ours runs, until the browser ends. */
export const shownTabSchema = z.object({
  tabId: z.int(),
  /** Of the page whose marks it asked for; empty before it asked. */
  pageKey: z.string(),
  /** The origin at which the person's click let the script in; null where the site itself is allowed. */
  clickedAt: z.nullable(z.string()),
  placements: z.record(
    z.string(),
    z.object({ placement: placementSchema, frameId: z.int(), order: z.int() }),
  ),
});
export type ShownTab = z.infer<typeof shownTabSchema>;

/** What a page's script needs to draw one mark; nothing else of the note leaves the background. */
export const markSchema = z.object({
  id: z.string(),
  anchor: anchorSchema,
  comment: z.nullable(z.string()),
});
export type Mark = z.infer<typeof markSchema>;

/** More than any note may hold, so that nothing larger is even looked at. */
const pageText = z.string().check(z.maxLength(serviceLimits.contentBytes));

/** A selection that the person keeps on the page itself. */
export const keptSelectionSchema = z.object({
  id: z.uuid(),
  selection: z.extend(selectionCaptureSchema, { text: pageText, anchor: z.nullable(anchorSchema) }),
  comment: z.nullable(pageText),
});
export type KeptSelection = z.infer<typeof keptSelectionSchema>;
