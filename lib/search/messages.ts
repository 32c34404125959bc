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
  /** Finds what is related to the page in a tab, which must be readable. The page itself is left out. */
  'search.related': {
    input: z.object({ searchId: z.string(), tabId: z.int(), memoryId: z.optional(z.string()) }),
    output: searchResultsSchema,
  },
  /** Finds more passages of one page. */
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
  'history.read': { input: nothing, output: searchHistorySchema },
  /** Gives the history after the change. */
  'history.change': { input: historyChangeSchema, output: searchHistorySchema },
} as const;
