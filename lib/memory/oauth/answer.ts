/** What the person comes back with from the service, and the tokens it is exchanged for. */
import {
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  validateAuthResponse,
} from 'oauth4webapi';
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { consentError } from './errors.ts';
import { readTokens } from './read-tokens.ts';
import { ask, clean, identify, openWire, toMetadata, type ServerOptions } from './server.ts';
import type { LiveGrant, PendingConsent } from './stored.ts';

/** Gives what the person came back with; null where this is no answer to what was asked. */
export function readAnswer(redirectedTo: string, { redirectUri, state }: PendingConsent) {
  const url = URL.canParse(redirectedTo) ? new URL(redirectedTo) : null;
  const home = new URL(redirectUri);
  if (url === null || url.origin !== home.origin || url.pathname !== home.pathname) return null;
  const states = url.searchParams.getAll('state');
  return states.length === 1 && states[0] === state ? url.searchParams : null;
}

/** Gives the tokens for the code that the person came back with, as the grant to be stored. */
export async function exchangeCode(
  answer: URLSearchParams,
  pending: PendingConsent,
  ports: ServerOptions & { readonly now: () => number },
): Promise<Result<LiveGrant, ConsentError>> {
  const { connectionId, resource, redirectUri, verifier, state } = pending;
  const server = toMetadata(pending.server);
  const { client, auth } = identify(pending.client);
  const secrets = [verifier, state, answer.get('code') ?? '', pending.client.secret ?? ''];

  const checked = checkAnswer(() => validateAuthResponse(server, client, answer, state), secrets);
  if (!checked.ok) return checked;
  const tokens = await ask(async () => {
    const wire = { ...openWire(ports), additionalParameters: { resource } };
    const response = await authorizationCodeGrantRequest(
      server,
      client,
      auth,
      checked.value,
      redirectUri,
      verifier,
      wire,
    );
    return processAuthorizationCodeResponse(server, client, response);
  }, secrets);
  if (!tokens.ok) return tokens;
  const read = readTokens(tokens.value, ports.now());
  if (!read.ok) return read;
  return ok({
    status: 'live',
    connectionId,
    server: pending.server,
    client: pending.client,
    resource,
    ...read.value,
    scope: read.value.scope ?? pending.scope,
  });
}

/** The issuer is checked before anything else is believed, the words of a refusal included (RFC 9207). */
function checkAnswer(
  check: () => URLSearchParams,
  secrets: readonly string[],
): Result<URLSearchParams, ConsentError> {
  try {
    return ok(check());
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError))
      return err(consentError('consent.untrusted'));
    const reason = clean(error.error, secrets);
    const isDenied = error.error === 'access_denied';
    return err(consentError(isDenied ? 'consent.denied' : 'consent.refused', { reason }));
  }
}
