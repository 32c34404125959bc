/** What the surfaces may ask about marks on pages: name → input and output. */
import * as z from 'zod/mini';
import { highlightViewSchema, siteStandingSchema } from './highlights.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });
const ofTab = z.object({ tabId: z.int() });

export const highlightMessages = {
  /** The highlights of the page in a tab in the order they stand in it, and whether its site is allowed. */
  'highlights.of-page': {
    input: ofTab,
    output: z.object({ site: siteStandingSchema, highlights: z.array(highlightViewSchema) }),
  },
  /** Draws the marks of the page, where the person's click lets this page be read. */
  'highlights.draw': { input: ofTab, output: nothing },
  /** Scrolls to a mark; false where its words are not on the page. */
  'highlights.reveal': {
    input: z.object({ tabId: z.int(), id: z.string() }),
    output: z.object({ isThere: z.boolean() }),
  },
  /** Takes the mark off its page, or puts it back; the note stays as it is. */
  'highlights.unmark': { input: ofOne, output: nothing },
  'highlights.mark': { input: ofOne, output: nothing },
  /** The person has just given or taken the browser's permission for a site. */
  'sites.changed': { input: nothing, output: nothing },
  /** Patterns of the sites where marks and the selection button are on by themselves. */
  'sites.list': { input: nothing, output: z.object({ patterns: z.array(z.string()) }) },
} as const;
