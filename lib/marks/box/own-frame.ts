/** Tells the frame of our own box from the frames of the page. */

/**
 * Whether a window is the field for a comment: an empty page in the closed root of a host that is shown as ours is. A
 * script of marks that is brought into every frame has nothing to do there.
 */
export function isOwnFrame({ frameElement, location }: Window): boolean {
  if (frameElement === null || location.href !== 'about:blank') return false;
  const root = frameElement.getRootNode();
  // It belongs to the page around the frame, whose classes `instanceof` in the frame does not know.
  return isShadowRoot(root) && root.mode === 'closed' && isBox(root.host);
}

function isShadowRoot(root: Node): root is ShadowRoot {
  return 'host' in root && 'mode' in root;
}

function isBox(host: Element): boolean {
  return host.getAttribute('popover') === 'manual';
}
