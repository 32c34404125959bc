/** The host of an http(s) address, with lookalike letters in punycode; null for any other address. */
export function webHost(url: string): string | null {
  const { protocol = '', host = '' } = URL.parse(url) ?? {};
  return /^https?:$/.test(protocol) ? host.replace(/^www\./, '') : null;
}
