import * as z from 'zod/mini';
import { message, nothing } from '../contract/message.ts';
import { batchViewSchema, bookmarkFolderSchema, tabChoiceSchema } from './model.ts';

export const batchMessages = {
  /** Lists open tabs. Needs a permission, which the UI must request in a click handler. */
  'batches.tabs': message({ windowId: z.int() }, z.object({ tabs: z.array(tabChoiceSchema) })),
  'batches.folders': message({}, z.object({ folders: z.array(bookmarkFolderSchema) })),
  /** Safe to repeat. Releases the permission to list tabs or bookmarks. */
  'batches.start': message(
    {
      id: z.uuid(),
      memoryId: z.string(),
      from: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('tabs'),
          /** If `tabId` is null, only the address is saved. */
          tabs: z.array(
            z.object({ tabId: z.nullable(z.int()), url: z.string(), title: z.string() }),
          ),
          /** Origins allowed for this batch only. */
          borrowed: z.array(z.string()),
        }),
        z.object({
          kind: z.literal('bookmarks'),
          folderId: z.string(),
          borrowed: z.array(z.string()),
        }),
      ]),
    },
    batchViewSchema,
  ),
  'batches.list': message({}, z.object({ batches: z.array(batchViewSchema) })),
  'batches.pause': message({ id: z.string() }, batchViewSchema),
  'batches.resume': message({ id: z.string() }, batchViewSchema),
  /** Retries refused entries. `borrowed` lists origins allowed for this batch only. */
  'batches.again': message(
    {
      id: z.string(),
      entryIds: z.array(z.string()),
      borrowed: z.array(z.string()),
    },
    batchViewSchema,
  ),
  /** Saves the addresses of refused pages instead, each under its `newId`. */
  'batches.link': message(
    {
      id: z.string(),
      entries: z.array(z.object({ id: z.string(), newId: z.uuid() })),
      borrowed: z.array(z.string()),
    },
    batchViewSchema,
  ),
  /** Finishes the pages in progress and drops the rest. */
  'batches.cancel': message({ id: z.string() }, batchViewSchema),
  'batches.dismiss': message({ id: z.string() }, nothing),
} as const;
