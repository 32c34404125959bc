/** The searches that are remembered on this device: what is stored of them, and what a surface is shown. */
import * as z from 'zod/mini';
import { serviceLimits } from './limits.ts';

/** More than these are not kept; the oldest go first. */
export const mostSearches = 50;

export const keptSearchSchema = z.object({
  q: z.string().check(z.minLength(1), z.maxLength(serviceLimits.queryLength)),
  /** When it was searched for last, in milliseconds since the epoch. */
  at: z.number(),
});
export type KeptSearch = z.infer<typeof keptSearchSchema>;

export const searchHistorySchema = z.object({
  /** Searches are kept at all. */
  remembers: z.boolean(),
  /** Newest first, without doubles. */
  searches: z.array(keptSearchSchema),
});
export type SearchHistory = z.infer<typeof searchHistorySchema>;

/** What becomes of the history; each does the same when it is repeated. */
export const historyChangeSchema = z.discriminatedUnion('change', [
  /** Keeps a search the person finished, before all others; nothing is kept where that is turned off. */
  z.object({ change: z.literal('add'), q: z.string() }),
  z.object({ change: z.literal('remove'), q: z.string() }),
  z.object({ change: z.literal('clear') }),
  /** Puts cleared searches back among those kept since, and has them remembered again. */
  z.object({ change: z.literal('restore'), searches: z.array(keptSearchSchema) }),
  /** Turned off, it clears as well. */
  z.object({ change: z.literal('remember'), remembers: z.boolean() }),
]);
export type HistoryChange = z.infer<typeof historyChangeSchema>;

export const noHistory: SearchHistory = { remembers: true, searches: [] };
