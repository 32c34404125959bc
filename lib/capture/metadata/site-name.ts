/** Finds the name of the site. */
import { alphanumericRuns } from '../words.ts';
import { mainHeadings, tabTitleOf } from './content-elements.ts';
import type { TrustedMetadata } from './metadata-sources.ts';

/** The name of the site, and all names by which the page may call it. */
export type SiteNames = { site: string | null; sites: readonly string[] };

/** Prefers a stated name that the title shows, then a part of the title, then the logo. */
export function siteNameIn(document: Document, { trusted, stale }: TrustedMetadata): SiteNames {
  // Stale metadata still comes from the same site.
  const stated = [...trusted, ...stale].flatMap(({ site }) => (site ?? '').trim() || []);
  const hosts = hostNamesOf(document.URL);
  const parts = partsOf(tabTitleOf(document));
  const headings = mainHeadings(document).map(({ textContent }) => normalized(textContent));
  const ending = endingOf(parts, headings);
  const isInTitle = (name: string) => parts.some((part) => isSameName(part, name));
  const isHost = (name: string) => hosts.some((host) => isSameName(host, name));
  const site =
    // Some templates state the title of the page as the name of the site.
    stated.find((name) => isInTitle(name) && !headings.includes(normalized(name))) ??
    parts.find((part) => hosts.some((host) => isNameOf(part, host))) ??
    stated.find((name) => !isHost(name) || !name.includes('.')) ??
    ending ??
    logoTextOf(document) ??
    stated[0] ??
    null;
  return { site, sites: [...stated, ...hosts, ...(ending === null ? [] : [ending])] };
}

/** Returns the last part of the title if it follows a heading, or if it is a heading that follows a longer part. */
function endingOf(
  [last = '', ...others]: readonly string[],
  headings: readonly string[],
): string | null {
  const followsHeading = others.length === 1 && headings.includes(normalized(others[0] ?? ''));
  const followsLonger = others.some((other) => other.length > last.length);
  const isHeading = followsLonger && headings.includes(normalized(last));
  return followsHeading || isHeading ? last : null;
}

/** Returns the text of an image that links to the front page. */
function logoTextOf(document: Document): string | null {
  const front = URL.parse('/', document.URL)?.href ?? '/';
  const logo = document.querySelector(`a[href="/"] img[alt], a[href="${front}"] img[alt]`);
  const text = (logo?.getAttribute('alt') ?? '').replace(/\s*\blogo\b\s*/i, '').trim();
  const isName =
    text.split(/\s+/).length <= maxNameWords && !/^(?:home|start\w*|image)?$/i.test(text);
  return isName ? text : null;
}

/** Returns whether the names are equal except for spaces and punctuation. */
export function isSameName(one: string, other: string): boolean {
  return normalized(one) === normalized(other);
}

const minNameLength = 3;
const maxNameWords = 4;

/** Returns whether a short text is a name or its beginning, or begins with it, such as `REI Co-op` and `rei`. */
export function isNameOf(text: string, name: string): boolean {
  const [short, long] = [normalized(text), normalized(name)].toSorted(
    (a, b) => a.length - b.length,
  );
  return (
    short !== undefined &&
    short.length >= minNameLength &&
    long?.startsWith(short) === true &&
    text.split(/\s+/).length <= maxNameWords
  );
}

/** Returns the possible names of the site in the URL, such as `example.org` and `example`. */
function hostNamesOf(url: string): string[] {
  const host = URL.parse(url)?.hostname.replace(/^www\./, '') ?? '';
  const [, name = ''] = /([^.]+)\.(?:[^.]+|com?\.[^.]+)$/.exec(host) ?? [];
  return [host, name].filter((each) => each !== '');
}

/** Returns the parts of a title between separators such as `|`. */
function partsOf(title: string): string[] {
  const parts = title.split(/\s+[-–—|·•»]+\s+|\s*[｜|]\s*/).map((part) => part.trim());
  return parts.length < 2 ? [] : parts.filter((part) => part !== '').toReversed();
}

export function normalized(text: string): string {
  return alphanumericRuns(text.toLowerCase()).join('');
}
