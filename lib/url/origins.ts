/** Parses service addresses as people type them, and finds the origins and permissions they need. */

/**
 * Adds the missing scheme, https or on this device http, and drops query and fragment. Text that isn't an address stays
 * as it is and can't be parsed.
 */
export function tidyAddress(text: string): string {
  const typed = text.trim();
  const whole = withScheme(typed);
  if (!URL.canParse(whole)) return typed;
  const url = new URL(whole);
  // Some browsers encode white space in a host as %20, others reject it.
  if (/[\s%]/.test(hostIn(whole))) return hostIn(whole);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

function withScheme(typed: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const secure = `https://${typed}`;
  return URL.canParse(secure) && isLoopback(new URL(secure).hostname) ? `http://${typed}` : secure;
}

function hostIn(address: string): string {
  return address.slice(address.indexOf('//') + 2).replace(/[/\\?#].*$/s, '');
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || isLoopbackNumber(hostname);
}

/** `URL` has already normalised every spelling to four decimal numbers. */
function isLoopbackNumber(hostname: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * Suggests other spellings for an address of this device that browsers won't let an extension reach; null if it is
 * fine. They accept two names for this device and no other number.
 */
export function usableSpellings(text: string): readonly [string, string] | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isOther = hostname === '[::1]' || isLoopbackNumber(hostname);
  if (protocol !== 'http:' || !isOther || hostname === '127.0.0.1') return null;
  return [withHost(address, '127.0.0.1'), withHost(address, 'localhost')];
}

function withHost(address: string, hostname: string): string {
  const url = new URL(address);
  url.hostname = hostname;
  return url.href.replace(/\/$/, '');
}

/** The origin that needs a permission for an address; null if no service can be reached there. */
export function originToAllow(text: string): string | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : null;
}

/**
 * Stands for all encrypted origins, since a folder of bookmarks can name thousands. It is a match pattern, not a URL:
 * Chromium would encode its star as `%2A`.
 */
export const everySite = 'https://*/*';

/** The match pattern of an origin. Patterns have no ports, so two services on one host share a permission. */
export function originPattern(origin: string): string {
  if (origin === everySite) return everySite;
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Returns the origin from which this device fetches a link; plain http is upgraded to https. */
export function readingOriginOf(url: string): string {
  return new URL(url).origin.replace(/^http:/, 'https:');
}

/** Returns the origins of web addresses, one for each permission of the browser. */
export function originsOfUrls(urls: Iterable<string>): string[] {
  const byPattern = new Map<string, string>();
  for (const url of urls) {
    if (!URL.canParse(url)) continue;
    const { origin, protocol } = new URL(url);
    if (protocol === 'http:' || protocol === 'https:') byPattern.set(originPattern(origin), origin);
  }
  return [...byPattern.values()];
}

/** Returns the origins at which this device fetches web addresses. */
export function originsReadAt(urls: Iterable<string>): string[] {
  return originsOfUrls(
    [...urls].map((url) =>
      /^https?:$/.test(URL.parse(url)?.protocol ?? '') ? readingOriginOf(url) : url,
    ),
  );
}
