import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { type AsyncResult, err, ok } from '../contract/result.ts';
import { isPermissionGranted } from './permissions.ts';

const nodeSchema = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  url: z.optional(z.string()),
  /** Reported only by Firefox. `separator` marks a separator. */
  type: z.optional(z.string()),
  get children() {
    return z.optional(z.array(nodeSchema));
  },
});
/** `url` is null for a folder. */
export type BookmarkNode = {
  id: string;
  title: string;
  url: string | null;
  children: readonly BookmarkNode[];
};

export async function allBookmarks(): AsyncResult<BookmarkNode, 'not-permitted'> {
  if (!(await isPermissionGranted('bookmarks'))) return err('not-permitted');
  const [root] = await browser.bookmarks.getTree();
  return ok(nodeOf(nodeSchema.parse(root)));
}

/** Returns null if the folder was deleted or the permission is missing. */
export async function bookmarksIn(folderId: string): Promise<BookmarkNode | null> {
  if (!(await isPermissionGranted('bookmarks'))) return null;
  try {
    const [folder] = await browser.bookmarks.getSubTree(folderId);
    return nodeOf(nodeSchema.parse(folder));
  } catch {
    return null; // The browser rejects if the folder was deleted.
  }
}

function nodeOf({ id, title, url, children }: z.infer<typeof nodeSchema>): BookmarkNode {
  return {
    id,
    title: title ?? '',
    url: url ?? null,
    children: (children ?? []).filter(({ type }) => type !== 'separator').map(nodeOf),
  };
}
