import type { RawDom } from './raw-dom.ts';

type Placed = { child: Element; place: DOMRect };

/**
 * Puts copied elements into the order in which the page shows them. It differs from the order in the document in
 * reversed or reordered flex boxes, and in virtualized lists, which position reused rows one by one.
 */
export class VisualOrder {
  readonly #dom: RawDom;
  readonly #reversed = new Set<Element>();
  readonly #orders = new Map<Element, number>();
  /** The elements of the page by their copies. */
  readonly #placed = new Map<Element, Element>();

  constructor(dom: RawDom) {
    this.#dom = dom;
  }

  /** Notes whether a container shows its contents in reverse. */
  addContainer(copied: Element, style: CSSStyleDeclaration): void {
    if (style.flexDirection.endsWith('-reverse')) this.#reversed.add(copied);
  }

  /** Notes the CSS order of an element in a flex box or grid. */
  addItem(copied: Element, style: CSSStyleDeclaration): void {
    const order = Number(style.order);
    if (order !== 0 && !Number.isNaN(order)) this.#orders.set(copied, order);
  }

  /** Notes an element that may be shown anywhere. */
  addPlaced(copied: Element, node: Element): void {
    this.#placed.set(copied, node);
  }

  /** Rearranges the copy. Call it once, after everything was copied and before the page can change. */
  arrange(): void {
    for (const parent of parentsOf(this.#placed.keys())) this.#arrangeByPlace(parent);
    for (const parent of parentsOf(this.#orders.keys())) {
      const orderOf = (child: Element) => this.#orders.get(child) ?? 0;
      rearrange(parent, (children) => children.toSorted((a, b) => orderOf(a) - orderOf(b)));
    }
    for (const parent of this.#reversed) {
      for (const node of Array.from(parent.childNodes).toReversed()) parent.appendChild(node);
    }
  }

  #arrangeByPlace(parent: Element): void {
    const children = Array.from(parent.children);
    if (children.length < 2 || !children.every((child) => this.#placed.has(child))) return;
    const placed = children.flatMap((child) => {
      const node = this.#placed.get(child);
      return node === undefined ? [] : [{ child, place: this.#dom.rectangle(node) }];
    });
    if (placed.some(({ place }) => place.bottom <= place.top)) return;
    const inRows = placed.toSorted((a, b) => a.place.top - b.place.top);
    if (children.every((child) => cellRoles.has(child.getAttribute('role') ?? ''))) {
      const isRightToLeft = parent.closest('[dir]')?.getAttribute('dir') === 'rtl';
      rearrange(parent, () => rowsOf(inRows, isRightToLeft));
      return;
    }
    // Elements side by side, such as columns of text, have no certain order, so keep that of the document.
    const left = placed.reduce((most, { place }) => Math.max(most, place.left), -Infinity);
    const right = placed.reduce((least, { place }) => Math.min(least, place.right), Infinity);
    if (left < right) rearrange(parent, () => inRows.map(({ child }) => child));
  }
}

/** Moves only if something changes, because moving is slow. */
function rearrange(parent: Element, order: (children: readonly Element[]) => Element[]): void {
  const children = Array.from(parent.children);
  const ordered = order(children);
  if (ordered.every((child, at) => child === children[at])) return;
  for (const child of ordered) parent.appendChild(child);
}

/** Returns whether the element's own style says where it is. */
export function isPositioned(element: Element, dom: RawDom): boolean {
  return positions.test(dom.attribute(element, 'style') ?? '');
}

const positions = /(?:^|[;\s])(?:top|bottom|left|right|inset[\w-]*|transform|translate)\s*:/;

const cellRoles: ReadonlySet<string> = new Set(['cell', 'gridcell', 'columnheader', 'rowheader']);

function parentsOf(elements: Iterable<Element>): ReadonlySet<Element> {
  const parents = new Set<Element>();
  for (const { parentElement } of elements) if (parentElement !== null) parents.add(parentElement);
  return parents;
}

/** Orders cells row by row. Expects them by their top. */
function rowsOf(cells: readonly Placed[], isRightToLeft: boolean): Element[] {
  const rows: Placed[][] = [];
  for (const cell of cells) {
    const row = rows.at(-1);
    const first = row?.[0]?.place;
    const isInRow = first !== undefined && cell.place.top < (first.top + first.bottom) / 2;
    if (isInRow) row?.push(cell);
    else rows.push([cell]);
  }
  const direction = isRightToLeft ? -1 : 1;
  return rows.flatMap((row) =>
    row.toSorted((a, b) => direction * (a.place.left - b.place.left)).map(({ child }) => child),
  );
}
