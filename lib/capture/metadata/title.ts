import { alphanumericRuns } from '../words.ts';
import { trustedMetadataOf, titlesOverlap, type TrustedMetadata } from './metadata-sources.ts';

/** Returns the page's title. Falls back to Readability's title, then to the URL. */
export function titleOf(
  document: Document,
  extracted: string | null = null,
  trusted: TrustedMetadata = trustedMetadataOf(document, document.URL),
): string {
  const url = document.URL;
  const tab = collapseWhitespace(document.querySelector('head > title')?.textContent ?? '');
  const heading = headingOf(document);
  const { trusted: sources, stale } = trusted;
  const declaredTitles = sources.flatMap(({ title }) => collapseWhitespace(title ?? '') || []);
  const declaredSites = sources.flatMap(({ site }) => collapseWhitespace(site ?? '') || []);
  const sites = [...declaredSites, ...siteNamesOf(url)];
  const staleTitles = stale.flatMap(({ title }) => title ?? []);
  const tabTitle = isStaleTitle(tab, heading, staleTitles) ? '' : tab;
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  const candidates = [
    withoutSite(tabTitle, { heading, declaredTitles, sites }),
    heading,
    ...declaredTitles,
    tab,
    collapseWhitespace(extracted ?? ''),
    `${host}${pathname}`,
  ];
  return candidates.find((title) => title !== '') ?? '';
}

/** Returns the `h1` if there is only one. Several are usually headings of sections or cards. */
function headingOf(document: Document): string {
  const texts = Array.from(document.getElementsByTagName('h1'), ({ textContent }) =>
    collapseWhitespace(textContent),
  );
  const [heading = '', other] = [...new Set(texts.filter((text) => text !== ''))];
  return other === undefined && heading.length <= maxHeadingLength ? heading : '';
}

const maxHeadingLength = 300;

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
    const isSite = (text: string) => sites.some((site) => normalized(site) === normalized(text));
    if (titles.has(normalized(before)) || isSite(after)) return before;
    if (titles.has(normalized(after)) || isSite(before)) return after;
  }
  return tab;
}

function separatorsOf(tab: string): { start: number; end: number }[] {
  return Array.from(tab.matchAll(/\s+[-–—|·•»:/]+\s+|:\s+|\s*[｜|]\s*/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Returns possible names of the site, such as `example.org` and `example`. */
function siteNamesOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
  const [, name = ''] = /([^.]+)\.(?:[^.]+|com?\.[^.]+)$/.exec(host) ?? [];
  return [host, name].filter((each) => each !== '');
}

function normalized(text: string): string {
  return alphanumericRuns(text.toLowerCase()).join('');
}

export function collapseWhitespace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
