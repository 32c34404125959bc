/** What an element of a live page is, as far as its copy depends on it. */
import { partOf } from './collapsed.ts';
import type { RawDom } from './raw-dom.ts';

/** Says whether an element can hold a component: only these can, and those with a name of the page's own. */
export function canHost(tag: string): boolean {
  return hosts.has(tag) || tag.includes('-');
}

const hosts: ReadonlySet<string> = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);

/** The words on the tab that opens a panel. */
export function labelOf(panel: Element, dom: RawDom): string | null {
  if (dom.attribute(panel, 'role') !== 'tabpanel') return null;
  const tab = partOf(panel, 'aria-labelledby', dom);
  const label =
    tab === null || dom.attribute(tab, 'role') !== 'tab'
      ? ''
      : dom.textContent(tab).replace(/\s+/g, ' ').trim();
  return label === '' || label.length > 200 ? null : label;
}

export function isElement(_node: Node, type: number): _node is Element {
  return type === 1;
}

export function isSlot(element: Element): element is HTMLSlotElement {
  return 'assignedNodes' in element;
}

function isFrameElement(element: Element): element is HTMLIFrameElement {
  return 'contentDocument' in element;
}

export function isFrame(tag: string): boolean {
  return tag === 'iframe' || tag === 'frame';
}

/** Where scripts run, a `noscript` has no box, whatever its style says. */
export function isRendered(element: Element): boolean {
  return 'checkVisibility' in element
    ? element.checkVisibility()
    : (element as Element).getClientRects().length > 0;
}

/** Null where the frame is of another site, which the browser keeps closed. */
export function documentIn(frame: Element): Document | null {
  try {
    return isFrameElement(frame) ? frame.contentDocument : null;
  } catch {
    // Some browsers refuse where others give null.
    return null;
  }
}
