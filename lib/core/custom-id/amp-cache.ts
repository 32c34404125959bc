/** Gives pages back their own addresses that were read from a cache of AMP pages. */

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
