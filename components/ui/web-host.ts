/**
 * Gives the host of an http or https address, in punycode if it has lookalike letters; null for any other address.
 */
export function webHost(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null;
  } catch {
    return null;
  }
}
