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
/** Marks the root of a snapshot that reached its size limit. */
export const truncatedAttribute = 'data-keepsake-cut';
/** Marks formulas displayed on a separate line. */
export const displayAttribute = 'data-keepsake-display';
export const formulaClass = 'keepsake-formula';
/** Marks `code` elements whose text is already Markdown. */
export const rawMarkdownClass = 'keepsake-written';
export const tabLabelAttribute = 'data-keepsake-label';

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

/** Returns a new element with the contents of this one, which loses them. */
export function renameElement(element: Element, tag: string): Element {
  const other = element.ownerDocument.createElement(tag);
  other.append(...Array.from(element.childNodes));
  return other;
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
