/** The address of a service as a person types it. */

/** With https where they left the scheme out; a query or a fragment is none of it. */
export function tidyAddress(text: string): string {
  const typed = text.trim();
  const whole = /^[a-z][a-z\d+.-]*:\/\//i.test(typed) ? typed : `https://${typed}`;
  if (!URL.canParse(whole)) return typed;
  const url = new URL(whole);
  url.search = '';
  url.hash = '';
  return url.href.replace(/\/+$/, '');
}

/**
 * How to write an address of this device instead, where browsers cannot let an extension reach it as it is written;
 * null where nothing is wrong with it. They know this device by two names, and by no other number.
 */
export function usableSpellings(text: string): readonly [string, string] | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname } = new URL(address);
  const isOther = hostname === '[::1]' || (hostname.startsWith('127.') && isIpv4(hostname));
  if (protocol !== 'http:' || !isOther || hostname === '127.0.0.1') return null;
  return [withHost(address, '127.0.0.1'), withHost(address, 'localhost')];
}

function withHost(address: string, hostname: string): string {
  const url = new URL(address);
  url.hostname = hostname;
  return url.href.replace(/\/+$/, '');
}

/** `URL` has already turned every spelling of one into four decimal numbers. */
function isIpv4(hostname: string): boolean {
  return /^\d{1,3}(\.\d{1,3}){3}$/.test(hostname);
}

/** The origin that has to be allowed for an address; null where no service may be reached there, or all may. */
export function originToAllow(text: string): string | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : null;
}
