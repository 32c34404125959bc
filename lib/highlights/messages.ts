/** What the surfaces may ask about marks on pages: name → input and output. */
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
  /** The highlights of the page in a tab in the order they stand in it, and whether its site is allowed. */
  'highlights.of-page': { input: ofTab, output: pageHighlightsSchema },
  /** Draws the marks of the page, where the person's click lets this page be read. */
  'highlights.draw': { input: ofTab, output: nothing },
  /** Scrolls to a mark, drawing it first where need be; false where its words are not on the page. */
  'highlights.reveal': {
    input: z.object({ tabId: z.int(), id: z.string() }),
    output: z.object({ isThere: z.boolean() }),
  },
  /** Takes the mark off its page, or puts it back; the note stays as it is. */
  'highlights.hide': { input: ofOne, output: nothing },
  'highlights.show': { input: ofOne, output: nothing },
  /**
   * Turns marks on for a site. Asked both before and after the browser asks the person: a popup can be gone by the time
   * they say yes, and without the browser's permission nothing is turned on.
   */
  'sites.allow': { input: ofSite, output: nothing },
  /** Turns them off, takes them off the pages that are open, and gives the permission back. */
  'sites.remove': { input: ofSite, output: nothing },
  'sites.list': { input: nothing, output: z.object({ sites: z.array(allowedSiteSchema) }) },
  /** Gives back what else may be read: allowed for a PDF, for links, or for many at once. */
  'sites.release': { input: z.object({ pattern: readablePatternSchema }), output: nothing },
} as const;
