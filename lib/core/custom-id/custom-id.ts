/** Gives a page its identity in a Memory: its address, freed of everything that does not choose the page. */
import { serviceLimits } from '../../contracts/limits.ts';
import { isBelievable } from './canonical-link.ts';
import { isTrackingParameter } from './tracking-parameters.ts';

export type PageAddress = {
  /** Where the page was read. */
  url: string;
  /** The address in its `<link rel=canonical>`, not yet believed. */
  canonicalLink: string | null;
};

/**
 * Gives the `custom_id` of a page, at most `serviceLimits.customIdLength` characters long. An address that is not
 * http(s) keeps everything but its fragment; one that cannot be parsed is taken as it is.
 */
export function customIdOf({ url, canonicalLink }: PageAddress): string {
  const page = parse(url);
  if (page === null) return bounded(url.trim());
  if (!isWeb(page)) return bounded(withoutFragment(page));
  // A fragment that routes names a page of its own, which a link in the shell of the app cannot know.
  if (page.hash !== '') return bounded(page.href);
  const canonical = canonicalLink === null ? null : parse(canonicalLink);
  const isTaken = canonical !== null && isWeb(canonical) && isBelievable(canonical, page);
  return bounded(isTaken ? withoutFragment(canonical) : page.href);
}

/** Reads an address and takes off what never chooses the page; null where it is no address. */
function parse(address: string): URL | null {
  const url = URL.parse(address.trim());
  if (url === null || !isWeb(url)) return url;
  // The parser has lower-cased scheme and host, and dropped the default port.
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = normalizedEscapes(url.pathname);
  url.search = withoutTracking(url.search);
  url.hash = routingFragment(url.hash);
  return url;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** Parameters keep their order and their spelling: both may mean something to the site. */
function withoutTracking(search: string): string {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !isTrackingParameter(nameOf(pair)))
    .map(normalizedEscapes)
    .join('&');
}

function nameOf(pair: string): string {
  const name = pair.split('=', 1)[0] ?? '';
  try {
    return decodeURIComponent(name);
  } catch {
    // A stray percent sign: no list holds such a name, so the raw one serves.
    return name;
  }
}

/** `#!/inbox` and `#/inbox` are pages; `#comments` and `#:~:text=…` are places on a page. */
function routingFragment(hash: string): string {
  const fragment = hash.split(':~:', 1)[0] ?? '';
  return /^#(\/|!.)/.test(fragment) ? fragment : '';
}

/** `%7e`, `%7E` and `~` are one address (RFC 3986, 6.2.2); reserved characters stay as they are written. */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : escape.toUpperCase();
  });
}

function withoutFragment(url: URL): string {
  return url.href.split('#', 1)[0] ?? url.href;
}

/**
 * An address over the limit keeps its start, so that a person still knows it, and ends in a hash of the whole, so that
 * two long addresses with one start stay two pages.
 */
function bounded(id: string): string {
  if (id.length <= serviceLimits.customIdLength) return id;
  const ending = `~${hash64(id)}`;
  return `${id.slice(0, serviceLimits.customIdLength - ending.length)}${ending}`;
}

/** FNV-1a over UTF-16 code units: no secret depends on it, and it answers at once where Web Crypto would not. */
function hash64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}
