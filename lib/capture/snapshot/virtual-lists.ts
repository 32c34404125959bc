import { partialAttribute } from '../elements.ts';
import type { RawDom } from './raw-dom.ts';
import { isPositioned } from './visual-order.ts';

/**
 * Finds lists that render only the items near the viewport. Scripts that do so reserve space for the others: by a height
 * or padding in pixels, or by empty elements.
 */
export class VirtualLists {
  readonly #dom: RawDom;
  /** The elements of the page by their copies. */
  readonly #sized = new Map<Element, Element>();

  constructor(dom: RawDom) {
    this.#dom = dom;
  }

  /** Notes an element whose own style may reserve space. */
  addSized(copied: Element, node: Element): void {
    this.#sized.set(copied, node);
  }

  /** Marks the copies. Call it once, after everything was copied and before the page can change. */
  mark(): void {
    const seen = new Set<Element>();
    for (const [copied, node] of this.#sized) {
      const isSpacer = this.#isEmpty(node);
      const [list, copiedList] = isSpacer
        ? [this.#dom.parentElement(node), copied.parentElement]
        : [node, copied];
      if (list === null || copiedList === null || seen.has(list)) continue;
      seen.add(list);
      if (this.#lacksItems(list, isSpacer)) copiedList.setAttribute(partialAttribute, '');
    }
  }

  #isEmpty(element: Element): boolean {
    return this.#dom.children(element).length === 0 && !this.#hasText(element);
  }

  #hasText(element: Element): boolean {
    return /\S/.test(this.#dom.textContent(element));
  }

  #lacksItems(list: Element, isSpaced: boolean): boolean {
    const items = this.#itemsIn(list);
    if (items.length < minItems) return false;
    const isReserved =
      isSpaced ||
      padding.test(this.#dom.attribute(list, 'style') ?? '') ||
      items.every(({ isPlaced }) => isPlaced);
    if (!isReserved) return false;
    const top = Math.min(...items.map(({ place }) => place.top));
    const bottom = Math.max(...items.map(({ place }) => place.bottom));
    const height = Math.max(this.#dom.rectangle(list).height, this.#dom.scrollHeight(list));
    const scrolled = this.#scrolledBox(list);
    const missing = height - (bottom - top);
    if (missing < Math.max(scrolled.height, minMissing)) return false;
    // Some editors scroll without the browser, in a box as large as possible.
    if (scrolled.scrollHeight < height * 0.9) return false;
    const shown = Math.min(bottom, scrolled.bottom) - Math.max(top, scrolled.top);
    return shown >= Math.min(scrolled.height, bottom - top) / 2 && areInARow(items, bottom - top);
  }

  /** Returns the children with text. A single child may be a box around the items. */
  #itemsIn(list: Element, isPlaced = false): Item[] {
    const children = this.#dom.children(list).filter((child) => this.#hasText(child));
    const [only] = children;
    const isWrapped = children.length === 1 && only !== undefined;
    if (isWrapped) return this.#itemsIn(only, isPlaced || isPositioned(only, this.#dom));
    return children.map((child) => ({
      place: this.#dom.rectangle(child),
      isPlaced: isPlaced || isPositioned(child, this.#dom),
    }));
  }

  /** Returns the part of the page that scrolls the list. */
  #scrolledBox(list: Element) {
    const dom = this.#dom;
    const document = dom.documentOf(list);
    const view = dom.view(document);
    const [root, body] = [dom.root(document), dom.body(document)];
    for (let up: Element | null = list; up !== null; up = dom.parentElement(up)) {
      if (up === body || up === root) break;
      const { top, bottom, height } = dom.rectangle(up);
      const scrollHeight = dom.scrollHeight(up);
      const overflow = scrollHeight > height + 1 ? view?.getComputedStyle(up).overflowY : '';
      if (overflow === 'auto' || overflow === 'scroll')
        return { top, bottom, height, scrollHeight };
    }
    const height = view?.innerHeight ?? 0;
    return { top: 0, bottom: height, height, scrollHeight: root ? dom.scrollHeight(root) : 0 };
  }
}

type Item = { place: DOMRect; isPlaced: boolean };

const minItems = 3;
/** In pixels. Less may be space for an ad. */
const minMissing = 400;

/** Events of a calendar are placed too, but with space between them. */
function areInARow(items: readonly Item[], span: number): boolean {
  let filled = 0;
  let end = Number.NEGATIVE_INFINITY;
  for (const { place } of items.toSorted((a, b) => a.place.top - b.place.top)) {
    filled += Math.max(0, place.bottom - Math.max(place.top, end));
    end = Math.max(end, place.bottom);
  }
  return filled >= span * 0.8;
}

/** Returns whether the element's own style gives it a height or padding of 100 pixels or more. */
export function isSized(element: Element, dom: RawDom): boolean {
  return size.test(dom.attribute(element, 'style') ?? '');
}

const size = /(?:height|padding[\w-]*)\s*:[^;]*\b\d{3,}(?:\.\d+)?px/;
const padding = /padding[\w-]*\s*:[^;]*\b\d{3,}(?:\.\d+)?px/;
