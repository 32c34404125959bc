import * as z from 'zod/mini';
import {
  allowedSiteSchema,
  pageHighlightsSchema,
  readablePatternSchema,
  sitePatternSchema,
} from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });
const ofTab = z.object({ tabId: z.int() });
const ofSite = z.object({ pattern: sitePatternSchema });

export const highlightMessages = {
  /** The highlights of a tab's page in page order, and whether highlighting is on for its site. */
  'highlights.of-page': { input: ofTab, output: pageHighlightsSchema },
  /** Draws the highlights of a page the person has clicked in. */
  'highlights.draw': { input: ofTab, output: nothing },
  /** Scrolls to a highlight, drawing it first if necessary; false if its text isn't on the page. */
  'highlights.reveal': {
    input: z.object({ tabId: z.int(), id: z.string() }),
    output: z.object({ isThere: z.boolean() }),
  },
  /** Hides or shows a highlight; the note stays. */
  'highlights.hide': { input: ofOne, output: nothing },
  'highlights.show': { input: ofOne, output: nothing },
  /**
   * Turns highlighting on for a site. Send it before and after the browser's prompt: the popup can be closed by then,
   * and without the permission nothing is turned on.
   */
  'sites.allow': { input: ofSite, output: nothing },
  /** Turns it off, removes drawn highlights, and gives up the permission. */
  'sites.remove': { input: ofSite, output: nothing },
  'sites.list': { input: nothing, output: z.object({ sites: z.array(allowedSiteSchema) }) },
  /** Gives up another site permission, granted for a PDF, for links or for many pages. */
  'sites.release': { input: z.object({ pattern: readablePatternSchema }), output: nothing },
} as const;
