import { readingOriginOf } from '../../lib/url/origins.ts';
import type { Bridge } from './bridge.ts';

/** Call within the click, before awaiting anything. Returns whether the URL can be read. */
export async function askToRead(
  { requestOrigins }: Pick<Bridge, 'requestOrigins'>,
  url: string,
): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  // If there is no permission for the URL, the save reports it.
  return requestOrigins([readingOriginOf(url)]).catch(() => false);
}
