import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import {
  allowedSiteSchema,
  highlightedPagesSchema,
  pageHighlightsSchema,
  readablePatternSchema,
  sitePatternSchema,
} from './model.ts';
import { highlightColorSchema } from '../outbox/model.ts';

export const highlightMessages = {
  /** Lists a page's highlights in page order. */
  'highlights.of-page': message({ tabId: z.int() }, pageHighlightsSchema),
  /** Lists this many pages with highlights. */
  'highlights.list-pages': message({ most: z.int() }, highlightedPagesSchema),
  'highlights.set-color': message({ id: z.string(), color: highlightColorSchema }, nothing),
  /**
   * Changes a comment, or removes it if it's null. A sent note is immutable, so a new note replaces it. Returns the
   * highlight's id, which is then a new one.
   */
  'highlights.set-comment': message(
    { id: z.string(), comment: z.nullable(z.string()) },
    z.object({ id: z.string() }),
  ),
  'highlights.draw': message({ tabId: z.int() }, nothing),
  /** Scrolls to a highlight, drawing it first if necessary. `isThere` is false if its text isn't on the page. */
  'highlights.reveal': message(
    { tabId: z.int(), id: z.string() },
    z.object({ isThere: z.boolean() }),
  ),
  /** Hides a highlight and keeps its note. */
  'highlights.hide': message({ id: z.string() }, nothing),
  'highlights.show': message({ id: z.string() }, nothing),
  /** Send before and after the browser's prompt, which can close the popup. Takes effect once permission is granted. */
  'sites.allow': message({ pattern: sitePatternSchema }, nothing),
  /** Also removes drawn highlights and releases the permission. */
  'sites.remove': message({ pattern: sitePatternSchema }, nothing),
  'sites.list': message({}, z.object({ sites: z.array(allowedSiteSchema) })),
  /** Releases a permission granted for something else, such as a PDF. */
  'sites.release': message({ pattern: readablePatternSchema }, nothing),
} as const;
