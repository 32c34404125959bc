import * as z from 'zod/mini';
import { ok } from '../../lib/contract/result.ts';
import { bearerOf, principalOf } from '../auth/credentials.ts';
import { ACCESS_TOKEN_PREFIX, SCOPE } from '../oauth/protocol.ts';
import { checkRateLimit } from '../operations/operation.ts';
import { envelope, refuse, type Refusal } from '../refusal.ts';
import { jsonBody, type RouteGroup } from '../rest.ts';

export const mcpRoutes: RouteGroup = (app, { context, authenticator, baseUrl }) => {
  app.all('/mcp-http', async (hono) => {
    const { raw: request } = hono.req;
    const traceId = hono.get('traceId');
    const principal = await principalOf(request, authenticator, 'mcp');
    if (!principal.ok) {
      return refuseCaller(request, principal.error, { base: baseUrl(request), traceId });
    }
    const call = { context, principal: principal.value, signal: request.signal };
    const hasBody = request.method === 'POST';
    const body = hasBody ? await jsonBody(request) : null;
    if (body?.ok === false) return envelope(body.error, traceId);
    const counted = isToolCall(body?.value) ? ok(null) : await checkRateLimit(call);
    if (!counted.ok) return envelope(counted.error, traceId);
    // Loaded on demand: the protocol's package is large, and most starts never need it.
    const { serveMcp } = await import('./serve-mcp.ts');
    return serveMcp({ request, call, traceId, ...(body === null ? {} : { body: body.value }) });
  });
};

/**
 * Returns whether the request calls a tool. Operations count tool calls against the rate limit; this route counts the
 * rest.
 */
function isToolCall(body: unknown): boolean {
  return z.safeParse(z.looseObject({ method: z.literal('tools/call') }), body).success;
}

/**
 * Responds with 401 and a challenge (RFC 9728, RFC 6750) if there is no bearer token, or an access token that is no
 * longer valid: OAuth clients then ask for consent or refresh. A key can't be refreshed, so it gets the contract's 403.
 */
function refuseCaller(
  request: Request,
  refusal: Refusal,
  { base, traceId }: Record<'base' | 'traceId', string>,
) {
  // Refreshing doesn't help if the account is suspended.
  const isInvalidToken =
    refusal.kind !== 'suspended' && bearerOf(request)?.startsWith(ACCESS_TOKEN_PREFIX) === true;
  const expired = refuse('unauthenticated', 'This access token is unknown, expired or revoked.');
  const response = envelope(isInvalidToken ? expired.error : refusal, traceId);
  if (response.status === 401) {
    response.headers.set('WWW-Authenticate', challenge(base, isInvalidToken));
  }
  return response;
}

function challenge(base: string, isInvalidToken: boolean): string {
  const metadata = `${base}/.well-known/oauth-protected-resource/mcp-http`;
  const error = isInvalidToken ? 'error="invalid_token", ' : '';
  return `Bearer ${error}resource_metadata="${metadata}", scope="${SCOPE}"`;
}
