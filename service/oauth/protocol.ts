import { err, ok, type Result } from '../../lib/contract/result.ts';
import type { Audience } from '../auth/credentials.ts';
import { boundedBytes } from '../rest.ts';

/** The only scope: read access. The owner picks the Memories, and whether to include the profile, at consent. */
export const SCOPE = 'memory:read';

export const ACCESS_TOKEN_PREFIX = 'keepsake_at_';
export const REFRESH_TOKEN_PREFIX = 'keepsake_rt_';
export const CODE_PREFIX = 'keepsake_code_';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

export const CODE_MS = MINUTE_MS;
export const ACCESS_TOKEN_MS = 15 * MINUTE_MS;
/** Every exchange restarts this period. */
export const REFRESH_TOKEN_MS = 30 * DAY_MS;
/**
 * How long a replaced refresh token still works, for clients that lost the response or sent two requests in parallel.
 */
export const REFRESH_GRACE_MS = 30_000;
/** Limited, because each exchange leaves a row in the database. */
export const MAX_EXCHANGES_PER_MINUTE = 30;
export const REVOKED_SHOWN_MS = 30 * DAY_MS;
/** How precisely the time of a connection's last use is recorded. */
export const LAST_USED_MS = 60 * MINUTE_MS;

/** Limits for registered clients that no owner has consented to. */
export const UNUSED_CLIENT_MS = 7 * DAY_MS;
export const MAX_UNUSED_CLIENTS = 200;
export const MAX_REGISTRATIONS_PER_MINUTE = 30;

/** The path of each interface. A connection and its tokens store the URLs they are for, separated by spaces. */
export const resourcePaths: Readonly<Record<Audience, string>> = {
  mcp: '/mcp-http',
  rest: '/v1',
};

/**
 * Returns the resources that a client requests (RFC 8707), ready to store; null if one belongs to another service. The
 * default is MCP, which the service's address alone stands for too.
 */
export function resourceNamed(named: readonly string[], base: string): string | null {
  const mcp = base + resourcePaths.mcp;
  const urls = named.map((each) => ([base, `${base}/`].includes(each) ? mcp : each));
  const isKnown = urls.every((url) => [mcp, base + resourcePaths.rest].includes(url));
  return isKnown ? [...new Set(urls.length === 0 ? [mcp] : urls)].join(' ') : null;
}

/** Returns the granted resources that a token request names, or all if it names none; null if it names others. */
export function resourceWithin(granted: string, named: readonly string[]): string | null {
  if (named.length === 0) return granted;
  const all = granted.split(' ');
  const asked = resourceNamed(named, URL.parse(all[0] ?? '')?.origin ?? '');
  return asked?.split(' ').every((url) => all.includes(url)) === true ? asked : null;
}

type OauthError =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_target'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';

export interface OauthFailure {
  readonly error: OauthError;
  /** Text for the client's developer. RFC 6749 allows only ASCII without double quotes. */
  readonly description: string;
}

export function fail(error: OauthError, description: string) {
  return err<OauthFailure>({ error, description: description.replaceAll('"', "'") });
}

const STATUSES: Partial<Record<OauthError, number>> = {
  invalid_client: 401,
  temporarily_unavailable: 429,
};

/** Responds with an error as in RFC 6749 (section 5.2) and RFC 7591 (section 3.2.2). */
export function failureAnswer({ error, description }: OauthFailure): Response {
  const status = STATUSES[error] ?? 400;
  return jsonAnswer({ error, error_description: description }, status);
}

export function jsonAnswer(body: unknown, status = 200): Response {
  return Response.json(body, {
    status,
    headers: { 'cache-control': 'no-store', pragma: 'no-cache' },
  });
}

const MAX_FORM_BYTES = 64 * 1024;
/** `resource` can be repeated (RFC 8707); `container` is a group of checkboxes on the consent page. */
const REPEATABLE = new Set(['resource', 'container']);

export async function readForm(request: Request): Promise<Result<URLSearchParams, OauthFailure>> {
  const bytes = await boundedBytes(request, MAX_FORM_BYTES);
  if (!bytes.ok) return fail('invalid_request', bytes.error.message);
  return ok(new URLSearchParams(new TextDecoder().decode(bytes.value)));
}

/** Reads a parameter. An empty value counts as missing (RFC 6749, section 3.1). */
export function valueOf(parameters: URLSearchParams, name: string): string | undefined {
  const value = parameters.get(name);
  return value === null || value === '' ? undefined : value;
}

export function repeatedIn(parameters: URLSearchParams): string | undefined {
  return [...parameters.keys()].find(
    (name) => !REPEATABLE.has(name) && parameters.getAll(name).length > 1,
  );
}
