/** What may be opened. Pure. */
/** Gives the address where it is one of the web, which alone is opened, whatever a service says is an address. */
export function webAddress(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** Gives the file at an address, or else its site; null where the address has neither, as `data:` has not. */
export function nameInAddress(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !/^(?:https?|file):$/.test(address.protocol)) return null;
  const last = lastPartOf(address);
  // The last word of a web page’s path is a name to its server alone, unless it is that of a file.
  if (last !== '' && (address.protocol === 'file:' || fileName.test(last))) return last;
  return address.host === '' ? null : address.host.replace(/^www\./, '');
}

/** Gives the last part of the path, decoded; empty where there is none. */
export function lastPartOf({ pathname }: URL): string {
  return decoded(pathname.split('/').findLast((part) => part !== '') ?? '');
}

const fileName = /^[^.].*\.[a-z][a-z\d]{1,4}$/i;

function decoded(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name; // Not every address is encoded well.
  }
}
