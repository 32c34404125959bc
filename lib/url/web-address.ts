/** Returns the URL if it's http(s), otherwise null. Call this for every link from a service before opening it. */
export function webAddress(text: string | null | undefined): string | null {
  const { protocol = '', href = null } = URL.parse(text ?? '') ?? {};
  return /^https?:$/.test(protocol) ? href : null;
}

/** Returns the host of an http(s) URL, with lookalike letters in punycode; null for other URLs. */
export function webHost(url: string): string | null {
  const { protocol = '', host = '' } = URL.parse(url) ?? {};
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : null;
}

/** Returns a URL's site: the host, with the scheme unless that's http(s); the scheme alone if there's no host. */
export function siteOf(url: string): string {
  const { host = '', protocol = '' } = URL.parse(url) ?? {};
  return webHost(url) ?? (host === '' ? protocol : `${protocol}//${host}`);
}

/** Returns the file name, otherwise the host; null for URLs with neither, such as `data:`. */
export function nameInAddress(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !/^(?:https?|file):$/.test(address.protocol)) return null;
  const last = lastPartOf(address);
  // The last path part of a web page isn't a name unless it's a file name.
  if (last !== '' && (address.protocol === 'file:' || fileName.test(last))) return last;
  return address.host === '' ? null : address.host.replace(/^www\./, '');
}

export function lastPartOf({ pathname }: URL): string {
  return decoded(pathname.split('/').findLast((part) => part !== '') ?? '');
}

const fileName = /^[^.].*\.[a-z][a-z\d]{1,4}$/i;

/** Decodes percent-encoding. Returns text with invalid encoding as it is, so that the percent sign is literal. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
