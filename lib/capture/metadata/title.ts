import { collapseWhitespace } from '../words.ts';
import { linesOf, mainHeadings, tabTitleOf } from './content-elements.ts';
import { trustedMetadataOf, titlesOverlap, type TrustedMetadata } from './metadata-sources.ts';
import { isNameOf, isSameName, normalized, siteNameIn } from './site-name.ts';

/**
 * Returns the page's title. Prefers the main heading, because title elements and metadata are often written for search
 * engines. Falls back to Readability's title, then to the URL.
 */
export function titleOf(
  document: Document,
  extracted: string | null = null,
  trusted: TrustedMetadata = trustedMetadataOf(document, document.URL),
): string {
  const url = document.URL;
  const tab = tabTitleOf(document);
  const { sites } = siteNameIn(document, trusted);
  const heading = headingTextOf(headingOf(document, sites));
  const { trusted: sources, stale } = trusted;
  const declaredTitles = sources.flatMap(({ title }) => collapseWhitespace(title ?? '') || []);
  const staleTitles = stale.flatMap(({ title }) => title ?? []);
  const tabTitle = isStaleTitle(tab, heading, staleTitles) ? '' : tab;
  const title = withoutSite(tabTitle, { heading, declaredTitles, sites });
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  const candidates = [
    mainHeading(heading, [title, ...declaredTitles], sites),
    title,
    heading,
    ...declaredTitles,
    tab,
    collapseWhitespace(extracted ?? ''),
    `${host}${pathname}`,
  ];
  return candidates.find((each) => each !== '') ?? '';
}

/** One word isn't enough: `Current status` says less than `Harbour status`. */
const minSharedWords = 2;

/** Returns the heading, without a section name before the title, if it has words of a known title. */
function mainHeading(heading: string, titles: readonly string[], sites: readonly string[]): string {
  const known = titles.filter(
    (title) => title !== '' && titlesOverlap(title, heading, minSharedWords),
  );
  if (known.length === 0) return '';
  const ending = known.find(
    (title) => /\s/.test(title) && title.length < heading.length && heading.endsWith(title),
  );
  return ending ?? withoutSite(heading, { heading: '', declaredTitles: known, sites });
}

/**
 * Returns the only `h1` that doesn't name the site, or the first that the title contains. Several are usually headings of
 * sections or cards.
 */
export function headingOf(document: Document, sites: readonly string[]): Element | null {
  const headings = mainHeadings(document)
    .map((element) => ({
      element,
      text: headingTextOf(element),
    }))
    .filter(
      ({ element, text }) =>
        text !== '' &&
        text.length <= maxHeadingLength &&
        element.closest('nav, footer, aside') === null &&
        !sites.some((site) => isSameName(site, text)),
    );
  const texts = new Set(headings.map(({ text }) => text));
  if (texts.size <= 1) return headings[0]?.element ?? null;
  const tab = normalized(tabTitleOf(document));
  return headings.find(({ text }) => tab.includes(normalized(text)))?.element ?? null;
}

const maxHeadingLength = 300;

/** Separates the lines. Leaves out soft hyphens, links to the heading itself and leading arrows. */
function headingTextOf(heading: Element | null): string {
  const text = heading === null ? '' : linesOf(heading, maxHeadingLines).join(' ');
  return collapseWhitespace(
    text.replace(/[\u00AD\u200B]/g, '').replace(/^\s*[»›|–—-]\s|\s*[¶#§]\s*$/g, ''),
  );
}

const maxHeadingLines = 5;

/** Returns whether the title element and metadata still name the previous page of an app. */
function isStaleTitle(tab: string, heading: string, stale: readonly string[]): boolean {
  return (
    heading !== '' &&
    stale.length > 0 &&
    !titlesOverlap(tab, heading) &&
    stale.some((title) => titlesOverlap(title, tab) && !titlesOverlap(title, heading))
  );
}

type KnownNames = { heading: string; declaredTitles: readonly string[]; sites: readonly string[] };

/** Removes the site from `Keeping ice – The Ice House` if the rest is a known title or the site is known. */
function withoutSite(tab: string, { heading, declaredTitles, sites }: KnownNames): string {
  const titles = new Set([heading, ...declaredTitles].map(normalized));
  for (const at of separatorsOf(tab)) {
    const [before, after] = [tab.slice(0, at.start).trim(), tab.slice(at.end).trim()];
    if (before === '' || after === '') continue;
    const isSite = (text: string) => sites.some((site) => isSameName(site, text));
    const isAlike = at.isStrong && sites.some((site) => isNameOf(after, site));
    if (titles.has(normalized(before)) || isSite(after) || isAlike) return before;
    if (titles.has(normalized(after)) || isSite(before)) return after;
  }
  return tab;
}

type Separator = { start: number; end: number; isStrong: boolean };

function separatorsOf(tab: string): Separator[] {
  return Array.from(
    tab.matchAll(/\s+[-–—|·•»«:/]+\s+|:\s+|\s*[｜|]\s*/g),
    ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
      // A colon or slash often belongs to the title.
      isStrong: !/[:/]/.test(text),
    }),
  );
}
