/** What the tags of HTML mean for the text of a page. */

/** Shown as blocks by every browser, and written as blocks in the Markdown. */
export const blockTags: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer ' +
    'form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol optgroup option p pre search section ' +
    'summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

/** Nothing in these is read as text: programs, pictures, players, other documents, and what the person types. */
export const textlessTags: ReadonlySet<string> = new Set(
  (
    'applet audio canvas datalist embed frame iframe map object param rp rt select source style svg ' +
    'template textarea track video'
  ).split(' '),
);

export const headingTags = 'h1, h2, h3, h4, h5, h6';

export const taskBox = 'li input[type=checkbox]';

/** Marks an inline element that the page's style sheet shows as a block of its own. */
export const blockMark = 'data-keepsake-block';

/** Marks, in a snapshot, what the page holds folded away: the person sees it after a click. */
export const collapsedMark = 'data-keepsake-collapsed';

/** Marks the root of a snapshot that had to end before the page did. */
export const cutMark = 'data-keepsake-cut';

/** Marks a formula that stands on a line of its own. */
export const displayMark = 'data-keepsake-display';

/** Marks a `code` element that holds a formula in TeX. */
export const formulaClass = 'keepsake-formula';

/** Marks a `code` element whose text is Markdown already. */
export const writtenClass = 'keepsake-written';

/** Holds, in a snapshot, the words on the tab that opens a panel. */
export const labelMark = 'data-keepsake-label';

/** Gives the page's body, whatever the page has named `body`; null in a document that has none. */
export function bodyOf(document: Document): HTMLElement | null {
  return document.getElementsByTagName('body')[0] ?? null;
}
