/** Finds the name of the site. */
import { alphanumericRuns } from '../words.ts';
import type { TrustedMetadata } from './metadata-sources.ts';

/** The name of the site, and all names by which the page may call it. */
export type SiteNames = { site: string | null; sites: readonly string[] };

/** Prefers a stated name that the title shows, then a part of the title that matches the host or a heading. */
export function siteNameIn(document: Document, { trusted, stale }: TrustedMetadata): SiteNames {
  // Stale metadata still comes from the same site.
  const stated = [...trusted, ...stale].flatMap(({ site }) => (site ?? '').trim() || []);
  const hosts = hostNamesOf(document.URL);
  const parts = partsOf(document.querySelector('head > title')?.textContent ?? '');
  const banner = bannerOf(document, parts);
  const isHost = (name: string) => hosts.some((host) => isSameName(host, name));
  const site =
    stated.find((name) => parts.some((part) => isSameName(part, name))) ??
    parts.find((part) => hosts.some((host) => isNameOf(part, host))) ??
    stated.find((name) => !isHost(name) || !name.includes('.')) ??
    stated[0] ??
    banner;
  return { site, sites: [...stated, ...hosts, ...(banner === null ? [] : [banner])] };
}

/** Returns the last part of the title if a heading repeats it and it follows a longer part. */
function bannerOf(document: Document, [last = '', ...others]: readonly string[]): string | null {
  const isShorter = others.some((other) => other.length > last.length);
  const headings = Array.from(document.getElementsByTagName('h1'));
  const isBanner = isShorter && headings.some(({ textContent }) => isSameName(last, textContent));
  return isBanner ? last : null;
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
export function partsOf(title: string): string[] {
  const parts = title.split(/\s+[-–—|·•»]+\s+|\s*[｜|]\s*/).map((part) => part.trim());
  return parts.length < 2 ? [] : parts.filter((part) => part !== '').toReversed();
}

export function normalized(text: string): string {
  return alphanumericRuns(text.toLowerCase()).join('');
}
