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

export const noHistory: SearchHistory = { remembers: true, searches: [] };
