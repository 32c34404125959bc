import * as z from 'zod/mini';
import {
  allowedSiteSchema,
  highlightedPagesSchema,
  pageHighlightsSchema,
  readablePatternSchema,
  sitePatternSchema,
} from './model.ts';
import { highlightColorSchema } from '../outbox/model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });
const ofTab = z.object({ tabId: z.int() });
const ofSite = z.object({ pattern: sitePatternSchema });

export const highlightMessages = {
  /** Lists a page's highlights in page order. */
  'highlights.of-page': { input: ofTab, output: pageHighlightsSchema },
  /** Lists this many pages with highlights. */
  'highlights.list-pages': { input: z.object({ most: z.int() }), output: highlightedPagesSchema },
  'highlights.set-color': {
    input: z.object({ id: z.string(), color: highlightColorSchema }),
    output: nothing,
  },
  /**
   * Changes a comment, or removes it if it's null. A note that was sent is immutable, so a new one is saved; the id is
   * the highlight's own from then on.
   */
  'highlights.set-comment': {
    input: z.object({ id: z.string(), comment: z.nullable(z.string()) }),
    output: z.object({ id: z.string() }),
  },
  'highlights.draw': { input: ofTab, output: nothing },
  /** Scrolls to a highlight, drawing it first if necessary. `isThere` is false if its text isn't on the page. */
  'highlights.reveal': {
    input: z.object({ tabId: z.int(), id: z.string() }),
    output: z.object({ isThere: z.boolean() }),
  },
  /** Hides a highlight and keeps its note. */
  'highlights.hide': { input: ofOne, output: nothing },
  'highlights.show': { input: ofOne, output: nothing },
  /** Send it before and after the browser's prompt, which may close the popup. Does nothing without the permission. */
  'sites.allow': { input: ofSite, output: nothing },
  /** Also removes drawn highlights and releases the permission. */
  'sites.remove': { input: ofSite, output: nothing },
  'sites.list': { input: nothing, output: z.object({ sites: z.array(allowedSiteSchema) }) },
  /** Releases a permission granted for something else, such as a PDF. */
  'sites.release': { input: z.object({ pattern: readablePatternSchema }), output: nothing },
} as const;
