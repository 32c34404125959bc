/** Batches: the tabs of a window, or a bookmark folder, saved together. */
import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { everySite } from '../url/origins.ts';

/**
 * `waiting` → `handed`, once it's in the outbox → `kept | existed | refused | canceled`, by the outcome of its item.
 * `refused` at once if it can't be saved. Retrying the item changes its entry too.
 */
export const entryStatuses = [
  'waiting',
  'handed',
  /** The service has it. */
  'kept',
  /** The Memory had it before. */
  'existed',
  'refused',
  /** By the person, alone or with the rest of the batch. */
  'canceled',
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** One page or address of a batch; `id` is also that of its item in the outbox. */
export const batchEntrySchema = z.object({
  id: z.string(),
  batchId: z.string(),
  /** Its place in the batch. */
  order: z.int(),
  url: z.string(),
  title: z.string(),
  /** The tab to read; null if the service fetches the address. */
  tabId: z.nullable(z.int()),
  status: z.enum(entryStatuses),
  /** Set if it was refused. */
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
  /** Why it can't continue: while paused, until that is fixed; while running, until there is space. */
  trouble: z.nullable(appErrorSchema),
  /** The number of duplicate addresses that were dropped. */
  folded: z.int(),
  /** Origins of its tabs, and of its addresses if this device fetches them; only `everySite` for a folder. */
  origins: z.array(z.string()),
  /** Its connection is on this device, which fetches its addresses itself. Absent in rows of earlier versions. */
  readsHere: z.optional(z.boolean()),
  /** Origins that were allowed for it only, and are given back when its pages are read. */
  borrowed: z.array(z.string()),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

/** Numbers of entries. */
const batchProgressSchema = z.object({
  waiting: z.int(),
  /** Being read, sent, or waiting to be sent again. */
  underWay: z.int(),
  /** The service has them. */
  kept: z.int(),
  /** Those of `kept` that the Memory had before. */
  existed: z.int(),
  refused: z.int(),
  canceled: z.int(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

const refusalSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  /** It's read in a tab. */
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
  /** The first `listedRefusals` refused entries. */
  refusals: z.array(refusalSchema),
});
export type BatchView = z.infer<typeof batchViewSchema>;

/** A tab that can be chosen. */
export const tabChoiceSchema = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  /** Discarded by the browser, so only its address can be saved. */
  isAsleep: z.boolean(),
  /** The extension can read its site already. */
  isAllowed: z.boolean(),
  /** Why it can't be saved. */
  obstacle: z.nullable(appErrorSchema),
  /** It's saved, or being saved. */
  isSaved: z.boolean(),
});
export type TabChoice = z.infer<typeof tabChoiceSchema>;

/** A bookmark folder; `count` includes the folders in it. */
export const bookmarkFolderSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for a folder at the top. */
  depth: z.int(),
  count: z.int(),
});
export type BookmarkFolder = z.infer<typeof bookmarkFolderSchema>;

/** The permission that listing tabs or bookmarks needs. */
export type BatchAccess = 'tabs' | 'bookmarks';

export type EntryCounts = Record<EntryStatus, number>;

export function progressOf(counts: EntryCounts): BatchProgress {
  const { waiting, handed, kept, existed, refused, canceled } = counts;
  return { waiting, underWay: handed, kept: kept + existed, existed, refused, canceled };
}

/** Ended batches can still have entries in progress. */
export function isEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'done' || status === 'canceled';
}

/** Only the oldest of several batches runs. */
export function runningOf(batches: readonly Batch[]): Batch | null {
  const running = batches.filter(({ status }) => status === 'running');
  return running.reduce<Batch | null>(
    (first, batch) => (first === null || batch.createdAt < first.createdAt ? batch : first),
    null,
  );
}

/** Entries in progress at the same time: pages are read in tabs, addresses by the service. */
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
