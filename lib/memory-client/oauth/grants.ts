import {
  processRefreshTokenResponse,
  refreshTokenGrantRequest,
  type TokenEndpointResponse,
  processRevocationResponse,
  revocationRequest,
} from 'oauth4webapi';
import type { ConsentError } from '../../contract/errors.ts';
import { err, ok, type Result } from '../../contract/result.ts';
import type { Access } from '../mcp/session.ts';
import { consentError, toMemoryError, type Outcome } from './errors.ts';
import { ask, identify, createOAuthTransport, toMetadata, type ServerOptions } from './server.ts';
import { readLive, inStorage, type GrantStore, type LiveGrant } from './stored.ts';

export interface GrantPorts extends ServerOptions {
  readonly now: () => number;
  readonly grants: GrantStore;
  /** Runs one task per name at a time, across all backgrounds that share the store, like the Web Locks API. */
  readonly exclusively?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

type Renewed = Result<string, ConsentError>;

/**
 * Refreshed tokens that couldn't be stored, keyed by the stored access token. If the server rotates refresh tokens,
 * using the stored one again might end the grant, so the new tokens are stored at the next use instead.
 */
type UnstoredGrants = Map<string, LiveGrant>;

/** A token that expires sooner than this is refreshed before use. */
const marginMs = 30_000;
/** Errors after which no refresh can succeed (RFC 6749, section 5.2). */
const finalReasons = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** Create once per background, because it merges concurrent refreshes. */
export function createGrants(ports: GrantPorts) {
  const { now, grants, exclusively = (_, work) => work() } = ports;
  const renewing = new Map<string, Promise<Renewed>>();
  const unstored: UnstoredGrants = new Map();

  function renew(connectionId: string, stale: string): Promise<Renewed> {
    const running = renewing.get(connectionId);
    if (running !== undefined) return running;
    const work = exclusively(`keepsake.grant.${connectionId}`, () =>
      refreshUnlessDone(connectionId, stale, { ...ports, unstored }),
    ).finally(() => renewing.delete(connectionId));
    renewing.set(connectionId, work);
    return work;
  }

  return {
    /** Returns an MCP client's access to this connection. Nothing is sent for a grant that has ended. */
    accessFor: (connectionId: string): Required<Access> => ({
      token: async () => {
        const grant = await readLive(connectionId, grants);
        if (!grant.ok) return err(toMemoryError(grant.error));
        const { accessToken, refreshToken, expiresAt } = grant.value;
        const leftMs = expiresAt === null ? Infinity : expiresAt - now();
        if (leftMs > marginMs || (refreshToken === null && leftMs > 0)) return ok(accessToken);
        const renewed = await renew(connectionId, accessToken);
        if (renewed.ok) return renewed;
        // The current token is still valid, so the authorization server isn't needed yet.
        if (renewed.error.retryable && expiresAt !== null && expiresAt > now())
          return ok(accessToken);
        return err(toMemoryError(renewed.error));
      },
      renew: async (stale) => {
        const renewed = await renew(connectionId, stale);
        return renewed.ok ? renewed : err(toMemoryError(renewed.error));
      },
    }),
    /** Deletes the grant, then revokes it (RFC 7009). It stays deleted if revoking fails. */
    revoke: async (connectionId: string): Outcome<Revocation> => {
      const grant = await readLive(connectionId, grants);
      const forgotten = await inStorage(() => grants.replace(connectionId, undefined, null));
      if (!forgotten.ok) return forgotten;
      if (!grant.ok) return ok('nothing-to-revoke');
      return ok(await revokeGrant(unstored.get(grant.value.accessToken) ?? grant.value, ports));
    },
  };
}

/** Checks the store first, because another background might have refreshed already. */
async function refreshUnlessDone(
  connectionId: string,
  stale: string,
  ports: GrantPorts & { readonly unstored: UnstoredGrants },
): Promise<Renewed> {
  const { now, grants, unstored } = ports;
  const stored = await readLive(connectionId, grants);
  if (!stored.ok) return stored;
  const grant = stored.value;
  if (grant.accessToken !== stale) return ok(grant.accessToken);

  const before = unstored.get(stale);
  const next = before === undefined ? await refresh(grant, ports) : ok(before);
  if (!next.ok) {
    const isFinal =
      next.error.code === 'consent.refused' && finalReasons.has(next.error.reason ?? '');
    if (!isFinal && next.error.code !== 'consent.ended') return next;
    const ended = { status: 'ended' as const, connectionId, endedAt: now() };
    const written = await inStorage(() => grants.replace(connectionId, stale, ended));
    if (!written.ok) return written;
    return written.value
      ? err(consentError('consent.ended'))
      : readOther(connectionId, stale, grants);
  }
  const saved = await inStorage(() => grants.replace(connectionId, stale, next.value));
  if (!saved.ok) {
    unstored.set(stale, next.value);
    return saved;
  }
  unstored.delete(stale);
  if (saved.value) return ok(next.value.accessToken);
  const other = await readOther(connectionId, stale, grants);
  // The connection was removed during the refresh, so nothing else would revoke these tokens.
  if (!other.ok && other.error.code === 'consent.ended') await revokeGrant(next.value, ports);
  return other;
}

async function readOther(connectionId: string, mine: string, grants: GrantStore): Promise<Renewed> {
  const other = await readLive(connectionId, grants);
  if (!other.ok) return other;
  const isOther = other.value.accessToken !== mine;
  return isOther ? ok(other.value.accessToken) : err(consentError('consent.storage'));
}

async function refresh(grant: LiveGrant, ports: GrantPorts): Outcome<LiveGrant> {
  const { refreshToken, resource } = grant;
  if (refreshToken === null) return err(consentError('consent.ended'));
  const server = toMetadata(grant.server);
  const { client, auth } = identify(grant.client);
  const tokens = await ask(async () => {
    const wire = { ...createOAuthTransport(ports), additionalParameters: { resource } };
    const response = await refreshTokenGrantRequest(server, client, auth, refreshToken, wire);
    return processRefreshTokenResponse(server, client, response);
  }, [refreshToken, grant.accessToken, grant.client.secret ?? '']);
  return grantFrom(tokens, grant, ports.now());
}

type BeforeTokens = Omit<LiveGrant, 'status' | 'accessToken' | 'refreshToken' | 'expiresAt'>;

/** `now` is the time at which the response arrived. */
export function grantFrom(
  tokens: Result<TokenEndpointResponse, ConsentError>,
  before: BeforeTokens & Partial<Pick<LiveGrant, 'refreshToken'>>,
  now: number,
): Result<LiveGrant, ConsentError> {
  if (!tokens.ok) return tokens;
  const answer = tokens.value;
  if (answer.token_type !== 'bearer') return err(consentError('consent.unsupported'));
  // The token must be a valid header value.
  if (!/^[\x21-\x7e]+$/.test(answer.access_token)) return err(consentError('consent.malformed'));
  const { connectionId, server, client, resource } = before;
  const { expires_in: seconds } = answer;
  return ok({
    status: 'live',
    connectionId,
    server,
    client,
    resource,
    accessToken: answer.access_token,
    // A server that doesn't rotate refresh tokens returns none (RFC 6749, section 6).
    refreshToken: answer.refresh_token ?? before.refreshToken ?? null,
    expiresAt: seconds === undefined ? null : now + seconds * 1000,
    scope: answer.scope ?? before.scope,
  });
}

/**
 * `failed` means that the server was unreachable or rejected the request, so the tokens stay valid until they expire.
 */
type Revocation = 'revoked' | 'nothing-to-revoke' | 'not-offered' | 'failed';

/**
 * Revokes the refresh token (RFC 7009), which includes its access tokens, or the access token if there is no refresh
 * token.
 */
export async function revokeGrant(grant: LiveGrant, options: ServerOptions): Promise<Revocation> {
  if (grant.server.revocationEndpoint === null) return 'not-offered';
  const { client, auth } = identify(grant.client);
  const { refreshToken, accessToken } = grant;
  const hint = refreshToken === null ? 'access_token' : 'refresh_token';
  const wire = {
    ...createOAuthTransport(options),
    additionalParameters: { token_type_hint: hint },
  };
  const answered = await ask(async () => {
    const token = refreshToken ?? accessToken;
    const response = await revocationRequest(toMetadata(grant.server), client, auth, token, wire);
    await processRevocationResponse(response);
  });
  return answered.ok ? 'revoked' : 'failed';
}
