import { webAddress } from './web-address.ts';

/** Adds a missing scheme and drops query and fragment. Invalid input is returned as typed, or without its scheme. */
export function tidyAddress(text: string): string {
  const typed = text.trim();
  const whole = withScheme(typed);
  const url = URL.parse(whole);
  if (url === null) return typed;
  // Some browsers encode white space in a host as %20; others reject it.
  if (/[\s%]/.test(hostIn(whole))) return hostIn(whole);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

function withScheme(typed: string): string {
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(typed)) return typed;
  const secure = `https://${typed}`;
  return isLoopback(URL.parse(secure)?.hostname ?? '') ? `http://${typed}` : secure;
}

function hostIn(address: string): string {
  return address.slice(address.indexOf('//') + 2).replace(/[/\\?#].*$/s, '');
}

export function isLoopback(hostname: string): boolean {
  return /^(?:localhost|\[::1\]|127(?:\.\d{1,3}){3})$/.test(hostname);
}

/** Returns alternatives to a loopback address that browsers don't let extensions reach; null if it's reachable. */
export function usableSpellings(text: string): readonly [string, string] | null {
  const address = tidyAddress(text);
  const { protocol, hostname = '' } = URL.parse(address) ?? {};
  const isUsable = hostname === '127.0.0.1' || hostname === 'localhost';
  if (protocol !== 'http:' || isUsable || !isLoopback(hostname)) return null;
  return [withHost(address, '127.0.0.1'), withHost(address, 'localhost')];
}

function withHost(address: string, hostname: string): string {
  const url = new URL(address);
  url.hostname = hostname;
  return url.href.replace(/\/$/, '');
}

/** Returns the origin to request access to; null if services can't be used there. */
export function originToAllow(text: string): string | null {
  const { protocol, hostname = '', origin = null } = URL.parse(tidyAddress(text)) ?? {};
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : null;
}

/** Requested for bookmark folders with thousands of origins. Don't parse it: Chromium would encode the asterisk. */
export const everySite = 'https://*/*';

/** Patterns have no ports, so services on one host share a permission. */
export function originPattern(origin: string): string {
  if (origin === everySite) return everySite;
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Returns the origin a page is fetched from: http is upgraded to https. */
export function readingOriginOf(url: string): string {
  return new URL(url).origin.replace(/^http:/, 'https:');
}

/** Returns the origins of the URLs, one for each browser permission. */
export function originsOfUrls(urls: Iterable<string>): string[] {
  const byPattern = new Map<string, string>();
  for (const url of urls) {
    const address = webAddress(url);
    if (address === null) continue;
    const { origin } = new URL(address);
    byPattern.set(originPattern(origin), origin);
  }
  return [...byPattern.values()];
}

/** Returns the origins that pages at these URLs are fetched from. */
export function originsReadAt(urls: Iterable<string>): string[] {
  return originsOfUrls(
    Array.from(urls, (url) => (webAddress(url) === null ? url : readingOriginOf(url))),
  );
}
