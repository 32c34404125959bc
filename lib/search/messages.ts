import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import {
  historyChangeSchema,
  morePassagesSchema,
  searchResultSchema,
  searchResultsSchema,
  searchHistorySchema,
} from './model.ts';

export const searchMessages = {
  /** `searchId` is used by `search.cancel`. */
  'search.run': message(
    { searchId: z.string(), q: z.string(), memoryId: z.optional(z.string()) },
    searchResultsSchema,
  ),
  'search.cancel': message({ searchId: z.string() }, nothing),
  /** Searches for content related to the page, without the page itself. The tab must be readable. */
  'search.related': message(
    { searchId: z.string(), tabId: z.int(), memoryId: z.optional(z.string()) },
    searchResultsSchema,
  ),
  /** Returns more passages of one page. */
  'search.more': message(
    {
      searchId: z.string(),
      q: z.string(),
      sourceId: z.string(),
      memoryId: z.optional(z.string()),
    },
    morePassagesSchema,
  ),
  /** Opens the result in a new tab next to the current one, or in a tab known to show it. */
  'search.open': message({ hit: searchResultSchema }, nothing),
  'history.read': message({}, searchHistorySchema),
  /** Returns the updated history. */
  'history.change': { input: historyChangeSchema, output: searchHistorySchema },
} as const;
