import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { everySite } from '../url/origins.ts';

/**
 * An entry is `waiting`, then `handed` to the outbox, then takes the outcome of its item. A retry can change the
 * outcome.
 */
export const entryStatuses = [
  'waiting',
  'handed',
  'kept',
  'existed',
  'refused',
  'canceled',
] as const;
export type EntryStatus = (typeof entryStatuses)[number];

/** `id` is also the id of its outbox item. */
export const batchEntrySchema = z.object({
  id: z.string(),
  batchId: z.string(),
  order: z.int(),
  url: z.string(),
  title: z.string(),
  /** Null if only the address is saved. */
  tabId: z.nullable(z.int()),
  status: z.enum(entryStatuses),
  error: z.nullable(appErrorSchema),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchSchema = z.object({
  id: z.string(),
  kind: z.enum(['tabs', 'bookmarks']),
  /** The folder's name; empty for tabs or an unnamed folder. */
  name: z.string(),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(['running', 'paused', 'canceled', 'done']),
  /** Why a paused batch can't continue, or why a running batch is waiting for space. */
  trouble: z.nullable(appErrorSchema),
  /** Number of duplicate addresses that were dropped. */
  folded: z.int(),
  /** Origins of its tabs and of addresses this device fetches; only `everySite` for a folder. */
  origins: z.array(z.string()),
  /** Whether this device fetches its addresses. Missing in rows from earlier versions. */
  readsHere: z.optional(z.boolean()),
  /** Origins allowed for this batch only; released once its pages are read. */
  borrowed: z.array(z.string()),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

const batchProgressSchema = z.object({
  waiting: z.int(),
  /** Entries being read or sent, or waiting for a retry. */
  underWay: z.int(),
  saved: z.int(),
  /** Entries counted in `saved` that the Memory already had. */
  existed: z.int(),
  refused: z.int(),
  canceled: z.int(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

const refusalSchema = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  isTab: z.boolean(),
  error: appErrorSchema,
});
export type Refusal = z.infer<typeof refusalSchema>;

export const listedRefusals = 50;

export const batchViewSchema = z.extend(batchSchema, {
  progress: batchProgressSchema,
  isQueued: z.boolean(),
  reasons: z.array(z.object({ code: z.string(), count: z.int() })),
  refusals: z.array(refusalSchema),
});
export type BatchView = z.infer<typeof batchViewSchema>;

export const tabChoiceSchema = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  /** Whether the browser has unloaded the tab, so that only its address can be saved. */
  isAsleep: z.boolean(),
  isAllowed: z.boolean(),
  obstacle: z.nullable(appErrorSchema),
  isSaved: z.boolean(),
});
export type TabChoice = z.infer<typeof tabChoiceSchema>;

/** `count` includes subfolders. */
export const bookmarkFolderSchema = z.object({
  id: z.string(),
  title: z.string(),
  /** 0 for a top-level folder. */
  depth: z.int(),
  count: z.int(),
});
export type BookmarkFolder = z.infer<typeof bookmarkFolderSchema>;

export type BatchAccess = 'tabs' | 'bookmarks';

export type EntryCounts = Record<EntryStatus, number>;

export function progressOf(counts: EntryCounts): BatchProgress {
  const { waiting, handed, kept, existed, refused, canceled } = counts;
  return { waiting, underWay: handed, saved: kept + existed, existed, refused, canceled };
}

/** Returns whether the batch has ended. Some of its entries can still be in progress. */
export function isEnded({ status }: Pick<Batch, 'status'>): boolean {
  return status === 'done' || status === 'canceled';
}

/** Batches run one at a time, oldest first. */
export function runningOf(batches: readonly Batch[]): Batch | null {
  const running = batches.filter(({ status }) => status === 'running');
  return running.toSorted((a, b) => a.createdAt - b.createdAt)[0] ?? null;
}

/** Maximum entries in progress: fewer for tabs, because each is read in the browser. */
export function widthOf({ kind }: Pick<Batch, 'kind'>): number {
  return kind === 'tabs' ? 4 : 8;
}

/** Counts refusals by error code, most frequent first. */
export function reasonsOf(
  refused: Iterable<Pick<BatchEntry, 'error'>>,
): { code: string; count: number }[] {
  const byCode = Map.groupBy(refused, ({ error }) => error?.code ?? 'internal');
  const reasons = [...byCode].map(([code, entries]) => ({ code, count: entries.length }));
  return reasons.sort((a, b) => b.count - a.count);
}

/** Returns whether this device fetches the addresses. If so, an address counts as saved only once it's indexed. */
export function isFetchedHere({
  origins,
  readsHere,
}: Pick<Batch, 'origins' | 'readsHere'>): boolean {
  return readsHere === true || origins.includes(everySite);
}
