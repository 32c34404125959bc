import type { Context } from 'hono';
import { clientNetwork } from '../../lib/url/network-address.ts';
import { limiterFor } from '../auth/request-limiter.ts';
import type { RouteGroup, ServiceEnv } from '../rest.ts';
import { askOwner, takeAnswer, type Authorization } from './authorize.ts';
import { registerClient } from './clients.ts';
import {
  fail,
  failureAnswer,
  jsonAnswer,
  MAX_EXCHANGES_PER_MINUTE,
  MAX_REGISTRATIONS_PER_MINUTE,
  readForm,
  resourcePaths,
  SCOPE,
} from './protocol.ts';
import { exchangeToken, revokeToken } from './tokens.ts';

export function oauthRoutes({ sessions }: Pick<Authorization, 'sessions'>): RouteGroup {
  return (app, { context, baseUrl }) => {
    const registrations = limiterFor(context, 'registrations', MAX_REGISTRATIONS_PER_MINUTE);
    const limiter = limiterFor(context, 'exchanges', MAX_EXCHANGES_PER_MINUTE);
    const authorization = ({ req }: Context<ServiceEnv>) => {
      return { context, sessions, request: req.raw, base: baseUrl(req.raw) };
    };

    const { mcp, rest } = resourcePaths;
    // The root serves the MCP metadata, because MCP clients fall back to it.
    for (const [suffix, path] of [
      ['', mcp],
      [mcp, mcp],
      [rest, rest],
    ] as const) {
      app.get(`/.well-known/oauth-protected-resource${suffix}`, ({ req }) =>
        Response.json(protectedResource(baseUrl(req.raw), path)),
      );
    }
    app.get('/.well-known/oauth-authorization-server', ({ req }) =>
      Response.json(authorizationServer(baseUrl(req.raw))),
    );
    app.post('/oauth/register', async ({ req, env }) => {
      if (!(await registrations.admit(clientNetwork(env.address ?? '')))) {
        const busy = fail('temporarily_unavailable', 'Too many registrations this minute.');
        return failureAnswer(busy.error);
      }
      const registered = await registerClient(context, req.raw);
      return registered.ok ? jsonAnswer(registered.value, 201) : failureAnswer(registered.error);
    });
    app.get('/oauth/authorize', (hono) => askOwner(authorization(hono)));
    app.post('/oauth/authorize', (hono) => takeAnswer(authorization(hono)));
    app.post('/oauth/token', async ({ req }) => {
      const form = await readForm(req.raw);
      const exchanged = form.ok ? await exchangeToken({ context, limiter }, form.value) : form;
      return exchanged.ok ? jsonAnswer(exchanged.value) : failureAnswer(exchanged.error);
    });
    app.post('/oauth/revoke', async ({ req }) => {
      const form = await readForm(req.raw);
      const revoked = form.ok ? await revokeToken(context, form.value) : form;
      return revoked.ok ? jsonAnswer({}) : failureAnswer(revoked.error);
    });
  };
}

/** Returns the metadata of the protected resource (RFC 9728). */
function protectedResource(base: string, path: string) {
  return {
    resource: base + path,
    authorization_servers: [base],
    scopes_supported: [SCOPE],
    bearer_methods_supported: ['header'],
    resource_name: 'Personal Memory Service',
  };
}

/** Returns the metadata of the authorization server (RFC 8414). */
function authorizationServer(base: string) {
  return {
    issuer: base,
    authorization_endpoint: `${base}/oauth/authorize`,
    token_endpoint: `${base}/oauth/token`,
    registration_endpoint: `${base}/oauth/register`,
    revocation_endpoint: `${base}/oauth/revoke`,
    scopes_supported: [SCOPE],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: false,
  };
}
