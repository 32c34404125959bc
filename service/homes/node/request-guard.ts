/** Says which requests are let in, by the name they call the server by and the place they come from. */
import { err, ok, type Result } from '../../../lib/contracts/result.ts';

export interface GuardRules {
  /** Names the server may be called by, without ports, as `new URL` writes them. */
  readonly hosts: readonly string[];
  /** Exact origins, or a scheme with a star, such as `moz-extension://*`. */
  readonly origins: readonly string[];
}

export type GuardErrorCode = 'host.missing' | 'host.foreign' | 'origin.foreign';

/** The names of this device for itself; a page of the web can point any other name here, but cannot forge `Host`. */
export const loopbackHosts = ['127.0.0.1', 'localhost', '[::1]'] as const;

/**
 * No page of the web can take such an origin, and Firefox gives the extension another one in each profile, which nobody
 * could list beforehand.
 */
export const extensionOrigins = ['chrome-extension://*', 'moz-extension://*'] as const;

/** Checks the `Host` header; the port may be any, since a proxy may stand before this one. */
export function checkHost(
  host: string | undefined,
  { hosts }: Pick<GuardRules, 'hosts'>,
): Result<null, GuardErrorCode> {
  if (host === undefined || host === '') return err('host.missing');
  const name = /^[^\s/?#@\\]+$/.test(host) ? URL.parse(`http://${host}`)?.hostname : undefined;
  return name !== undefined && hosts.includes(name) ? ok(null) : err('host.foreign');
}

/**
 * Checks the `Origin` header against the list and against the server itself. Requests without one pass, since programs
 * send none: what they may do is the credential's to say.
 */
export function checkOrigin(
  origin: string | undefined,
  { origins, host }: Pick<GuardRules, 'origins'> & { readonly host: string },
): Result<null, GuardErrorCode> {
  if (origin === undefined) return ok(null);
  const isListed = origins.some((listed) =>
    listed.endsWith('*') ? isOfScheme(origin, listed.slice(0, -1)) : origin === listed,
  );
  return isListed || isSameOrigin(origin, host) ? ok(null) : err('origin.foreign');
}

function isOfScheme(origin: string, scheme: string): boolean {
  return origin.startsWith(scheme) && /^[\w.-]+$/.test(origin.slice(scheme.length));
}

/** The scheme is not compared: behind a proxy the page is https and this request is http. */
function isSameOrigin(origin: string, host: string): boolean {
  const url = URL.parse(origin);
  const isPage = url?.protocol === 'http:' || url?.protocol === 'https:';
  return isPage && url.origin === origin && url.host === host.toLowerCase();
}
