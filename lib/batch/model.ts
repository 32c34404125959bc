import * as z from 'zod/mini';
import { appErrorSchema } from '../contract/errors.ts';
import { everySite } from '../url/origins.ts';

/**
 * `waiting` → `handed` (in the outbox) → the outcome of its item. A retried item changes its entry.
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

/** `id` is also that of its outbox item. */
export const batchEntrySchema = z.object({
  id: z.string(),
  batchId: z.string(),
  order: z.int(),
  url: z.string(),
  title: z.string(),
  /** Null if the service fetches the address. */
  tabId: z.nullable(z.int()),
  status: z.enum(entryStatuses),
  error: z.nullable(appErrorSchema),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchSchema = z.object({
  id: z.string(),
  kind: z.enum(['tabs', 'bookmarks']),
  /** Of the folder; empty for a window or an unnamed folder. */
  name: z.string(),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(['running', 'paused', 'canceled', 'done']),
  /** Why it can't continue (paused) or waits for space (running). */
  trouble: z.nullable(appErrorSchema),
  /** Duplicate addresses that were dropped. */
  folded: z.int(),
  /** Of its tabs, and of addresses this device fetches; only `everySite` for a folder. */
  origins: z.array(z.string()),
  /** This device fetches its addresses. Absent in rows of earlier versions. */
  readsHere: z.optional(z.boolean()),
  /** Allowed for it only; given back once its pages are read. */
  borrowed: z.array(z.string()),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

const batchProgressSchema = z.object({
  waiting: z.int(),
  /** Being read, sent, or waiting to be sent again. */
  underWay: z.int(),
  kept: z.int(),
  /** Part of `kept`: the Memory had them before. */
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
  /** Discarded by the browser, so only its address can be saved. */
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
  /** 0 at the top. */
  depth: z.int(),
  count: z.int(),
});
export type BookmarkFolder = z.infer<typeof bookmarkFolderSchema>;

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

/** Pages are read in tabs, addresses by the service. */
export function widthOf({ kind }: Pick<Batch, 'kind'>): number {
  return kind === 'tabs' ? 4 : 8;
}

/** Most frequent first. */
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

/** If so, only addresses that were indexed have been fetched. */
export function isFetchedHere({
  origins,
  readsHere,
}: Pick<Batch, 'origins' | 'readsHere'>): boolean {
  return readsHere === true || origins.includes(everySite);
}
