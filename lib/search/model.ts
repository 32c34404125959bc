/** What a search gives: hits with the Memory each came from, the Memories that failed, and the searches that are kept. */
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
  /** The same for all passages of one page or note; absent where the service does not tell them apart. */
  sourceId: z.optional(z.string()),
  title: z.nullable(z.string()),
  /** http(s) only; null where the source is not known. */
  url: z.nullable(z.string()),
  /** The passage as plain text, Markdown marks taken off. */
  passage: z.string(),
  /** `[start, end)` offsets of the matched words in `passage`, in UTF-16 code units, ascending. */
  marks: z.array(z.tuple([z.int(), z.int()])),
  /** ISO 8601. */
  savedAt: z.nullable(z.string()),
});
export type SearchResult = z.infer<typeof searchResultSchema>;

/** Memories that could not answer, each with its reason in words. */
const unansweredSchema = z.array(z.object({ memory: z.string(), reason: z.string() }));

export const searchResultsSchema = z.object({
  hits: z.array(searchResultSchema),
  unanswered: unansweredSchema,
  /** How many Memories were asked. */
  searched: z.int(),
  /** Saved items that are not searchable yet. */
  stillLearning: z.int(),
  /** The page a search was about, and the words it was asked by, where it was not the person who wrote them. */
  about: z.optional(z.object({ title: z.string(), q: z.string() })),
});
export type SearchResults = z.infer<typeof searchResultsSchema>;

/** What else a search finds in one page. */
export const morePassagesSchema = z.object({
  hits: z.array(searchResultSchema),
  /** How many passages of the whole Memory were looked through for those of the page. */
  looked: z.int(),
  /** Nothing that matches was left out, so there is no more of the page than this. */
  isAll: z.boolean(),
  unanswered: unansweredSchema,
});
export type MorePassages = z.infer<typeof morePassagesSchema>;

/** Why a call that was asked for has not been answered yet. */
export const callWaitSchema = z.discriminatedUnion('reason', [
  /** Two agent turns of the account are taken; ours comes when one is free. */
  z.object({ reason: z.literal('turn') }),
  /** The service counted too many requests, or has both turns taken by others; asked again at `until`. */
  z.object({
    reason: z.enum(['rate-limit', 'turns-exhausted']),
    /** Milliseconds since the epoch. */
    until: z.number(),
    /** As the service gave it. */
    limitPerMin: z.nullable(z.number()),
  }),
  /** The service did not answer or failed, and is asked again at `until`. */
  z.object({ reason: z.literal('retry'), until: z.number() }),
]);
export type CallWait = z.infer<typeof callWaitSchema>;

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

export type HitPorts = {
  findHighlight: (note: { memoryId: string | null; text: string }) => Promise<Highlight | null>;
};

/** Characters of a passage that are shown; a service that sends more would bring the panel to a halt. */
const longestPassage = 100_000;

/** Describes hits, most relevant first and no more than a search may give; the words of `q` are marked in each. */
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
  const passage = highlight === null ? plainText(content) : wordsOf(content, highlight);
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

/** Kept words stand as they did on the page, stars and underscores too; only the marks of a quotation above a comment go. */
function wordsOf(content: string, { comment }: Highlight): string {
  return (comment ?? '') === '' ? content : content.replace(/^> ?/gm, '');
}

/** A service that gives no ids may still give addresses. */
function sourceOf(hit: SearchHit): Pick<SearchResult, 'sourceId'> {
  const sourceId =
    hit.document_id ?? hit.memory_id ?? webAddress(hit.url) ?? webAddress(hit.custom_id);
  return sourceId === null ? {} : { sourceId };
}
