/** Hosts that lead to this device or its own network, as far as their names say so; where others lead, only asking tells. */

/** Says whether a host, as `URL` writes it, names this device, its network, or a link to a neighbour. */
export function leadsIntoOwnNetwork(hostname: string): boolean {
  const host = hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
  if (host.includes(':')) return /^(?:::|f[cde])/i.test(host);
  if (/^[\d.]+$/.test(host)) return ownV4.test(host);
  return !host.includes('.') || /\.(?:localhost|local|internal|home|lan|arpa)$/i.test(host);
}

const ownV4 = /^(?:0|10|127|169\.254|172\.(?:1[6-9]|2\d|3[01])|192\.168)\./;
