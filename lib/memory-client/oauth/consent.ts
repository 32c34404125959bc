/** Authorizes a read-only connection in two steps. All state is stored, so that another background can complete it. */
import {
  calculatePKCECodeChallenge,
  generateRandomCodeVerifier,
  generateRandomState,
  dynamicClientRegistrationRequest,
  processDynamicClientRegistrationResponse,
  AuthorizationResponseError,
  authorizationCodeGrantRequest,
  processAuthorizationCodeResponse,
  validateAuthResponse,
  type Client,
} from 'oauth4webapi';
import type { ConsentError } from '../../contract/errors.ts';
import { err, ok, type Result } from '../../contract/result.ts';
import { discover, type Discovery } from './discovery.ts';
import { consentError, type Outcome } from './errors.ts';
import {
  createOAuthTransport,
  type ServerOptions,
  ask,
  toMetadata,
  type OAuthTransport,
  redactReason,
  identify,
} from './server.ts';
import {
  readLive,
  inStorage,
  pendingConsentSchema,
  type ConsentStore,
  type GrantStore,
  type LiveGrant,
  type PendingConsent,
  type RegisteredClient,
} from './stored.ts';
import { grantFrom, revokeGrant } from './grants.ts';

export interface ConsentPorts extends ServerOptions {
  readonly now: () => number;
  readonly consents: ConsentStore;
  readonly grants: GrantStore;
}

/** `baseUrl` is the address of the service without `/mcp-http`. */
type ConsentRequest = Pick<PendingConsent, 'connectionId' | 'baseUrl' | 'redirectUri'>;

export type Consents = ReturnType<typeof createConsents>;

export type Unfinished = Pick<PendingConsent, 'connectionId' | 'baseUrl' | 'answer'> & {
  readonly issuer: string;
};

const consentTimeoutMs = 60 * 60 * 1000;

export function createConsents(ports: ConsentPorts) {
  const completing = new Map<string, Outcome<LiveGrant>>();
  return {
    begin: (request: ConsentRequest) => begin(request, ports),
    complete: (connectionId: string, redirectedTo: string) => {
      // A server that receives a code twice revokes the tokens it issued for it.
      const running = completing.get(connectionId);
      if (running !== undefined) return running;
      const work = complete(connectionId, redirectedTo, ports).finally(() =>
        completing.delete(connectionId),
      );
      completing.set(connectionId, work);
      return work;
    },
    unfinished: () => inStorage(() => readUnfinished(ports)),
    /** Removes a consent whose connection was stored, or that was abandoned. */
    settle: (connectionId: string) => inStorage(() => ports.consents.remove(connectionId)),
  };
}

/** Returns the URL to open. Replaces an earlier attempt for the same connection. */
async function begin(request: ConsentRequest, ports: ConsentPorts) {
  const { connectionId, baseUrl, redirectUri } = request;
  const discovered = await discover(baseUrl, ports);
  if (!discovered.ok) return discovered;
  const { resource, server, scope } = discovered.value;
  const client = await register(discovered.value, redirectUri, createOAuthTransport(ports));
  if (!client.ok) return client;

  const pending: PendingConsent = {
    connectionId,
    baseUrl,
    server,
    client: client.value,
    resource,
    redirectUri,
    scope,
    state: generateRandomState(),
    verifier: generateRandomCodeVerifier(),
    startedAt: ports.now(),
    answer: null,
    isExchanged: false,
  };
  const written = await inStorage(() => ports.consents.write(pending));
  if (!written.ok) return written;
  return ok({ authorizationUrl: await authorizationUrlOf(pending), issuer: server.issuer });
}

/** Returns consents that aren't settled, including those of an earlier background. */
async function readUnfinished({ consents, now }: ConsentPorts): Promise<Unfinished[]> {
  const unfinished: Unfinished[] = [];
  for (const connectionId of await consents.waitedFor()) {
    const pending = pendingIn(await consents.read(connectionId), now());
    if (pending === null) {
      await consents.remove(connectionId);
      continue;
    }
    const { baseUrl, answer, server } = pending;
    unfinished.push({ connectionId, baseUrl, issuer: server.issuer, answer });
  }
  return unfinished;
}

/** Returns null for a consent that has expired or can't be parsed. */
function pendingIn(stored: unknown, now: number): PendingConsent | null {
  const pending = pendingConsentSchema.safeParse(stored).data;
  return pending === undefined || pending.startedAt + consentTimeoutMs < now ? null : pending;
}

async function authorizationUrlOf(pending: PendingConsent): Promise<string> {
  const url = new URL(pending.server.authorizationEndpoint);
  const parameters = {
    response_type: 'code',
    client_id: pending.client.id,
    redirect_uri: pending.redirectUri,
    ...(pending.scope === null ? {} : { scope: pending.scope }),
    state: pending.state,
    code_challenge: await calculatePKCECodeChallenge(pending.verifier),
    code_challenge_method: 'S256',
    resource: pending.resource,
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/**
 * Exchanges the code in the redirect for tokens and stores the grant. Call again with the same URL only after a
 * retryable error. Fails with `consent.unknown` if this redirect wasn't expected, or with `consent.denied` if the person
 * or the server declined.
 */
async function complete(
  connectionId: string,
  redirectedTo: string,
  ports: ConsentPorts,
): Outcome<LiveGrant> {
  const { now, consents, grants } = ports;
  const stored = await inStorage(() => consents.read(connectionId));
  if (!stored.ok) return stored;
  const pending = pendingIn(stored.value, now());
  const answer = pending && readRedirect(redirectedTo, pending);
  // A sender that doesn't know the state must not be able to end this consent either.
  if (pending === null || answer === null) return err(consentError('consent.unknown'));

  if (pending.isExchanged) return readLive(connectionId, grants);
  // Stored first, so that the next background can exchange the code if this one stops now.
  const recorded = await inStorage(() => consents.write({ ...pending, answer: redirectedTo }));
  if (!recorded.ok) return recorded;
  const exchanged = await exchangeCode(answer, pending, ports);
  if (!exchanged.ok && exchanged.error.retryable) return exchanged;
  if (!exchanged.ok) {
    const removed = await inStorage(() => consents.remove(connectionId));
    return removed.ok ? exchanged : removed;
  }
  const saved = await inStorage(() => grants.replace(connectionId, undefined, exchanged.value));
  if (!saved.ok) {
    // The code is used and only this function has the tokens, so nothing is left to complete. Revoke them before
    // removing the consent: if the background stops in between, the next one sends the code again, which revokes them
    // too.
    await revokeGrant(exchanged.value, ports);
    await inStorage(() => consents.remove(connectionId));
    return saved;
  }
  // The consent is removed only once the connection is stored, because tokens alone would look orphaned.
  const exchangedConsent = { ...pending, answer: redirectedTo, isExchanged: true };
  const written = await inStorage(() => consents.write(exchangedConsent));
  return written.ok ? exchanged : written;
}

async function register(
  { server, registrationEndpoint, scope }: Discovery,
  redirectUri: string,
  wire: OAuthTransport,
): Outcome<RegisteredClient> {
  const metadata = { ...toMetadata(server), registration_endpoint: registrationEndpoint };
  const registered = await ask(async () => {
    const response = await dynamicClientRegistrationRequest(
      metadata,
      {
        client_name: 'Keepsake',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: redirectUri.startsWith('https:') ? 'web' : 'native',
        ...(scope === null ? {} : { scope }),
      },
      wire,
    );
    return processDynamicClientRegistrationResponse(asCreated(response));
  });
  return registered.ok ? readClient(registered.value, redirectUri) : registered;
}

/** Some servers respond to a registration with 200 instead of 201. */
function asCreated(response: Response): Response {
  if (response.status !== 200) return response;
  return new Response(response.body, { status: 201, headers: response.headers });
}

function readClient(
  registered: Client,
  redirectUri: string,
): Result<RegisteredClient, ConsentError> {
  const { client_id: id, redirect_uris: uris, client_secret: given } = registered;
  // The server may register less than requested. Without the redirect URI, the person couldn't return.
  if (Array.isArray(uris) && !uris.includes(redirectUri)) {
    return err(consentError('consent.refused', { reason: 'redirect_uris' }));
  }
  const secret = typeof given === 'string' && given !== '' ? given : null;
  // A missing method means `client_secret_basic` (RFC 7591, section 2). Without a secret it can only mean `none`.
  const fallback = secret === null ? 'none' : 'client_secret_basic';
  const authentication = registered['token_endpoint_auth_method'] ?? fallback;
  if (authentication === 'none') return ok({ id, secret: null, authentication });
  const isKnown =
    authentication === 'client_secret_basic' || authentication === 'client_secret_post';
  return isKnown && secret !== null
    ? ok({ id, secret, authentication })
    : err(consentError('consent.unsupported'));
}

/** Returns null if the redirect doesn't belong to this consent. */
function readRedirect(redirectedTo: string, { redirectUri, state }: PendingConsent) {
  const url = URL.parse(redirectedTo);
  const expected = new URL(redirectUri);
  if (url === null || url.origin !== expected.origin || url.pathname !== expected.pathname)
    return null;
  const states = url.searchParams.getAll('state');
  return states.length === 1 && states[0] === state ? url.searchParams : null;
}

async function exchangeCode(
  answer: URLSearchParams,
  pending: PendingConsent,
  ports: ServerOptions & { readonly now: () => number },
): Outcome<LiveGrant> {
  const { resource, redirectUri, verifier, state } = pending;
  const server = toMetadata(pending.server);
  const { client, auth } = identify(pending.client);
  const secrets = [verifier, state, answer.get('code') ?? '', pending.client.secret ?? ''];

  const checked = checkResponse(() => validateAuthResponse(server, client, answer, state), secrets);
  if (!checked.ok) return checked;
  const tokens = await ask(async () => {
    const wire = { ...createOAuthTransport(ports), additionalParameters: { resource } };
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
  return grantFrom(tokens, pending, ports.now());
}

/** Checks the issuer before anything else in the redirect is trusted, even errors (RFC 9207). */
function checkResponse(
  check: () => URLSearchParams,
  secrets: readonly string[],
): Result<URLSearchParams, ConsentError> {
  try {
    return ok(check());
  } catch (error) {
    if (!(error instanceof AuthorizationResponseError))
      return err(consentError('consent.untrusted'));
    const reason = redactReason(error.error, secrets);
    const isDenied = error.error === 'access_denied';
    return err(consentError(isDenied ? 'consent.denied' : 'consent.refused', { reason }));
  }
}
