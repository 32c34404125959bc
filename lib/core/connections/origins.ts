/** Which origins a home needs the browser's permission for, and which of them no home needs any more. */
import type { Connection } from '../../contracts/connections.ts';
import type { Settings } from '../../contracts/settings.ts';

/** Where a connection is asked, and where its consent is kept good; none for the home on this device. */
export function originsOf(connection: Connection): string[] {
  if (connection.kind === 'device') return [];
  const own = new URL(connection.baseUrl).origin;
  if (connection.kind === 'key' || !URL.canParse(connection.issuer)) return [own];
  return [...new Set([own, new URL(connection.issuer).origin])];
}

/**
 * Stands among origins for all of them that are encrypted: a folder of bookmarks may name thousands. It is the browser's
 * own pattern already, and no address: Chromium would write its star as `%2A`.
 */
export const everySite = 'https://*/*';

/** What the browser grants for an origin: patterns know no ports, so two services of one host share one permission. */
export function originPattern(origin: string): string {
  if (origin === everySite) return everySite;
  const { protocol, hostname } = new URL(origin);
  return `${protocol}//${hostname}/*`;
}

/** Those of the origins whose permission serves no kept connection. */
export function unneeded(origins: readonly string[], { homes }: Settings): string[] {
  const needed = new Set(
    homes.flatMap(({ connection }) => originsOf(connection)).map(originPattern),
  );
  return [...new Set(origins)].filter((origin) => !needed.has(originPattern(origin)));
}
