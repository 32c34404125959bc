import * as z from 'zod/mini';
import { batchViewSchema, bookmarkFolderSchema, tabChoiceSchema } from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

export const batchMessages = {
  /** Lists open tabs. Needs a permission, which the UI must request in a click handler. */
  'batches.tabs': {
    input: z.object({ windowId: z.int() }),
    output: z.object({ tabs: z.array(tabChoiceSchema) }),
  },
  'batches.folders': {
    input: nothing,
    output: z.object({ folders: z.array(bookmarkFolderSchema) }),
  },
  /** Safe to repeat. Releases the permission to list tabs or bookmarks. */
  'batches.start': {
    input: z.object({
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
    }),
    output: batchViewSchema,
  },
  'batches.list': { input: nothing, output: z.object({ batches: z.array(batchViewSchema) }) },
  'batches.pause': { input: ofOne, output: batchViewSchema },
  'batches.resume': { input: ofOne, output: batchViewSchema },
  /** Retries refused entries. `borrowed` lists origins allowed for this batch only. */
  'batches.again': {
    input: z.object({
      id: z.string(),
      entryIds: z.array(z.string()),
      borrowed: z.array(z.string()),
    }),
    output: batchViewSchema,
  },
  /** Saves the addresses of refused pages instead, each under its `newId`. */
  'batches.link': {
    input: z.object({
      id: z.string(),
      entries: z.array(z.object({ id: z.string(), newId: z.uuid() })),
      borrowed: z.array(z.string()),
    }),
    output: batchViewSchema,
  },
  /** Finishes the pages in progress and drops the rest. */
  'batches.cancel': { input: ofOne, output: batchViewSchema },
  'batches.dismiss': { input: ofOne, output: nothing },
} as const;
