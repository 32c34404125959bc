/**
 * Gives the host of an address that may be opened, as the browser writes it, imitations uncovered; null for any other.
 */
export function webHost(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null;
  } catch {
    return null;
  }
}
