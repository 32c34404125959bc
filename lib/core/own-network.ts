/** Hosts that lead to this device or its own network, as far as their names say so; where others lead, only asking tells. */
import { isPublicAddress } from './public-address.ts';

/**
 * Says whether a host, as `URL` writes it, names this device, its network, or a link to a neighbour. Of an IP address
 * that is whatever is not the public internet's, as where pages are fetched.
 */
export function leadsIntoOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':') || /^[\d.]+$/.test(host)) return !isPublicAddress(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|home|lan|arpa)$/i.test(host);
}
