import * as z from 'zod/mini';
import { serviceLimits } from '../contract/limits.ts';
import { correctionSchema, type SearchHit } from '../contract/memory-api.ts';
import type { Highlight } from '../outbox/model.ts';
import { plainText } from '../text/plain-text.ts';
import { matchRanges } from '../text/search-terms.ts';
import { webAddress } from '../url/web-address.ts';

export const searchResultSchema = z.object({
  /** Unique within a response. */
  key: z.string(),
  memory: z.string(),
  kind: z.enum(['page', 'note']),
  /** Shared by all passages of a page or note; undefined if the service returns no ids. */
  sourceId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** An HTTP(S) address; null if unknown. */
  url: z.nullable(z.string()),
  /** Plain text, without Markdown. */
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
  searched: z.int(),
  /** Number of saved items that are still being indexed. */
  stillLearning: z.int(),
  /** Whether the service might have more matches than it returned. */
  hasMore: z.optional(z.boolean()),
  /** Words replaced with similar ones, because no Memory contains them. */
  corrections: z.optional(z.array(correctionSchema)),
  /** Set if the service doesn't know the operators, so the extension filtered its results. */
  isFilteredHere: z.optional(z.literal(true)),
  /** Set for a search related to a page; undefined if the person typed the query. */
  about: z.optional(z.object({ title: z.string(), q: z.string() })),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;

export const morePassagesSchema = z.object({
  hits: z.array(searchResultSchema),
  /** Number of passages examined. */
  looked: z.int(),
  /** Whether the page has no other matches. */
  isAll: z.boolean(),
  unanswered: unansweredSchema,
});
export type MorePassages = z.infer<typeof morePassagesSchema>;

export const callWaitSchema = z.discriminatedUnion('reason', [
  /** The account is already running two agent turns; this call is next. */
  z.object({ reason: z.literal('turn') }),
  /** The call is retried at `until`, in milliseconds since the epoch. */
  z.object({ reason: z.enum(['rate-limit', 'turns-exhausted']), until: z.number() }),
  /** The service failed; the call is retried at `until`. */
  z.object({ reason: z.literal('retry'), until: z.number() }),
]);
export type CallWait = z.infer<typeof callWaitSchema>;
/** Maximum number of recent searches; saved ones don't count. */
export const mostSearches = 50;
export const mostSavedSearches = 100;

export const keptSearchSchema = z.object({
  q: z.string().check(z.minLength(1), z.maxLength(serviceLimits.queryLength)),
  /** Time of the last search, in milliseconds since the epoch. */
  at: z.number(),
  /** When the person saved it, in milliseconds since the epoch; undefined for a recent search. */
  savedAt: z.optional(z.number()),
});
export type KeptSearch = z.infer<typeof keptSearchSchema>;

export const searchHistorySchema = z.object({
  remembers: z.boolean(),
  /** Saved searches, then recent ones, each newest first. No search is listed twice. */
  searches: z.array(keptSearchSchema),
});
export type SearchHistory = z.infer<typeof searchHistorySchema>;

export function isSaved({ savedAt }: KeptSearch): boolean {
  return savedAt !== undefined;
}

/** Puts a query on one line, without extra spaces. */
export function tidyQuery(q: string): string {
  return q.trim().replace(/\s+/gu, ' ');
}

/** Queries that differ only in case or spaces are the same search. */
export function isSameSearch(a: string, b: string): boolean {
  return searchKey(a) === searchKey(b);
}

/** Returns the same text for queries that are the same search. */
export function searchKey(q: string): string {
  return tidyQuery(q).normalize('NFKC').toLowerCase();
}

/** Changes are safe to repeat. */
export const historyChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), q: z.string() }),
  z.object({ change: z.literal('remove'), q: z.string() }),
  /** Saved searches stay. */
  z.object({ change: z.literal('clear') }),
  /** Restoring recent searches also turns the history on. */
  z.object({ change: z.literal('restore'), searches: z.array(keptSearchSchema) }),
  /** Works while the history is off, too. Changes nothing once there are `mostSavedSearches`. */
  z.object({ change: z.literal('save'), q: z.string() }),
  /** The search becomes a recent one, or is removed if the history is off. */
  z.object({ change: z.literal('unsave'), q: z.string() }),
  /** Turning it off clears the history. */
  z.object({ change: z.literal('remember'), remembers: z.boolean() }),
]);
export type HistoryChange = z.infer<typeof historyChangeSchema>;
export const noHistory: SearchHistory = { remembers: true, searches: [] };

export type HitPorts = {
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
};

/** Maximum characters of a passage; more would freeze the panel. */
const longestPassage = 100_000;

/** Marks the words in the passages. */
export function describeHits(
  hits: readonly SearchHit[],
  words: string,
  ports: HitPorts,
): Promise<SearchResult[]> {
  const taken = hits.slice(0, serviceLimits.searchLimitMax);
  return Promise.all(taken.map((hit, rank) => describe(hit, { rank, words }, ports)));
}

async function describe(
  hit: SearchHit,
  { rank, words }: { rank: number; words: string },
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
    marks: matchRanges(passage, words),
    savedAt: hit.saved_at ?? null,
  };
}

/** Removes the `>` quote marks if there's a comment. The rest isn't Markdown, so it's left as it is. */
function highlightText(content: string, { comment }: Highlight): string {
  return (comment ?? '') === '' ? content : content.replace(/^> ?/gm, '');
}

/** A service that returns no ids might still return URLs. */
function sourceOf(hit: SearchHit): Pick<SearchResult, 'sourceId'> {
  const sourceId =
    hit.document_id ?? hit.memory_id ?? webAddress(hit.url) ?? webAddress(hit.custom_id);
  return sourceId === null ? {} : { sourceId };
}
