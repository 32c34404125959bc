/** The host of an http(s) address, with lookalike letters in punycode; null for any other address. */
export function webHost(url: string): string | null {
  try {
    const { protocol, host } = new URL(url);
    return protocol === 'https:' || protocol === 'http:' ? host.replace(/^www\./, '') : null;
  } catch {
    return null;
  }
}
