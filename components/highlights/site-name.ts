/** A site as a person reads it. Pure. */
import { sitesWords } from '../words/highlights.ts';
import { webHost } from '../ui/web-host.ts';

/** Gives the host of a site's pattern; one of plain http says so, since it is another site than the encrypted one. */
export function siteName(pattern: string): string {
  const { readable } = sitesWords;
  if (pattern === 'https://*/*') return readable.all;
  if (pattern === 'http://*/*') return readable.allPlain;
  const url = pattern.replace(/\*$/, '');
  const host = webHost(url) ?? pattern;
  return url.startsWith('http:') ? sitesWords.plain(host) : host;
}
