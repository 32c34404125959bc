/** Sends OAuth requests under the same rules as all other requests: size limit, timeout, no redirects. */
import {
  ClientSecretBasic,
  ClientSecretPost,
  None,
  allowInsecureRequests,
  customFetch,
  ResponseBodyError,
  type AuthorizationServer as ServerMetadata,
  type Client,
  type ClientAuth,
} from 'oauth4webapi';
import type { ConsentError } from '../../contract/errors.ts';
import { err, ok } from '../../contract/result.ts';
import { attempt, type AttemptOptions, withoutSecret } from '../attempt.ts';
import { consentError, type Outcome } from './errors.ts';
import type { AuthorizationServer, RegisteredClient } from './stored.ts';

export interface ServerOptions {
  readonly fetch: AttemptOptions['fetch'];
  readonly sleep: AttemptOptions['sleep'];
  readonly timeoutMs?: number;
}

/** Options for oauth4webapi. Its HTTPS check is off, because ours also allows loopback. */
export interface OAuthTransport {
  readonly [customFetch]: (
    url: string,
    init: { readonly method: string; readonly headers: Record<string, string>; body?: unknown },
  ) => Promise<Response>;
  readonly [allowInsecureRequests]: true;
}

const maxBodyBytes = 256 * 1024;
const defaultTimeoutMs = 30_000;

/** Throws a `TransportFailure`, which `ask` turns into a result. */
export function createOAuthTransport({
  fetch,
  sleep,
  timeoutMs = defaultTimeoutMs,
}: ServerOptions): OAuthTransport {
  const options = { fetch, sleep, timeoutMs, maxBodyBytes, credential: null };
  return {
    [allowInsecureRequests]: true,
    [customFetch]: async (url, { method, headers, body }) => {
      const text =
        typeof body === 'string' || body instanceof URLSearchParams ? String(body) : null;
      const outcome = await attempt(
        { method: method === 'POST' ? 'POST' : 'GET', url, headers, body: text },
        options,
        undefined,
      );
      if (outcome.kind === 'failed') throw new TransportFailure(toConsentError(outcome.code, url));
      if (outcome.status >= 500 || outcome.status === 429) {
        throw new TransportFailure(consentError('consent.server'));
      }
      // The library trusts the content type, so pass on a body only if it was parsed as JSON.
      return outcome.body.kind === 'json'
        ? Response.json(outcome.body.value, { status: outcome.status })
        : new Response(null, { status: outcome.status });
    },
  };
}

/** Converts thrown errors to results. Errors contain none of `secrets`. */
export async function ask<T>(step: () => Promise<T>, secrets: readonly string[] = []): Outcome<T> {
  try {
    return ok(await step());
  } catch (error) {
    return err(explain(error, secrets));
  }
}

/** Carries an error through oauth4webapi, which throws instead of returning results. */
class TransportFailure extends Error {
  readonly error: ConsentError;

  constructor(error: ConsentError) {
    super(error.code);
    this.name = 'TransportFailure';
    this.error = error;
  }
}

export function toMetadata(server: AuthorizationServer): ServerMetadata {
  return {
    issuer: server.issuer,
    authorization_endpoint: server.authorizationEndpoint,
    token_endpoint: server.tokenEndpoint,
    ...(server.revocationEndpoint === null
      ? {}
      : { revocation_endpoint: server.revocationEndpoint }),
    authorization_response_iss_parameter_supported: server.namesItself,
  };
}

export function identify({ id, secret, authentication }: RegisteredClient): {
  readonly client: Client;
  readonly auth: ClientAuth;
} {
  const client = { client_id: id };
  if (secret === null || authentication === 'none') return { client, auth: None() };
  const isBasic = authentication === 'client_secret_basic';
  return { client, auth: isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret) };
}

/** Distinguishes the library's errors by class and code, never by message, which might contain the response. */
function explain(error: unknown, secrets: readonly string[]): ConsentError {
  if (error instanceof TransportFailure) return error.error;
  if (!(error instanceof ResponseBodyError)) return consentError('consent.malformed');
  const reason = redactReason(error.error, secrets);
  return consentError(
    busyReasons.has(error.error) ? 'consent.server' : 'consent.refused',
    reason === '' ? {} : { reason },
  );
}

const busyReasons = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

export function redactReason(word: string, secrets: readonly string[]): string {
  const without = secrets
    .filter((secret) => secret !== '')
    .reduce((text, secret) => String(withoutSecret(text, secret)), word);
  return without.replaceAll(/[^\x20-\x7e]/g, '').slice(0, 80);
}

function toConsentError(code: string, url: string): ConsentError {
  if (code === 'memory.redirected') return consentError('consent.untrusted');
  if (code === 'memory.timeout') return consentError('consent.timeout');
  return consentError('consent.unreachable', { origin: new URL(url).origin });
}
