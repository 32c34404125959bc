/** Gives a page its identity in a Memory: its address, freed of everything that does not choose the page. */
import { serviceLimits } from '../contract/limits.ts';
import { isBelievable } from './canonical-link.ts';

type PageAddress = {
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

/**
 * Says whether an address that a page gives for itself (a canonical link, `og:url`, the `@id` of its data) can be that
 * of the page read at `url`: by the same rules by which a canonical link is taken.
 */
export function namesPage(address: string, url: string): boolean {
  const [named, page] = [parse(address), parse(url)];
  if (named === null || page === null || !isWeb(named) || !isWeb(page)) return false;
  if (page.hash !== '') return named.href === page.href;
  return withoutFragment(named) === page.href || isBelievable(named, page);
}

/** Hexadecimal digits of the digest that name a version. */
const versionDigits = 16;

/**
 * Gives the identity of a later version of a page, at most `serviceLimits.customIdLength` characters long: that of the
 * page, and the beginning of its text's digest (hexadecimal). `customIdOf` gives that of a web page back, unless it
 * had to be shortened to make room.
 */
export function versionIdOf(customId: string, digest: string): string {
  const ending = `#version-${digest.slice(0, versionDigits).toLowerCase()}`;
  return `${bounded(customId, serviceLimits.customIdLength - ending.length)}${ending}`;
}

const version = new RegExp(`#version-[0-9a-f]{${versionDigits}}$`);

/** Reads an address and takes off what never chooses the page; null where it is no address. */
function parse(address: string): URL | null {
  const given = URL.parse(address.trim().replace(version, ''));
  if (given === null || !isWeb(given)) return URL.parse(address.trim());
  const url = uncached(given);
  // The parser has lower-cased scheme and host, and dropped the default port.
  url.username = '';
  url.password = '';
  url.hostname = url.hostname.replace(/\.$/, '');
  url.pathname = normalizedEscapes(withoutSession(url.pathname));
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

/**
 * A fragment that routes, perhaps with a query of its own. The third kind is how a mail app names a letter, by sixteen
 * signs or more that make no word: hexadecimal ones, or consonants only.
 */
const route = /^#(\/|!.|[a-z]+\/(.*\/)?([\da-f-]{16,}|[b-df-hj-np-tv-z\d]{16,})(\?|$))/i;

/**
 * `#!/inbox`, `#/inbox` and `#inbox/FMfcgzQbfBtKjWvNxLpRsHdT` are pages; `#comments`, `#tag/Pets`, `#page/12` and
 * `#:~:text=…` are places on a page.
 */
function routingFragment(hash: string): string {
  const fragment = hash.split(':~:', 1)[0] ?? '';
  if (!route.test(fragment)) return '';
  const [path = '', ...query] = fragment.split('?');
  const kept = withoutTracking(query.join('?'));
  return kept === '' ? path : `${path}?${kept}`;
}

/** A servlet writes the visit into the path of a visitor without cookies (`/a;jsessionid=1F…`). */
function withoutSession(path: string): string {
  return path.replace(/;jsessionid=[^/;]*/gi, '');
}

/**
 * `%7e`, `%7E` and `~` are one address (RFC 3986, 6.2.2), and so are `%28` and `(`, which mean nothing to the web (RFC
 * 2396, 2.3); other reserved characters stay as they are written.
 */
function normalizedEscapes(text: string): string {
  return text.replace(/%[0-9a-f]{2}/gi, (escape) => {
    const character = String.fromCharCode(Number.parseInt(escape.slice(1), 16));
    return /[\w.!~*'()-]/.test(character) ? character : escape.toUpperCase();
  });
}

function withoutFragment(url: URL): string {
  return url.href.split('#', 1)[0] ?? url.href;
}

/**
 * An address over the limit keeps its start, so that a person still knows it, and ends in a hash of the whole, so that
 * two long addresses with one start stay two pages.
 */
function bounded(id: string, longest: number = serviceLimits.customIdLength): string {
  if (id.length <= longest) return id;
  const ending = `~${hash64(id)}`;
  return `${id.slice(0, longest - ending.length)}${ending}`;
}

/** FNV-1a over UTF-16 code units: no secret depends on it, and it answers at once where Web Crypto would not. */
function hash64(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (let at = 0; at < text.length; at++) {
    hash = BigInt.asUintN(64, (hash ^ BigInt(text.charCodeAt(at))) * 0x100000001b3n);
  }
  return hash.toString(16).padStart(16, '0');
}

/**
 * Gives the address that a cache's address names, or the address itself where it is none of a cache. The caches write
 * host and path of the page into their own path: `/c/s/example.org/a`, where `s` stands for https.
 */
export function uncached(url: URL): URL {
  const [, secure, host = '', path = ''] = inCache(url) ?? [];
  // A name without a dot is no host of the web, so this is no page that was put there.
  if (!/^[\w-]+(?:\.[\w-]+)+$/.test(host)) return url;
  const own = URL.parse(`${secure === undefined ? 'http' : 'https'}://${host}${path}`);
  if (own === null) return url;
  // As text, since `searchParams` would write all the others in its own spelling.
  const pairs = url.search.slice(1).split('&');
  own.search = pairs.filter((pair) => !cacheParameters.test(pair)).join('&');
  return own;
}

/** What the caches add for their own viewer. */
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

/**
 * Query parameters that say how a visitor came to a page and never which page it is.
 *
 * A name is listed only where its owner documents it as a click or campaign identifier. Names that some sites use to
 * choose content (`ref`, `source`, `id`, `s`, `feature`) are left alone: a duplicate costs less than two pages taken
 * for one.
 */
const prefixes: readonly string[] = [
  'utm_', // Google Analytics campaigns, and everyone who copied them
  'mtm_', // Matomo
  'matomo_',
  'piwik_',
  'hsa_', // HubSpot advertisements
  '__hs', // HubSpot cookies carried across domains
  'oly_', // Omeda
  'vero_',
];

const names: ReadonlySet<string> = new Set([
  // Click identifiers of advertisers
  'gclid',
  'gclsrc',
  'dclid',
  'gbraid',
  'wbraid',
  'gad_source',
  'gad_campaignid',
  'srsltid',
  'fbclid',
  'msclkid',
  'twclid',
  'ttclid',
  'li_fat_id',
  'yclid',
  'ysclid',
  'epik',
  'rdt_cid',
  'irclickid',
  'wickedid',
  'ef_id',
  's_kwcid',
  'rb_clickid',
  // Shares
  'igshid',
  'igsh',
  'ref_src',
  'ref_url',
  // Newsletters
  'mc_cid',
  'mc_eid',
  'mkt_tok',
  '_hsenc',
  '_hsmi',
  'hsctatracking',
  'ml_subscriber',
  'ml_subscriber_hash',
  // Analytics
  '_ga',
  '_gl',
  'pk_campaign',
  'pk_kwd',
  'pk_source',
  'pk_medium',
  'pk_content',
  '_openstat',
  'guccounter',
  'guce_referrer',
  'guce_referrer_sig',
  'wt_mc',
  'at_medium',
  'at_campaign',
  'xtor',
  '_branch_match_id',
  '_branch_referrer',
  'wprov', // Wikimedia
  // The visit itself, which PHP and servlets write into the address of a visitor without cookies
  'phpsessid',
  'jsessionid',
]);

/** Says whether a query parameter of this name can be left out of a page's identity. */
export function isTrackingParameter(name: string): boolean {
  const lower = name.toLowerCase();
  return names.has(lower) || prefixes.some((prefix) => lower.startsWith(prefix));
}
