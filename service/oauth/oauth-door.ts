/** OAuth for clients that can send no key of their own: what they find, ask, exchange and give back. */
import type { Context, Hono } from 'hono';
import type { Door } from '../app.ts';
import type { OwnerSessions } from '../auth/owner-session.ts';
import { createRequestLimiter } from '../auth/request-limiter.ts';
import type { ServiceEnv } from '../routes/answer.ts';
import { askOwner, takeAnswer } from './authorize.ts';
import { exchangeToken } from './exchange-token.ts';
import { fail, failureAnswer, jsonAnswer } from './failure.ts';
import { authorizationServer, protectedResource } from './metadata.ts';
import { readForm } from './parameters.ts';
import { registerClient } from './register-client.ts';
import { revokeToken } from './revoke-token.ts';
import { MAX_EXCHANGES_PER_MINUTE, MAX_REGISTRATIONS_PER_MINUTE } from './terms.ts';

export interface OauthDoorOptions {
  readonly sessions: OwnerSessions;
  /** Where a client reaches the service, such as `http://127.0.0.1:4321`: an origin, without a slash. */
  readonly baseUrl: (request: Request) => string;
}

/** Opens `/oauth/...` and the well-known addresses that lead there. */
export function oauthDoor({ sessions, baseUrl }: OauthDoorOptions): Door {
  return (app, { context }) => {
    routeMetadata(app, baseUrl);
    const registrations = createRequestLimiter(context.clock, MAX_REGISTRATIONS_PER_MINUTE);
    const limiter = createRequestLimiter(context.clock, MAX_EXCHANGES_PER_MINUTE);
    const authorization = ({ req }: Context<ServiceEnv>) => {
      return { context, sessions, request: req.raw, base: baseUrl(req.raw) };
    };

    app.post('/oauth/register', async ({ req }) => {
      if (!registrations.admit('all')) {
        const busy = fail('temporarily_unavailable', 'Too many clients registered this minute.');
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

function routeMetadata(app: Hono<ServiceEnv>, baseUrl: OauthDoorOptions['baseUrl']): void {
  for (const path of [
    '/.well-known/oauth-protected-resource',
    '/.well-known/oauth-protected-resource/mcp-http',
  ]) {
    app.get(path, ({ req }) => Response.json(protectedResource(baseUrl(req.raw))));
  }
  app.get('/.well-known/oauth-authorization-server', ({ req }) =>
    Response.json(authorizationServer(baseUrl(req.raw))),
  );
}
