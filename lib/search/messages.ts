/** What the surfaces can ask the search: name → input and output. */
import * as z from 'zod/mini';
import {
  historyChangeSchema,
  morePassagesSchema,
  searchResultSchema,
  searchResultsSchema,
  searchHistorySchema,
} from './model.ts';

const nothing = z.object({});

export const searchMessages = {
  'search.run': {
    /** `searchId` lets a later `search.cancel` name it. */
    input: z.object({ searchId: z.string(), q: z.string(), memoryId: z.optional(z.string()) }),
    output: searchResultsSchema,
  },
  'search.cancel': { input: z.object({ searchId: z.string() }), output: nothing },
  /**
   * What a Memory holds about the page in a tab, found by what the page says; the page itself is left out. Reads the
   * page, so it takes the click that lets Keepsake read it.
   */
  'search.related': {
    input: z.object({ searchId: z.string(), tabId: z.int(), memoryId: z.optional(z.string()) }),
    output: searchResultsSchema,
  },
  /** More passages of one page for the same words, as far as a search can be made to tell them. */
  'search.more': {
    input: z.object({
      searchId: z.string(),
      q: z.string(),
      sourceId: z.string(),
      memoryId: z.optional(z.string()),
    }),
    output: morePassagesSchema,
  },
  /** Opens the hit's page at the passage, in a new tab beside the current one. */
  'search.open': { input: z.object({ hit: searchResultSchema }), output: nothing },
  /** The searches kept on this device. */
  'history.read': { input: nothing, output: searchHistorySchema },
  /** Gives what is kept after it. */
  'history.change': { input: historyChangeSchema, output: searchHistorySchema },
} as const;
