/** Whether the box can really be seen, as far as the browser tells. */

/** The second version of IntersectionObserver; the delay is the least that the browser allows, in milliseconds. */
const tracking: IntersectionObserverInit & { trackVisibility: true; delay: 100 } = {
  trackVisibility: true,
  delay: 100,
};

type SightEntry = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Says whether nothing lies over an element and no effect changes it, at first and whenever that changes, until the
 * returned function is called. Chromium knows, also of what is above everything and lets every click through; for a
 * browser that does not know, the element counts as seen.
 */
export function watchSight(element: Element, onChange: (isVisible: boolean) => void): () => void {
  const { IntersectionObserver } = element.ownerDocument.defaultView ?? globalThis;
  if (!('trackVisibility' in IntersectionObserver.prototype)) {
    onChange(true);
    return () => {};
  }
  const observer = new IntersectionObserver((entries) => {
    const last: SightEntry | undefined = entries.at(-1);
    onChange(last?.isVisible === true);
  }, tracking);
  observer.observe(element);
  return () => observer.disconnect();
}
