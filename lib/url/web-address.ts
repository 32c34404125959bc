/** Null unless it is http(s). Only open links that pass this, whatever a service returns. */
export function webAddress(text: string | null | undefined): string | null {
  if (text === null || text === undefined || !URL.canParse(text)) return null;
  const { protocol, href } = new URL(text);
  return protocol === 'https:' || protocol === 'http:' ? href : null;
}

/** File name, otherwise host; null if it has neither, such as `data:`. */
export function nameInAddress(url: string): string | null {
  const address = URL.parse(url);
  if (address === null || !/^(?:https?|file):$/.test(address.protocol)) return null;
  const last = lastPartOf(address);
  // The last path part of a web page isn't a name, unless it is a file's.
  if (last !== '' && (address.protocol === 'file:' || fileName.test(last))) return last;
  return address.host === '' ? null : address.host.replace(/^www\./, '');
}

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
