/** Keeps consents good: gives the token of the moment, renews it when it has run out, and gives it back at the end. */
import { processRefreshTokenResponse, refreshTokenGrantRequest } from 'oauth4webapi';
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Access } from '../mcp/access.ts';
import { consentError, toMemoryError } from './errors.ts';
import { readLive } from './read-live.ts';
import { readTokens } from './read-tokens.ts';
import { revokeGrant, type Revocation } from './revocation.ts';
import { ask, identify, openWire, toMetadata, type ServerOptions } from './server.ts';
import { inStorage } from './storage.ts';
import type { GrantStore, LiveGrant } from './stored.ts';

export interface GrantPorts extends ServerOptions {
  readonly now: () => number;
  readonly grants: GrantStore;
  /**
   * Lets one piece of work of a name run at a time, over everything that shares the store, as the browser's locks do.
   * Left out where only one background ever does.
   */
  readonly exclusively?: <T>(name: string, work: () => Promise<T>) => Promise<T>;
}

export interface Grants {
  /** What a client over MCP authorizes itself with on this connection. A grant that has ended is never asked for again. */
  accessFor(connectionId: string): Required<Access>;
  /** Forgets the grant, whatever becomes of the server, and then tells the server (RFC 7009). */
  revoke(connectionId: string): Promise<Result<Revocation, ConsentError>>;
}

type Renewed = Result<string, ConsentError>;

/**
 * What a refresh gave that could not be stored, by the access token that is still stored. To a server that rotates, the
 * stored refresh token is worth nothing by then, and sent again it may end the consent; so these are stored at the next
 * use, without another refresh.
 */
type Unkept = Map<string, LiveGrant>;

/** A token that ends sooner than this is renewed before it is sent. */
const marginMs = 30_000;
/** Refusals after which no refresh could ever succeed (RFC 6749, section 5.2). */
const finalReasons = new Set(['invalid_grant', 'invalid_client', 'unauthorized_client']);

/** Makes the keeper of all grants; a background makes one, since it counts its refreshes. */
export function createGrants(ports: GrantPorts): Grants {
  const { now, grants, exclusively = (_, work) => work() } = ports;
  const renewing = new Map<string, Promise<Renewed>>();
  const unkept: Unkept = new Map();

  /** However many ask at once, there is one refresh; each of them gets what it gave. */
  function renew(connectionId: string, stale: string): Promise<Renewed> {
    const running = renewing.get(connectionId);
    if (running !== undefined) return running;
    const work = exclusively(`keepsake.grant.${connectionId}`, () =>
      refreshUnlessDone(connectionId, stale, { ...ports, unkept }),
    ).finally(() => renewing.delete(connectionId));
    renewing.set(connectionId, work);
    return work;
  }

  return {
    accessFor: (connectionId) => ({
      token: async () => {
        const grant = await readLive(connectionId, grants);
        if (!grant.ok) return err(toMemoryError(grant.error));
        const { accessToken, refreshToken, expiresAt } = grant.value;
        const leftMs = expiresAt === null ? Infinity : expiresAt - now();
        if (leftMs > marginMs || (refreshToken === null && leftMs > 0)) return ok(accessToken);
        const renewed = await renew(connectionId, accessToken);
        if (renewed.ok) return renewed;
        // While it is still good there is no need for the other server to be there.
        if (renewed.error.retryable && expiresAt !== null && expiresAt > now())
          return ok(accessToken);
        return err(toMemoryError(renewed.error));
      },
      renew: async (stale) => {
        const renewed = await renew(connectionId, stale);
        return renewed.ok ? renewed : err(toMemoryError(renewed.error));
      },
    }),
    revoke: async (connectionId) => {
      const grant = await readLive(connectionId, grants);
      const forgotten = await inStorage(() => grants.replace(connectionId, undefined, null));
      if (!forgotten.ok) return forgotten;
      if (!grant.ok) return ok('nothing-to-revoke');
      return ok(await revokeGrant(unkept.get(grant.value.accessToken) ?? grant.value, ports));
    },
  };
}

/** What is stored now decides, since another background may have been here first. */
async function refreshUnlessDone(
  connectionId: string,
  stale: string,
  ports: GrantPorts & { readonly unkept: Unkept },
): Promise<Renewed> {
  const { now, grants, unkept } = ports;
  const stored = await readLive(connectionId, grants);
  if (!stored.ok) return stored;
  const grant = stored.value;
  if (grant.accessToken !== stale) return ok(grant.accessToken);

  const before = unkept.get(stale);
  const next = before === undefined ? await refresh(grant, ports) : ok(before);
  if (!next.ok) {
    const isFinal =
      next.error.code === 'consent.refused' && finalReasons.has(next.error.reason ?? '');
    if (!isFinal && next.error.code !== 'consent.ended') return next;
    const ended = { status: 'ended' as const, connectionId, endedAt: now() };
    const told = await inStorage(() => grants.replace(connectionId, stale, ended));
    if (!told.ok) return told;
    return told.value ? err(consentError('consent.ended')) : readOther(connectionId, stale, grants);
  }
  const kept = await inStorage(() => grants.replace(connectionId, stale, next.value));
  if (!kept.ok) {
    unkept.set(stale, next.value);
    return kept;
  }
  unkept.delete(stale);
  if (kept.value) return ok(next.value.accessToken);
  const other = await readOther(connectionId, stale, grants);
  // Disconnected while the server was asked: nobody will ever give these tokens back but this.
  if (!other.ok && other.error.code === 'consent.ended') await revokeGrant(next.value, ports);
  return other;
}

/** What somebody else stored in the meantime. */
async function readOther(connectionId: string, mine: string, grants: GrantStore): Promise<Renewed> {
  const other = await readLive(connectionId, grants);
  if (!other.ok) return other;
  const isOther = other.value.accessToken !== mine;
  return isOther ? ok(other.value.accessToken) : err(consentError('consent.storage'));
}

async function refresh(
  grant: LiveGrant,
  ports: GrantPorts,
): Promise<Result<LiveGrant, ConsentError>> {
  const { refreshToken, resource } = grant;
  if (refreshToken === null) return err(consentError('consent.ended'));
  const server = toMetadata(grant.server);
  const { client, auth } = identify(grant.client);
  const tokens = await ask(async () => {
    const wire = { ...openWire(ports), additionalParameters: { resource } };
    const response = await refreshTokenGrantRequest(server, client, auth, refreshToken, wire);
    return processRefreshTokenResponse(server, client, response);
  }, [refreshToken, grant.accessToken, grant.client.secret ?? '']);
  if (!tokens.ok) return tokens;
  const read = readTokens(tokens.value, ports.now());
  if (!read.ok) return read;
  return ok({
    ...grant,
    ...read.value,
    // A server that does not rotate leaves it out (RFC 6749, section 6).
    refreshToken: read.value.refreshToken ?? refreshToken,
    scope: read.value.scope ?? grant.scope,
  });
}
