/** Many saved at once: tabs of a window, or a folder of bookmarks. */
import * as z from 'zod/mini';
import { appErrorSchema } from './errors.ts';

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
  status: z.enum(['waiting', 'handed', 'refused', 'canceled']),
  /** Why it was refused before it came to the outbox. */
  error: z.nullable(appErrorSchema),
});
export type BatchEntry = z.infer<typeof batchEntrySchema>;

export const batchSchema = z.object({
  id: z.string(),
  kind: z.enum(['tabs', 'bookmarks']),
  /** What it was made from, in the person's words: a window, or the name of a folder. */
  name: z.string(),
  connectionId: z.string(),
  container: z.object({ id: z.string(), name: z.string() }),
  status: z.enum(['running', 'paused', 'canceled', 'done']),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
});
export type Batch = z.infer<typeof batchSchema>;

/** How far a batch is, in numbers of entries; together they are all of it. */
export const batchProgressSchema = z.object({
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

export const batchViewSchema = z.extend(batchSchema, {
  progress: batchProgressSchema,
  /** What was refused and why; at most 50. */
  refusals: z.array(
    z.object({ id: z.string(), url: z.string(), title: z.string(), error: appErrorSchema }),
  ),
});
export type BatchView = z.infer<typeof batchViewSchema>;

/** A tab that can be chosen. */
export const tabChoiceSchema = z.object({
  tabId: z.int(),
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
  /** Why it cannot be saved; null where it can. */
  obstacle: z.nullable(appErrorSchema),
  /** The chosen Memory, or another, holds it already. */
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
