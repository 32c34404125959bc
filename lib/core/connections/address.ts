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

/** The origin that has to be allowed for an address; null where no service may be reached there, or all may. */
export function originToAllow(text: string): string | null {
  const address = tidyAddress(text);
  if (!URL.canParse(address)) return null;
  const { protocol, hostname, origin } = new URL(address);
  const isLocal = hostname === 'localhost' || hostname === '127.0.0.1';
  return protocol === 'https:' || (protocol === 'http:' && isLocal) ? origin : null;
}
