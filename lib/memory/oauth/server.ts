/** Speaks with an authorization server, under the rules of every other request: bounded, patient, and never led astray. */
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
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { attempt, type AttemptOptions } from '../attempt.ts';
import { withoutSecret } from '../redaction.ts';
import { consentError } from './errors.ts';
import type { AuthorizationServer, RegisteredClient } from './stored.ts';

export interface ServerOptions {
  readonly fetch: AttemptOptions['fetch'];
  readonly sleep: AttemptOptions['sleep'];
  /** For one request. */
  readonly timeoutMs?: number;
}

/** What oauth4webapi takes beside its parameters. Its own rule on https is replaced by ours, which knows loopback. */
export interface Wire {
  readonly [customFetch]: (url: string, init: WireInit) => Promise<Response>;
  readonly [allowInsecureRequests]: true;
}

interface WireInit {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body?: unknown;
}

/** What the server answers is a page at most. */
const maxBodyBytes = 256 * 1024;
const defaultTimeoutMs = 30_000;

/** Makes the wire. What it throws is a `ConsentError` in a `WireFailure`, which `ask` turns into a value. */
export function openWire({ fetch, sleep, timeoutMs = defaultTimeoutMs }: ServerOptions): Wire {
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
      if (outcome.kind === 'failed') throw new WireFailure(toConsentError(outcome.code, url));
      if (outcome.status >= 500 || outcome.status === 429) {
        throw new WireFailure(consentError('consent.server'));
      }
      // The library takes an answer by its type alone; what was no JSON must not be taken for any.
      return outcome.body.kind === 'json'
        ? Response.json(outcome.body.value, { status: outcome.status })
        : new Response(null, { status: outcome.status });
    },
  };
}

/** Runs one step; whatever it throws comes back as an error that holds none of `secrets`. */
export async function ask<T>(
  step: () => Promise<T>,
  secrets: readonly string[] = [],
): Promise<Result<T, ConsentError>> {
  try {
    return ok(await step());
  } catch (error) {
    return err(explain(error, secrets));
  }
}

/** Thrown through oauth4webapi, which knows nothing of results. */
export class WireFailure extends Error {
  readonly told: ConsentError;

  constructor(told: ConsentError) {
    super(told.code);
    this.name = 'WireFailure';
    this.told = told;
  }
}

/** The server and the client as oauth4webapi has them. */
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

/** How the client says who it is. */
export function identify({ id, secret, authentication }: RegisteredClient): {
  readonly client: Client;
  readonly auth: ClientAuth;
} {
  const client = { client_id: id };
  if (secret === null || authentication === 'none') return { client, auth: None() };
  const isBasic = authentication === 'client_secret_basic';
  return { client, auth: isBasic ? ClientSecretBasic(secret) : ClientSecretPost(secret) };
}

/** The library's own errors are told apart by class and by code, never by their words, which may hold the answer. */
function explain(error: unknown, secrets: readonly string[]): ConsentError {
  if (error instanceof WireFailure) return error.told;
  if (!(error instanceof ResponseBodyError)) return consentError('consent.malformed');
  const reason = clean(error.error, secrets);
  return consentError(
    busyReasons.has(error.error) ? 'consent.server' : 'consent.refused',
    reason === '' ? {} : { reason },
  );
}

const busyReasons = new Set(['temporarily_unavailable', 'server_error', 'slow_down']);

/** A word of the server's, free of secrets and no longer than such words are. */
export function clean(word: string, secrets: readonly string[]): string {
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
