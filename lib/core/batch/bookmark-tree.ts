/** Bookmarks as browsers keep them: folders in folders, with addresses in them. */
import type { BookmarkFolder } from '../../contracts/batches.ts';

/** A folder where it has no `url`. */
export type BookmarkNode = {
  id: string;
  title: string;
  url: string | null;
  children: readonly BookmarkNode[];
};

/** Gives every folder below the root, each before those in it, with how many addresses it holds in all. */
export function foldersOf(root: BookmarkNode): BookmarkFolder[] {
  return root.children.flatMap((node) => (node.url === null ? folderWithin(node, 0) : []));
}

/** Gives every address in a folder and in those within it, in their order. */
export function* addressesIn(folder: BookmarkNode): Generator<{ url: string; title: string }> {
  for (const { url, title, ...node } of folder.children) {
    if (url === null) yield* addressesIn({ url, title, ...node });
    else yield { url, title };
  }
}

function folderWithin(folder: BookmarkNode, depth: number): BookmarkFolder[] {
  const { id, title, children } = folder;
  const within = children.filter(({ url }) => url === null);
  const own = children.length - within.length;
  const below = within.map((child) => folderWithin(child, depth + 1));
  const count = below.reduce((sum, [first]) => sum + (first?.count ?? 0), own);
  return [{ id, title, depth, count }, ...below.flat()];
}
