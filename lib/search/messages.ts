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
    /** `searchId` is used by `search.cancel`. */
    input: z.object({ searchId: z.string(), q: z.string(), memoryId: z.optional(z.string()) }),
    output: searchResultsSchema,
  },
  'search.cancel': { input: z.object({ searchId: z.string() }), output: nothing },
  /** Searches for content related to the page, without the page itself. The tab must be readable. */
  'search.related': {
    input: z.object({ searchId: z.string(), tabId: z.int(), memoryId: z.optional(z.string()) }),
    output: searchResultsSchema,
  },
  /** Returns more passages of one page. */
  'search.more': {
    input: z.object({
      searchId: z.string(),
      q: z.string(),
      sourceId: z.string(),
      memoryId: z.optional(z.string()),
    }),
    output: morePassagesSchema,
  },
  /** Opens the result in a new tab next to the current one, or in a tab known to show it. */
  'search.open': { input: z.object({ hit: searchResultSchema }), output: nothing },
  'history.read': { input: nothing, output: searchHistorySchema },
  /** Returns the changed history. */
  'history.change': { input: historyChangeSchema, output: searchHistorySchema },
} as const;
