/** The `WWW-Authenticate` header of a service that wants a bearer token (RFC 6750, section 3; RFC 9728, section 5.1). */

export interface Challenge {
  readonly resourceMetadata: string | null;
  readonly scope: string | null;
}

/** Reads the bearer challenge; null where there is none. */
export function readChallenge(header: string | null): Challenge | null {
  const begin = /(?:^|,)\s*bearer(?=\s|$)/i.exec(header ?? '');
  if (header === null || begin === null) return null;
  const rest = header.slice(begin.index + begin[0].length);
  const parameters = new Map<string, string>();
  for (const match of rest.matchAll(parameter)) {
    const { name = '', quoted, bare } = match.groups ?? {};
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return {
    resourceMetadata: parameters.get('resource_metadata') ?? null,
    scope: parameters.get('scope') ?? null,
  };
}

/** Sticky: what is no parameter begins the challenge of another scheme, and ends this one. */
const parameter =
  /\s*,?\s*(?<name>[\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\s,"]+))/gy;
