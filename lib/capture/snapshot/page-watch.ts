/** Notices whether a page changed while it had its turn. */

export type PageWatch = {
  /** Looks after one more tree of nodes: a document, or what is in a component. */
  add: (root: Node) => void;
  /** Says whether anything in these trees has changed since they were added. */
  hasChanged: () => boolean;
  end: () => void;
};

/**
 * Begins to watch in the window of a page; nobody changes a page that has none. The page does not notice, and what its
 * style sheets alone change is not noticed here.
 */
export function watchPage(view: typeof globalThis | null): PageWatch {
  let isChanged = false;
  const observer =
    view === null
      ? null
      : new view.MutationObserver(() => {
          isChanged = true;
        });
  return {
    add: (root) =>
      observer?.observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
      }),
    // Changes of the very moment have not been told yet.
    hasChanged: () => isChanged || (observer?.takeRecords().length ?? 0) > 0,
    end: () => observer?.disconnect(),
  };
}
