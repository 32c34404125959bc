export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Elements whose content is never read as text. */
export const textlessTags: ReadonlySet<string> = new Set(
  (
    'applet audio canvas datalist embed frame iframe map object param rp rt select source style svg ' +
    'template textarea track video'
  ).split(' '),
);

export const headingTags = 'h1, h2, h3, h4, h5, h6';
export const taskCheckbox = 'li input[type=checkbox]';
/** Marks inline elements displayed as blocks. */
export const blockAttribute = 'data-keepsake-block';
/** Marks content that is visible only after a click. */
export const collapsedAttribute = 'data-keepsake-collapsed';
/** Marks lists that render only the items near the viewport. */
export const partialAttribute = 'data-keepsake-partial';
/** Marks the root of a snapshot that reached its size limit. */
export const truncatedAttribute = 'data-keepsake-cut';
/** Marks formulas displayed on a separate line. */
export const displayAttribute = 'data-keepsake-display';
export const formulaClass = 'keepsake-formula';
/** Marks `code` elements whose text is already Markdown. */
export const rawMarkdownClass = 'keepsake-written';
export const tabLabelAttribute = 'data-keepsake-label';

/** Creates an element with these contents, moving nodes that are elsewhere. */
export function createElement(
  document: Document,
  tag: string,
  ...contents: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  element.append(...contents);
  return element;
}

/** Moves the contents of an element into a new one with another tag and no attributes. */
export function withTag(element: Element, tag: string): HTMLElement {
  const renamed = element.ownerDocument.createElement(tag);
  moveContents(element, renamed);
  return renamed;
}

/** Returns whether a node has more children than `most`. The browser would count all of them again after each change. */
export function hasMoreChildren(node: Node, most: number): boolean {
  let count = 0;
  for (let child = node.firstChild; child !== null; child = child.nextSibling)
    if (++count > most) return true;
  return false;
}

/** Moves the contents of a node to the end of another. Spreading them would overflow the stack on large pages. */
export function moveContents(from: Node, into: Node): void {
  while (from.firstChild !== null) into.appendChild(from.firstChild);
}

/** Replaces an element with its contents. */
export function unwrap(element: Element): void {
  const contents = element.ownerDocument.createDocumentFragment();
  moveContents(element, contents);
  element.replaceWith(contents);
}

export function wrapIn(tag: string, element: Element): void {
  const wrapper = element.ownerDocument.createElement(tag);
  element.replaceWith(wrapper);
  wrapper.append(element);
}

/** Finds the body even if the page has an element named `body`. */
export function bodyOf(document: Document): HTMLElement | null {
  return document.getElementsByTagName('body')[0] ?? null;
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

/** Returns whether the element or one of its ancestors is in the set. */
export function isWithin(element: Element, elements: ReadonlySet<Element>): boolean {
  for (let up: Element | null = element; up !== null; up = up.parentElement) {
    if (elements.has(up)) return true;
  }
  return false;
}

export function isBlockElement(element: Element): boolean {
  return blockTags.has(element.localName) || element.hasAttribute(blockAttribute);
}
