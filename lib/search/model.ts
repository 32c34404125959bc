import * as z from 'zod/mini';
import { serviceLimits } from '../contract/limits.ts';
import type { SearchHit } from '../contract/memory-api.ts';
import type { Highlight } from '../outbox/model.ts';
import { plainText } from '../text/plain-text.ts';
import { matchRanges } from '../text/search-terms.ts';
import { webAddress } from '../url/web-address.ts';

export const searchResultSchema = z.object({
  /** Unique within one answer. */
  key: z.string(),
  memory: z.string(),
  kind: z.enum(['page', 'note']),
  /** Shared by all passages of a page or note; absent if the service gives no ids. */
  sourceId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** http(s) only; null if unknown. */
  url: z.nullable(z.string()),
  /** Plain text without Markdown syntax. */
  passage: z.string(),
  /** Matched words in `passage`: `[start, end)` in UTF-16 code units, ascending. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type SearchResult = z.infer<typeof searchResultSchema>;
const unansweredSchema = z.array(z.object({ memory: z.string(), reason: z.string() }));

export const searchResultsSchema = z.object({
  hits: z.array(searchResultSchema),
  unanswered: unansweredSchema,
  /** Memories. */
  searched: z.int(),
  /** Saved items. */
  stillLearning: z.int(),
  /** Absent if the person typed the query. */
  about: z.optional(z.object({ title: z.string(), q: z.string() })),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;

export const morePassagesSchema = z.object({
  hits: z.array(searchResultSchema),
  /** Number of passages. */
  looked: z.int(),
  /** The page has no other matches. */
  isAll: z.boolean(),
  unanswered: unansweredSchema,
});
export type MorePassages = z.infer<typeof morePassagesSchema>;

export const callWaitSchema = z.discriminatedUnion('reason', [
  /** Two questions of the account are running; this one is next. */
  z.object({ reason: z.literal('turn') }),
  /** Retried at `until`, in milliseconds since the epoch. */
  z.object({
    reason: z.enum(['rate-limit', 'turns-exhausted']),
    until: z.number(),
    limitPerMin: z.nullable(z.number()),
  }),
  /** The service failed; retried at `until`. */
  z.object({ reason: z.literal('retry'), until: z.number() }),
]);
export type CallWait = z.infer<typeof callWaitSchema>;
export const mostSearches = 50;

export const keptSearchSchema = z.object({
  q: z.string().check(z.minLength(1), z.maxLength(serviceLimits.queryLength)),
  /** Last search, in milliseconds since the epoch. */
  at: z.number(),
});
export type KeptSearch = z.infer<typeof keptSearchSchema>;

export const searchHistorySchema = z.object({
  remembers: z.boolean(),
  /** Newest first, without duplicates. */
  searches: z.array(keptSearchSchema),
});
export type SearchHistory = z.infer<typeof searchHistorySchema>;

/** Safe to repeat. */
export const historyChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), q: z.string() }),
  z.object({ change: z.literal('remove'), q: z.string() }),
  z.object({ change: z.literal('clear') }),
  /** Also turns the history on. */
  z.object({ change: z.literal('restore'), searches: z.array(keptSearchSchema) }),
  /** Turning it off clears the history. */
  z.object({ change: z.literal('remember'), remembers: z.boolean() }),
]);
export type HistoryChange = z.infer<typeof historyChangeSchema>;
export const noHistory: SearchHistory = { remembers: true, searches: [] };

export type HitPorts = {
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
};

/** More characters would freeze the panel. */
const longestPassage = 100_000;

export function describeHits(
  hits: readonly SearchHit[],
  q: string,
  ports: HitPorts,
): Promise<SearchResult[]> {
  const taken = hits.slice(0, serviceLimits.searchLimitMax);
  return Promise.all(taken.map((hit, rank) => describe(hit, { rank, q }, ports)));
}

async function describe(
  hit: SearchHit,
  { rank, q }: { rank: number; q: string },
  { findHighlight }: HitPorts,
): Promise<SearchResult> {
  const kind = (hit.document_id ?? null) === null ? 'note' : 'page';
  const note = { memoryId: hit.memory_id ?? null, text: hit.content };
  const highlight = kind === 'note' ? await findHighlight(note) : null;
  const content = hit.content.slice(0, longestPassage);
  const passage = highlight === null ? plainText(content) : highlightText(content, highlight);
  return {
    key: `${rank}:${hit.document_id ?? hit.memory_id ?? ''}`,
    memory: hit.container_name,
    kind,
    ...sourceOf(hit),
    title: hit.title ?? highlight?.title ?? null,
    url: highlight?.url ?? webAddress(hit.url) ?? webAddress(hit.custom_id),
    passage,
    marks: matchRanges(passage, q),
    savedAt: hit.saved_at ?? null,
  };
}

/** Verbatim, because it isn't Markdown; removes only the quote signs above a comment. */
function highlightText(content: string, { comment }: Highlight): string {
  return (comment ?? '') === '' ? content : content.replace(/^> ?/gm, '');
}

/** Without ids, services can still give URLs. */
function sourceOf(hit: SearchHit): Pick<SearchResult, 'sourceId'> {
  const sourceId =
    hit.document_id ?? hit.memory_id ?? webAddress(hit.url) ?? webAddress(hit.custom_id);
  return sourceId === null ? {} : { sourceId };
}
