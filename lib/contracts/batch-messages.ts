/** What the surfaces may ask about saving many at once: name → input and output. */
import * as z from 'zod/mini';
import { batchViewSchema, bookmarkFolderSchema, tabChoiceSchema } from './batches.ts';

const nothing = z.object({});
const ofOne = z.object({ id: z.string() });

export const batchMessages = {
  /** The tabs of a window; needs the browser's permission, which the surface asks for in a click. */
  'batches.tabs': {
    input: z.object({ windowId: z.int(), memoryId: z.string() }),
    output: z.object({ tabs: z.array(tabChoiceSchema) }),
  },
  /** The folders of bookmarks; needs the browser's permission. */
  'batches.folders': {
    input: nothing,
    output: z.object({ folders: z.array(bookmarkFolderSchema) }),
  },
  /** Safe to repeat: the same `id` is the same batch. */
  'batches.start': {
    input: z.object({
      id: z.uuid(),
      memoryId: z.string(),
      from: z.discriminatedUnion('kind', [
        z.object({ kind: z.literal('tabs'), tabIds: z.array(z.int()) }),
        z.object({ kind: z.literal('bookmarks'), folderId: z.string() }),
      ]),
    }),
    output: batchViewSchema,
  },
  /** Newest first. */
  'batches.list': { input: nothing, output: z.object({ batches: z.array(batchViewSchema) }) },
  'batches.pause': { input: ofOne, output: batchViewSchema },
  'batches.resume': { input: ofOne, output: batchViewSchema },
  /** What was begun is finished; the rest is left. */
  'batches.cancel': { input: ofOne, output: batchViewSchema },
  /** Takes an ended batch off the list; what it saved stays. */
  'batches.dismiss': { input: ofOne, output: nothing },
} as const;
