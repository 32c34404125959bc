/** Search results and the search history. */
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
  /** The same for all passages of one page or note; absent if the service gives no ids. */
  sourceId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** http(s) only; null if unknown. */
  url: z.nullable(z.string()),
  /** Plain text without Markdown syntax. */
  passage: z.string(),
  /** `[start, end)` offsets of the matched words in `passage`, in UTF-16 code units, ascending. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** Memories that didn't respond, each with the reason as text. */
const unansweredSchema = z.array(z.object({ memory: z.string(), reason: z.string() }));

export const searchResultsSchema = z.object({
  hits: z.array(searchResultSchema),
  unanswered: unansweredSchema,
  /** How many Memories were searched. */
  searched: z.int(),
  /** Saved items that are not searchable yet. */
  stillLearning: z.int(),
  /** The page and the query made from it, if the person didn't type the query. */
  about: z.optional(z.object({ title: z.string(), q: z.string() })),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;

export const morePassagesSchema = z.object({
  hits: z.array(searchResultSchema),
  /** How many passages of the Memory were looked through. */
  looked: z.int(),
  /** The page has no other matches. */
  isAll: z.boolean(),
  unanswered: unansweredSchema,
});
export type MorePassages = z.infer<typeof morePassagesSchema>;

/** Why a call waits. */
export const callWaitSchema = z.discriminatedUnion('reason', [
  /** Two questions of the account are being answered; this one is next. */
  z.object({ reason: z.literal('turn') }),
  /** Too many requests, or other clients are asking questions; retried at `until`. */
  z.object({
    reason: z.enum(['rate-limit', 'turns-exhausted']),
    /** Milliseconds since the epoch. */
    until: z.number(),
    limitPerMin: z.nullable(z.number()),
  }),
  /** The service failed or didn't respond; retried at `until`. */
  z.object({ reason: z.literal('retry'), until: z.number() }),
]);
export type CallWait = z.infer<typeof callWaitSchema>;

export const mostSearches = 50;

export const keptSearchSchema = z.object({
  q: z.string().check(z.minLength(1), z.maxLength(serviceLimits.queryLength)),
  /** The last time, in milliseconds since the epoch. */
  at: z.number(),
});
export type KeptSearch = z.infer<typeof keptSearchSchema>;

export const searchHistorySchema = z.object({
  /** Whether searches are stored. */
  remembers: z.boolean(),
  /** Newest first, without duplicates. */
  searches: z.array(keptSearchSchema),
});
export type SearchHistory = z.infer<typeof searchHistorySchema>;

/** A change of the history; safe to repeat. */
export const historyChangeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('add'), q: z.string() }),
  z.object({ change: z.literal('remove'), q: z.string() }),
  z.object({ change: z.literal('clear') }),
  /** Restores removed searches, and turns the history on. */
  z.object({ change: z.literal('restore'), searches: z.array(keptSearchSchema) }),
  /** Turning it off clears the history. */
  z.object({ change: z.literal('remember'), remembers: z.boolean() }),
]);
export type HistoryChange = z.infer<typeof historyChangeSchema>;

export const noHistory: SearchHistory = { remembers: true, searches: [] };

export type HitPorts = {
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
};

/** A service that sends more characters would freeze the panel. */
const longestPassage = 100_000;

/** Turns the service's hits into results, with the matches of `q`. */
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

/** A highlight is shown verbatim, since its characters aren't Markdown; only the quote signs above a comment go. */
function highlightText(content: string, { comment }: Highlight): string {
  return (comment ?? '') === '' ? content : content.replace(/^> ?/gm, '');
}

/** A service that gives no ids can still give addresses. */
function sourceOf(hit: SearchHit): Pick<SearchResult, 'sourceId'> {
  const sourceId =
    hit.document_id ?? hit.memory_id ?? webAddress(hit.url) ?? webAddress(hit.custom_id);
  return sourceId === null ? {} : { sourceId };
}
