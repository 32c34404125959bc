/** Which addresses a service may send Keepsake, or the person, to. */
import { readServiceAddress } from '../service-address.ts';

/**
 * Reads an address that a service at `from` names. Null where it is neither https nor loopback, holds a user name or a
 * fragment, or leads from the network to this device, where a service elsewhere has no business.
 */
export function readTrustedAddress(text: unknown, from: URL): URL | null {
  if (typeof text !== 'string' || !readServiceAddress(text).ok) return null;
  const url = new URL(text);
  if (url.hash !== '' || text.includes('#')) return null;
  return isLoopback(url) && !isLoopback(from) ? null : url;
}

function isLoopback({ hostname }: URL): boolean {
  // Plain http is allowed for loopback alone, whatever the scheme of the address at hand.
  return readServiceAddress(`http://${hostname}/`).ok;
}
