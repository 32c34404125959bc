/** What this authorization server grants, and for how long. */

/** The one scope: reading. Which Memories, and whether the profile, is the owner's choice when they consent. */
export const SCOPE = 'memory:read';

export const ACCESS_TOKEN_PREFIX = 'keepsake_at_';
export const REFRESH_TOKEN_PREFIX = 'keepsake_rt_';
export const CODE_PREFIX = 'keepsake_code_';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const CODE_MS = MINUTE_MS;
export const ACCESS_TOKEN_MS = 15 * MINUTE_MS;
/** Of a client that does not come back; each exchange begins it anew. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;
/** How long a refresh token may be exchanged again, by a client that lost the answer or asked twice at once. */
export const REFRESH_GRACE_MS = 30_000;
/** Each exchange leaves a row behind, so a client may not do it all day. */
export const MAX_EXCHANGES_PER_MINUTE = 30;
/** How long a revoked connection is still listed. */
export const REVOKED_SHOWN_MS = 30 * DAY_MS;
/** How exactly it is known when a connection was last used. */
export const LAST_USED_MS = 60 * MINUTE_MS;

/** Clients that nobody consented to: how long they are kept, how many, and how many may come in a minute. */
export const UNUSED_CLIENT_MS = 7 * DAY_MS;
export const MAX_UNUSED_CLIENTS = 200;
export const MAX_REGISTRATIONS_PER_MINUTE = 30;

/** The address that tokens are for, at a base such as `http://127.0.0.1:4321`. */
export function resourceAt(base: string): string {
  return `${base}/mcp-http`;
}

/** Says whether each `resource` that a client names is this service (RFC 8707); naming none is naming it. */
export function isForResource(named: readonly string[], resource: string): boolean {
  const base = new URL(resource).origin;
  return named.every((each) => [resource, base, `${base}/`].includes(each));
}
