import { readingOriginOf } from '../../lib/url/origins.ts';
import type { Bridge } from './bridge.ts';

/**
 * Requests access to the URL's site, and returns whether it was granted. Call it in the click handler, before any
 * await.
 */
export async function askToRead(
  { requestOrigins }: Pick<Bridge, 'requestOrigins'>,
  url: string,
): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  // If access is denied, the save itself reports it.
  return requestOrigins([readingOriginOf(url)]).catch(() => false);
}
