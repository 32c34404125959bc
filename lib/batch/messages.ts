/** What the surfaces may ask about saving many at once: name → input and output. */
import * as z from 'zod/mini';
import { batchViewSchema, bookmarkFolderSchema, tabChoiceSchema } from './model.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

export const batchMessages = {
  /** The tabs of a window; needs the browser's permission, which the surface asks for in a click. */
  'batches.tabs': {
    input: z.object({ windowId: z.int() }),
    output: z.object({ tabs: z.array(tabChoiceSchema) }),
  },
  /** The folders of bookmarks; needs the browser's permission. */
  'batches.folders': {
    input: nothing,
    output: z.object({ folders: z.array(bookmarkFolderSchema) }),
  },
  /** Safe to repeat: the same `id` is the same batch. Gives back the permission to list what it was made from. */
  'batches.start': {
    input: z.object({
      id: z.uuid(),
      memoryId: z.string(),
      from: z.discriminatedUnion('kind', [
        z.object({
          kind: z.literal('tabs'),
          /** As the person saw them; one without a `tabId` is saved by its address alone. */
          tabs: z.array(
            z.object({ tabId: z.nullable(z.int()), url: z.string(), title: z.string() }),
          ),
          /** Origins that were allowed for this batch alone. */
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
  /** Newest first. */
  'batches.list': { input: nothing, output: z.object({ batches: z.array(batchViewSchema) }) },
  'batches.pause': { input: ofOne, output: batchViewSchema },
  'batches.resume': { input: ofOne, output: batchViewSchema },
  /** Tries refused entries once more; `borrowed` are origins that were allowed for that alone. */
  'batches.again': {
    input: z.object({
      id: z.string(),
      entryIds: z.array(z.string()),
      borrowed: z.array(z.string()),
    }),
    output: batchViewSchema,
  },
  /**
   * Saves the addresses of refused entries in their place, each under the new id that stands beside it; `borrowed` are
   * origins that were allowed for that alone.
   */
  'batches.link': {
    input: z.object({
      id: z.string(),
      entries: z.array(z.object({ id: z.string(), newId: z.uuid() })),
      borrowed: z.array(z.string()),
    }),
    output: batchViewSchema,
  },
  /** What was begun is finished; the rest is left. */
  'batches.cancel': { input: ofOne, output: batchViewSchema },
  /** Takes an ended batch off the list; what it saved stays. */
  'batches.dismiss': { input: ofOne, output: nothing },
} as const;
