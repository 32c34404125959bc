/** The browser's bookmarks, read while the person allows it and never changed. */
import * as z from 'zod/mini';
import { browser } from 'wxt/browser';
import { err, ok, type Result } from '../contract/result.ts';

const nodeSchema = z.object({
  id: z.string(),
  title: z.optional(z.string()),
  url: z.optional(z.string()),
  /** Firefox tells by it what is only a line between others. */
  type: z.optional(z.string()),
  get children() {
    return z.optional(z.array(nodeSchema));
  },
});
type RawNode = z.infer<typeof nodeSchema>;

/** A folder if `url` is null. */
export type BookmarkNode = {
  id: string;
  title: string;
  url: string | null;
  children: readonly BookmarkNode[];
};

/** Must be called in the person's click itself, before anything is awaited: browsers ask for that. */
export function requestBookmarks(): Promise<boolean> {
  return browser.permissions.request({ permissions: ['bookmarks'] });
}

export async function releaseBookmarks(): Promise<void> {
  await browser.permissions.remove({ permissions: ['bookmarks'] });
}

/** Gives all of them below one root; fails where the permission to read them is not there. */
export async function allBookmarks(): Promise<Result<BookmarkNode, 'not-permitted'>> {
  if (!(await mayRead())) return err('not-permitted');
  const [root] = await browser.bookmarks.getTree();
  return ok(nodeOf(nodeSchema.parse(root)));
}

/** Gives a folder with all in it; null where there is none, or it may not be read. */
export async function bookmarksIn(folderId: string): Promise<BookmarkNode | null> {
  if (!(await mayRead())) return null;
  try {
    const [folder] = await browser.bookmarks.getSubTree(folderId);
    return nodeOf(nodeSchema.parse(folder));
  } catch {
    return null; // The browser rejects for a folder that is gone; there is no other way to ask.
  }
}

function mayRead(): Promise<boolean> {
  return browser.permissions.contains({ permissions: ['bookmarks'] });
}

function nodeOf({ id, title, url, children }: RawNode): BookmarkNode {
  return {
    id,
    title: title ?? '',
    url: url ?? null,
    children: (children ?? []).filter(({ type }) => type !== 'separator').map(nodeOf),
  };
}
