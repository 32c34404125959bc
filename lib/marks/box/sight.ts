/** Whether the box can really be seen, as far as the browser tells. */
import { type Watch, watchAbove } from './above.ts';

/** The second version of IntersectionObserver; the delay is the least that the browser allows, in milliseconds. */
const tracking: IntersectionObserverInit & { trackVisibility: true; delay: 100 } = {
  trackVisibility: true,
  delay: 100,
};

type SightEntry = IntersectionObserverEntry & { isVisible?: boolean };

/**
 * Says whether nothing lies over an element and no effect changes it, at first and whenever that changes, until it is
 * ended. Chromium knows, also of what is above everything and lets every click through. For a browser that does not know,
 * an element that is above everything counts as seen while it is the only one there.
 */
export function watchSight(element: Element, onChange: (isVisible: boolean) => void): Watch {
  const { IntersectionObserver } = element.ownerDocument.defaultView ?? globalThis;
  if (!('trackVisibility' in IntersectionObserver.prototype)) return watchAbove(element, onChange);
  const observer = new IntersectionObserver((entries) => {
    const last: SightEntry | undefined = entries.at(-1);
    onChange(last?.isVisible === true);
  }, tracking);
  observer.observe(element);
  return { look: () => {}, end: () => observer.disconnect() };
}
