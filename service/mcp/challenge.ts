/** Refuses a caller of the MCP address so that a client which speaks OAuth knows where to turn (RFC 9728, RFC 6750). */
import { ACCESS_TOKEN_PREFIX, SCOPE } from '../oauth/terms.ts';
import { envelope, type Refusal } from '../refusal.ts';

export interface Refused {
  readonly request: Request;
  readonly refusal: Refusal;
  /** Where a client reaches the service: an origin, without a slash. */
  readonly base: string;
  readonly traceId: string;
}

const STALE_TOKEN = /^Bearer +(?<token>[^\s]+)/i;

/**
 * Answers 401 where there is no bearer, or an access token that is no longer good, which the client can renew. A key
 * cannot be renewed: that stays the 403 of the contract.
 */
export function refuseCaller({ request, refusal, base, traceId }: Refused): Response {
  const isStale = isAccessToken(request);
  const refused: Refusal = isStale
    ? {
        kind: 'unauthenticated',
        message: 'This access token is unknown, has expired or was revoked.',
        details: {},
      }
    : refusal;
  const response = envelope(refused, traceId);
  if (response.status === 401) {
    response.headers.set('WWW-Authenticate', challengeOf(base, isStale));
  }
  return response;
}

function challengeOf(base: string, isStale: boolean): string {
  const metadata = `${base}/.well-known/oauth-protected-resource/mcp-http`;
  const error = isStale ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${metadata}", scope="${SCOPE}"`;
}

function isAccessToken(request: Request): boolean {
  const token = STALE_TOKEN.exec(request.headers.get('authorization') ?? '')?.groups?.['token'];
  return token?.startsWith(ACCESS_TOKEN_PREFIX) === true;
}
