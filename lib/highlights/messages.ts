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
  /** In page order. */
  'highlights.of-page': { input: ofTab, output: pageHighlightsSchema },
  'highlights.draw': { input: ofTab, output: nothing },
  /** Draws it first if necessary; false if its text isn't on the page. */
  'highlights.reveal': {
    input: z.object({ tabId: z.int(), id: z.string() }),
    output: z.object({ isThere: z.boolean() }),
  },
  /** The note stays. */
  'highlights.hide': { input: ofOne, output: nothing },
  'highlights.show': { input: ofOne, output: nothing },
  /** Send it before and after the browser's prompt, which can close the popup. No effect without the permission. */
  'sites.allow': { input: ofSite, output: nothing },
  /** Also removes drawn highlights and releases the permission. */
  'sites.remove': { input: ofSite, output: nothing },
  'sites.list': { input: nothing, output: z.object({ sites: z.array(allowedSiteSchema) }) },
  /** For permissions granted for something else, such as a PDF. */
  'sites.release': { input: z.object({ pattern: readablePatternSchema }), output: nothing },
} as const;
