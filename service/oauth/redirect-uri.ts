/** Where a client may have the person sent back to. */

const MAX_LENGTH = 2048;
const PRINTABLE = /^[!-~]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** Schemes that a browser, not an app of the device, would act upon. */
const TAKEN_SCHEMES = new Set(
  'about blob chrome chrome-extension data file filesystem ftp intent javascript mailto moz-extension vbscript view-source ws wss'
    .split(' ')
    .map((name) => `${name}:`),
);

/**
 * Says whether a client may register an address: https, http on this device, or an app's own scheme; without a fragment
 * or credentials.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !PRINTABLE.test(text) || text.includes('#')) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' ? isLoopback(url) : !TAKEN_SCHEMES.has(url.protocol);
}

/**
 * Says whether an address is one of those registered, letter by letter. On this device the port may be any, since a
 * program takes the one that is free when it asks (RFC 8252, section 7.3).
 */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (registered.includes(asked)) return true;
  const unported = withoutPort(asked);
  return unported !== null && registered.some((each) => withoutPort(each) === unported);
}

/** Names for the person whom an address leads to: a host, an app's scheme, or a program on this device. */
export function describeTarget(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === 'https:') return url.host;
  return url.protocol === 'http:'
    ? `a program on this device (${url.host})`
    : `the app that opens ${url.protocol} links`;
}

function isLoopback(url: URL): boolean {
  return LOOPBACK.has(url.hostname);
}

/** Null where the port counts. */
function withoutPort(text: string): string | null {
  const url = isRedirectUri(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:') return null;
  url.port = '';
  return url.href;
}
