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

/** Marks an inline element that the page's style sheet shows as a block of its own. */
export const blockMark = 'data-keepsake-block';

/** Marks a `code` element that holds a formula in TeX. */
export const formulaClass = 'keepsake-formula';

/** Gives the page's body, whatever the page has named `body`; null in a document that has none. */
export function bodyOf(document: Document): HTMLElement | null {
  return document.getElementsByTagName('body')[0] ?? null;
}
