import { serviceLimits } from '../contract/limits.ts';
import { decoded } from '../url/web-address.ts';
import { isBelievable } from './canonical-link.ts';

type PageAddress = {
  url: string;
  /** Not verified yet. */
  canonicalLink: string | null;
};

/** Returns the id of a page. URLs other than http(s) only lose their fragment; invalid ones are only trimmed. */
export function customIdOf({ url, canonicalLink }: PageAddress): string {
  const page = parse(url);
  if (page === null) return bounded(url.trim());
  if (!isWeb(page)) return bounded(withoutFragment(page));
  // This fragment selects the page, and canonical links ignore it.
  if (page.hash !== '') return bounded(page.href);
  const canonical = canonicalLink === null ? null : parse(canonicalLink);
  const isTaken = canonical !== null && isWeb(canonical) && isBelievable(canonical, page);
  return bounded(isTaken ? withoutFragment(canonical) : page.href);
}

/** Returns the id of the page at a URL, before the page is read. */
export function pageKeyOf(url: string): string {
  return customIdOf({ url, canonicalLink: null });
}

/** Returns whether a URL that the page at `url` declares can identify the page. */
export function namesPage(address: string, url: string): boolean {
  const [named, page] = [parse(address), parse(url)];
  if (named === null || page === null || !isWeb(named) || !isWeb(page)) return false;
  if (page.hash !== '') return named.href === page.href;
  return withoutFragment(named) === page.href || isBelievable(named, page);
}

const versionDigits = 16;

/** Returns the id of a later version, given the hex digest of its text. `customIdOf` undoes this for short ids. */
export function versionIdOf(customId: string, digest: string): string {
  const ending = `#version-${digest.slice(0, versionDigits).toLowerCase()}`;
  return `${bounded(customId, serviceLimits.customIdLength - ending.length)}${ending}`;
}

const version = new RegExp(`#version-[0-9a-f]{${versionDigits}}$`);

function parse(address: string): URL | null {
  const given = URL.parse(address.trim().replace(version, ''));
  if (given === null || !isWeb(given)) return URL.parse(address.trim());
  const url = uncached(given);
  // The URL parser has already normalized case and default port.
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  // Servlets put the session into the path if the visitor has no cookies (`/a;jsessionid=1F…`).
  url.pathname = normalizedEscapes(url.pathname.replace(/;jsessionid=[^/;]*/gi, ''));
  url.search = withoutTracking(url.search);
  url.hash = routingFragment(url.hash);
  return url;
}

function isWeb({ protocol }: URL): boolean {
  return protocol === 'http:' || protocol === 'https:';
}

/** Keeps the order and spelling of other parameters, which may matter to the site. */
function withoutTracking(search: string): string {
  return search
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '' && !isTrackingParameter(decoded(pair.split('=', 1)[0] ?? '')))
    .map(normalizedEscapes)
    .join('&');
}

/** Matches fragments that select a page. The third form is a message in a mail app. */
const route = /^#(\/|!.|[a-z]+\/(.*\/)?([\da-f-]{16,}|[b-df-hj-np-tv-z\d]{16,})(\?|$))/i;

/** `#!/inbox` and `#inbox/FMfcgzQbfBtKjWvNxLpRsHdT` are pages; `#comments` and `#page/12` are places on a page. */
function routingFragment(hash: string): string {
  const fragment = hash.split(':~:', 1)[0] ?? '';
  if (!route.test(fragment)) return '';
  const [path = '', ...query] = fragment.split('?');
  const rest = withoutTracking(query.join('?'));
  return rest === '' ? path : `${path}?${rest}`;
}

/** `%7e`, `%7E` and `~` are equal (RFC 3986, 6.2.2), as are `%28` and `(` (RFC 2396, 2.3). */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.!~*'()-]/.test(character) ? character : escape.toUpperCase();
  });
}

function withoutFragment(url: URL): string {
  return url.href.split('#', 1)[0] ?? url.href;
}

/** Shortens an id to its start, which people recognize, and a hash of the whole. */
function bounded(id: string, longest: number = serviceLimits.customIdLength): string {
  if (id.length <= longest) return id;
  const ending = `~${hash64(id)}`;
  return `${id.slice(0, longest - ending.length)}${ending}`;
}

/** FNV-1a over UTF-16 code units, because Web Crypto is asynchronous. */
function hash64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/** Returns the page behind an AMP cache URL (`/c/s/example.org/a`, `s` for https); other URLs unchanged. */
export function uncached(url: URL): URL {
  const [, secure, host = '', path = ''] = inCache(url) ?? [];
  // A host without a dot isn't on the web.
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(host)) return url;
  const own = URL.parse(`${secure === undefined ? 'http' : 'https'}://${host}${path}`);
  if (own === null) return url;
  // `searchParams` would change the spelling of other parameters.
  const pairs = url.search.slice(1).split('&');
  own.search = pairs.filter((pair) => !cacheParameters.test(pair)).join('&');
  return own;
}

/** Parameters that caches add for their viewer. */
const cacheParameters = /^(?:amp_(?:js_v|gsa|kit|latest_update_time|tf)|usqp)(?:=|$)/;

function inCache({ hostname, pathname }: URL): RegExpExecArray | null {
  if (hostname === 'cdn.ampproject.org' || hostname.endsWith('.cdn.ampproject.org')) {
    return /^\/[cv]\/(s\/)?([^/]+)(\/.*)?$/.exec(pathname);
  }
  if (/^(?:www\.)?google\.(?:com|(?:com?\.)?[a-z]{2})$/.test(hostname)) {
    return /^\/amp\/(s\/)?([^/]+)(\/.*)?$/.exec(pathname);
  }
  return null;
}

/** Tracking parameters documented by their owners. Leaves out names that some sites use for content (`ref`, `id`). */
/** Google Analytics and compatible tools, Matomo, HubSpot, Omeda, Vero. */
const prefixes = 'utm_ mtm_ matomo_ piwik_ hsa_ __hs oly_ vero_'.split(' ');

const names: ReadonlySet<string> = new Set(
  [
    // Click identifiers of ads
    'gclid gclsrc dclid gbraid wbraid gad_source gad_campaignid srsltid fbclid msclkid',
    'twclid ttclid li_fat_id yclid ysclid epik rdt_cid irclickid wickedid ef_id s_kwcid',
    'rb_clickid',
    // Shared links
    'igshid igsh ref_src ref_url',
    // Newsletters
    'mc_cid mc_eid mkt_tok _hsenc _hsmi hsctatracking ml_subscriber ml_subscriber_hash',
    // Analytics
    '_ga _gl pk_campaign pk_kwd pk_source pk_medium pk_content _openstat guccounter',
    'guce_referrer guce_referrer_sig wt_mc at_medium at_campaign xtor _branch_match_id',
    '_branch_referrer wprov',
    // Session ids for visitors without cookies
    'phpsessid jsessionid',
  ].flatMap((line) => line.split(' ')),
);

export function isTrackingParameter(name: string): boolean {
  const lower = name.toLowerCase();
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}
