/** Chooses the title of a page among what its tab, its heading and its tags say. */
import { runsOf } from '../letters.ts';
import { believedOf, sharesWords, type Believed } from './belief.ts';

/**
 * Gives the title of the page, white space collapsed and without the name of its site where that is certain; what an
 * extractor found where the page shows none, and else the address. Whoever has asked already whom the page lets one
 * believe passes it on as `believed`.
 */
export function titleOf(
  document: Document,
  found: string | null = null,
  believed: Believed = believedOf(document, document.URL),
): string {
  const url = document.URL;
  const tab = collapsed(document.querySelector('head > title')?.textContent ?? '');
  const heading = headingOf(document);
  const { voices, stale } = believed;
  const stated = voices.flatMap(({ title }) => collapsed(title ?? '') || []);
  const sites = voices.flatMap(({ site }) => collapsed(site ?? '') || []);
  const own = isLeftOver(
    tab,
    heading,
    stale.flatMap(({ title }) => title ?? []),
  )
    ? ''
    : tab;
  const short = withoutSite(own, { heading, stated, sites: [...sites, ...siteNamesOf(url)] });
  const address = URL.parse(url);
  const last = collapsed(found ?? '');
  const candidates = [
    short,
    heading,
    ...stated,
    tab,
    last,
    `${address?.host ?? ''}${address?.pathname ?? ''}`,
  ];
  return candidates.find((title) => title !== '') ?? '';
}

/** The one heading of the first level; several head the parts of a page, or its cards. */
function headingOf(document: Document): string {
  const texts = Array.from(document.getElementsByTagName('h1'), ({ textContent }) =>
    collapsed(textContent),
  );
  const [heading = '', other] = [...new Set(texts.filter((text) => text !== ''))];
  return other === undefined && heading.length <= longestHeading ? heading : '';
}

const longestHeading = 300;

/** The application has changed the heading, but neither the tab nor the tags: they name the page before. */
function isLeftOver(tab: string, heading: string, stale: readonly string[]): boolean {
  return (
    heading !== '' &&
    stale.length > 0 &&
    !sharesWords(tab, heading) &&
    stale.some((title) => sharesWords(title, tab) && !sharesWords(title, heading))
  );
}

type Known = { heading: string; stated: readonly string[]; sites: readonly string[] };

/** `Keeping ice – The Ice House`: one end is the site's name for certain if the rest, or that end, is known. */
function withoutSite(tab: string, { heading, stated, sites }: Known): string {
  const titles = new Set([heading, ...stated].map(plain));
  for (const at of separatorsOf(tab)) {
    const [before, after] = [tab.slice(0, at.start).trim(), tab.slice(at.end).trim()];
    if (before === '' || after === '') continue;
    const isSite = (text: string) => sites.some((site) => plain(site) === plain(text));
    if (titles.has(plain(before)) || isSite(after)) return before;
    if (titles.has(plain(after)) || isSite(before)) return after;
  }
  return tab;
}

function separatorsOf(tab: string): { start: number; end: number }[] {
  return Array.from(tab.matchAll(/\s+[-–—|·•»:/]+\s+|:\s+|\s*[｜|]\s*/g), (match) => ({
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** The names a site goes by in its host: `example.org`, and `example`. */
function siteNamesOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
  const [, name = ''] = /([^.]+)\.(?:[^.]+|com?\.[^.]+)$/.exec(host) ?? [];
  return [host, name].filter((each) => each !== '');
}

function plain(text: string): string {
  return runsOf(text.toLowerCase()).join('');
}

export function collapsed(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
