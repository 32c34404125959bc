/** The address of a service as a person types it. */

/**
 * With https where they left the scheme out, or http on this device; a query or a fragment is none of it. What is no
 * address stays as it is, and cannot be parsed.
 */
export function tidyAddress(text: string): string {
  const typed = text.trim();
  const whole = withScheme(typed);
  if (!URL.canParse(whole)) return typed;
  const url = new URL(whole);
  // Some browsers write white space in a host as %20 where others refuse it.
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

/** `URL` has already turned every spelling of one into four decimal numbers. */
function isLoopbackNumber(hostname: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(hostname);
}

/**
 * How to write an address of this device instead, where browsers cannot let an extension reach it as it is written;
 * null where nothing is wrong with it. They know this device by two names, and by no other number.
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

/** The origin that has to be allowed for an address; null where no service may be reached there, or all may. */
export function originToAllow(text: string): string | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : null;
}
