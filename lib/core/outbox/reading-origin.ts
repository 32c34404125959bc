/** Where this device reads an address that is saved as such; apart, since surfaces need no more of links. */

/** The origin at which this device reads a link: pages of plain http are asked for by https. */
export function readingOriginOf(url: string): string {
  return new URL(url).origin.replace(/^http:/, 'https:');
}
