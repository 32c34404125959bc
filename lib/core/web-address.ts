/** What may be opened. Pure. */

/** Gives the address where it is one of the web, which alone is opened, whatever a service says is an address. */
export function webAddress(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}
