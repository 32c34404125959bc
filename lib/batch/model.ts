/** Many saved at once: tabs of a window, or a folder of bookmarks. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { everySite } from '../url/origins.ts';

/**
 * `waiting` → `handed`, once it has a row in the outbox → `kept | existed | refused | canceled`, as that row comes out.
 * What can be seen beforehand is `refused` at once. A row that the person takes up again takes its entry along.
 */
export const entryStatuses = [
  'waiting',
  'handed',
  /** Taken by the service. */
  'kept',
  /** The Memory held it before. */
  'existed',
  'refused',
  /** Left out by the person, alone or with the rest of the batch. */
  'canceled',
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** One page or address of a batch; `id` is that of its row in the outbox once it was handed over. */
export const batchEntrySchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** Its place in the batch. */
  order: z.int(),
  url: z.string(),
  title: z.string(),
  /** The tab to read; null has the service read the address. */
  tabId: z.nullable(z.int()),
  status: z.enum(entryStatuses),
  /** Why it was refused; null for all others. */
  error: z.nullable(appErrorSchema),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchSchema = z.object({
  id: z.string(),
  kind: z.enum(['tabs', 'bookmarks']),
  /** The name of the folder; empty for a window, and for a folder without one. */
  name: z.string(),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(['running', 'paused', 'canceled', 'done']),
  /** Why it cannot go on just now: paused, until that is mended; running, until there is room. */
  trouble: z.nullable(appErrorSchema),
  /** Addresses that stood in it more than once, each counted beyond its first. */
  folded: z.int(),
  /** Origins its tabs are read at, and its addresses where this device fetches them: `everySite` alone for a folder. */
  origins: z.array(z.string()),
  /** Its connection is on this device, which fetches its addresses itself. Absent in rows of earlier versions. */
  readsHere: z.optional(z.boolean()),
  /** Those of them that were allowed for it alone, and are given back when it has read its pages. */
  borrowed: z.array(z.string()),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

/** How far a batch is, in numbers of entries; together they are all of it. */
const batchProgressSchema = z.object({
  /** Not begun. */
  waiting: z.int(),
  /** Being read, sent, or waiting to be sent again. */
  underWay: z.int(),
  /** Taken by the service. */
  kept: z.int(),
  /** Of `kept`: those that the Memory held before. */
  existed: z.int(),
  refused: z.int(),
  canceled: z.int(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

const refusalSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  /** It was to be read in a tab. */
  isTab: z.boolean(),
  error: appErrorSchema,
});
export type Refusal = z.infer<typeof refusalSchema>;

/** How many refusals a view names. */
export const listedRefusals = 50;

export const batchViewSchema = z.extend(batchSchema, {
  progress: batchProgressSchema,
  /** Another runs first. */
  isQueued: z.boolean(),
  /** How many were refused for each reason. */
  reasons: z.array(z.object({ code: z.string(), count: z.int() })),
  /** What was refused and why, in its order; at most `listedRefusals`. */
  refusals: z.array(refusalSchema),
});
export type BatchView = z.infer<typeof batchViewSchema>;

/** A tab that can be chosen. */
export const tabChoiceSchema = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  /** Put to sleep by the browser: nothing can be read in it, and its address alone can be saved. */
  isAsleep: z.boolean(),
  /** The browser lets the extension read pages of its site already. */
  isAllowed: z.boolean(),
  /** Why it cannot be saved; null where it can. */
  obstacle: z.nullable(appErrorSchema),
  /** A Memory holds it already, or it is on its way to one. */
  isSaved: z.boolean(),
});
export type TabChoice = z.infer<typeof tabChoiceSchema>;

/** A folder of bookmarks; its own addresses and those of all folders in it are counted. */
export const bookmarkFolderSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for a folder at the top. */
  depth: z.int(),
  count: z.int(),
});
export type BookmarkFolder = z.infer<typeof bookmarkFolderSchema>;

/** What the browser asks the person for before tabs or bookmarks can be listed. */
export type BatchAccess = 'tabs' | 'bookmarks';

export type EntryCounts = Record<EntryStatus, number>;

export function progressOf(counts: EntryCounts): BatchProgress {
  const { waiting, handed, kept, existed, refused, canceled } = counts;
  return { waiting, underWay: handed, kept: kept + existed, existed, refused, canceled };
}

/** Whether the person or the work itself has ended it; entries that were begun may still be under way. */
export function isEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'done' || status === 'canceled';
}

/** Of several that are to run the oldest does, so that they do not stand in each other's way. */
export function runningOf(batches: readonly Batch[]): Batch | null {
  const running = batches.filter(({ status }) => status === 'running');
  return running.reduce<Batch | null>(
    (first, batch) => (first === null || batch.createdAt < first.createdAt ? batch : first),
    null,
  );
}

/** Entries that may be under way at once: pages are read in tabs of this device, addresses by the service. */
export function widthOf({ kind }: Pick<Batch, 'kind'>): number {
  return kind === 'tabs' ? 4 : 8;
}

/** How many were refused for each reason, the most frequent first. */
export function reasonsOf(
  refused: Iterable<Pick<BatchEntry, 'error'>>,
): { code: string; count: number }[] {
  const counts = new Map<string, number>();
  for (const { error } of refused) {
    const code = error?.code ?? 'internal';
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count);
}

/** Whether this device fetches its addresses itself: then only those that were indexed have been fetched. */
export function isFetchedHere({
  origins,
  readsHere,
}: Pick<Batch, 'origins' | 'readsHere'>): boolean {
  return readsHere === true || origins.includes(everySite);
}
