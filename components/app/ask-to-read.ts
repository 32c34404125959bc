/** Asks the person to let this device read an address that is saved as such. */
import { readingOriginOf } from '../../lib/url/origins.ts';
import type { Bridge } from './bridge.ts';

/** Must be called in the click itself, before anything is awaited. Gives whether it may be read. */
export async function askToRead(
  { requestOrigins }: Pick<Bridge, 'requestOrigins'>,
  url: string,
): Promise<boolean> {
  if (!URL.canParse(url)) return false;
  // What a browser has no permission for is left to what becomes of the save.
  return requestOrigins([readingOriginOf(url)]).catch(() => false);
}
