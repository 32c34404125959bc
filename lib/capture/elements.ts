/** Displayed as blocks by every browser, and written as blocks in Markdown. */
export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Their content is never read as text: scripts, images, players, other documents, form values. */
export const textlessTags: ReadonlySet<string> = new Set(
  (
    'applet audio canvas datalist embed frame iframe map object param rp rt select source style svg ' +
    'template textarea track video'
  ).split(' '),
);

export const headingTags = 'h1, h2, h3, h4, h5, h6';
export const taskCheckbox = 'li input[type=checkbox]';
/** Set on inline elements that the page's CSS displays as blocks. */
export const blockAttribute = 'data-keepsake-block';
/** Set on content that is collapsed in the page and visible after a click. */
export const collapsedAttribute = 'data-keepsake-collapsed';
/** Set on the root of a snapshot that reached its size limit. */
export const truncatedAttribute = 'data-keepsake-cut';
/** Set on display formulas, which stand on a line of their own. */
export const displayAttribute = 'data-keepsake-display';
/** Class of a `code` element that holds a TeX formula. */
export const formulaClass = 'keepsake-formula';
/** Class of a `code` element whose text already is Markdown. */
export const rawMarkdownClass = 'keepsake-written';
/** Holds the label of the tab that opens a panel. */
export const tabLabelAttribute = 'data-keepsake-label';

/** Returns the body, even if the page has an element named `body`; null if there is none. */
export function bodyOf(document: Document): HTMLElement | null {
  return document.getElementsByTagName('body')[0] ?? null;
}

export function isElement(node: Node): node is Element {
  return node.nodeType === 1;
}

export function isText(node: Node): node is Text {
  return node.nodeType === 3;
}

/** Whether an element of a snapshot is displayed as a block, by its tag or by the page's CSS. */
export function isBlockElement(element: Element): boolean {
  return blockTags.has(element.localName) || element.hasAttribute(blockAttribute);
}
