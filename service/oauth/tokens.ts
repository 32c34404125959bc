import { ok, type Result } from '../../lib/contract/result.ts';
import {
  base64Url,
  createToken,
  digestOf,
  withSuspension,
  type Authenticator,
  type Principal,
} from '../auth/credentials.ts';
import type { RequestLimiter } from '../auth/request-limiter.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { hasPassed, timestamp, type Clock } from '../ports.ts';
import type { ConnectionRow } from '../storage/port/oauth.ts';
import type { AccountAreas, Storage, StorageAreas } from '../storage/port/storage.ts';
import { StorageError } from '../storage/storage-error.ts';
import {
  ACCESS_TOKEN_MS,
  ACCESS_TOKEN_PREFIX,
  fail,
  LAST_USED_MS,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_MS,
  REFRESH_TOKEN_PREFIX,
  repeatedIn,
  resourcePaths,
  resourceWithin,
  SCOPE,
  valueOf,
  type OauthFailure,
} from './protocol.ts';

export async function exchangeToken(
  { context, limiter }: Pick<Exchange, 'context' | 'limiter'>,
  parameters: URLSearchParams,
): Promise<Result<TokenAnswer, OauthFailure>> {
  const grantType = valueOf(parameters, 'grant_type');
  if (repeatedIn(parameters) !== undefined || grantType === undefined) {
    return fail('invalid_request', 'grant_type is missing, or a parameter is repeated.');
  }
  const exchange = EXCHANGES.get(grantType);
  if (exchange === undefined) {
    return fail(
      'unsupported_grant_type',
      'grant_type must be authorization_code or refresh_token.',
    );
  }
  const clientId = valueOf(parameters, 'client_id');
  if (clientId === undefined) return fail('invalid_request', 'client_id is missing.');
  // Checked before the grant, because clients register again after this error.
  const client = await context.storage.oauthClients.byId(clientId);
  if (client === undefined) return fail('invalid_client', 'This client is not registered here.');
  const result = await exchange({ context, limiter, clientId, parameters });
  if (!result.ok)
    context.logger.info('oauth.refused', { grant: grantType, error: result.error.error });
  return result;
}

const EXCHANGES = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefreshToken],
]);

/** Exchanges a code. A code used twice has leaked, so the connection it created is revoked. */
async function exchangeCode({
  context,
  clientId,
  parameters,
}: Exchange): Promise<Result<TokenAnswer, OauthFailure>> {
  const { storage, clock, logger } = context;
  const code = valueOf(parameters, 'code');
  const verifier = valueOf(parameters, 'code_verifier');
  if (code === undefined || verifier === undefined || !VERIFIER.test(verifier)) {
    return fail('invalid_request', 'code and code_verifier (43 to 128 characters) are required.');
  }
  const codeDigest = await digestOf(code);
  const challenge = await challengeOf(verifier);
  const pair = await createPair(clock);
  const now = timestamp(clock);
  const redirectUri = valueOf(parameters, 'redirect_uri');
  const { answer, reused } = await storage.transaction<Exchanged>(async (areas) => {
    const connection = await areas.oauthConnections.byCode(codeDigest);
    if (connection === undefined) return { answer: invalidCode };
    if (connection.suspended_at !== null) return { answer: suspended };
    const account = areas.account(connection.account_id);
    if (connection.connected_at !== null) {
      await account.connections.revoke(connection.id, now);
      return { answer: invalidCode, reused: connection.id };
    }
    if (connection.revoked_at !== null || hasPassed(connection.expires_at, clock))
      return { answer: invalidCode };
    const isBound =
      connection.client_id === clientId &&
      connection.challenge === challenge &&
      // Optional in OAuth 2.1, since the challenge already binds the code.
      (redirectUri === undefined || connection.redirect_uri === redirectUri);
    if (!isBound) return { answer: otherCode };
    const resource = resourceWithin(connection.resource, parameters.getAll('resource'));
    if (resource === null) {
      return { answer: fail('invalid_target', 'The code was issued for another resource.') };
    }
    await pair.store(areas, account, { connectionId: connection.id, resource });
    return { answer: ok(pair.answer) };
  });
  if (reused !== undefined) logger.warn('oauth.code-reused', { connection: reused });
  return answer;
}

interface Exchanged {
  readonly answer: Result<TokenAnswer, OauthFailure>;
  /** The connection whose code or token was used again. It's logged after the transaction, which may run twice. */
  readonly reused?: string;
}

/** Clients drop their tokens after `invalid_grant`, but have to keep them until the account is resumed. */
const suspended = fail(
  'temporarily_unavailable',
  'This account is suspended. Ask the operator of this service to resume it.',
);

const invalidCode = fail('invalid_grant', 'The code is unknown, used or expired.');
const otherCode = fail(
  'invalid_grant',
  'The code was issued to another client, redirect URI or challenge.',
);

/** Exchanges a refresh token. Reuse after the grace period revokes the connection, since two parties hold the token. */
async function exchangeRefreshToken({
  context,
  limiter,
  clientId,
  parameters,
}: Exchange): Promise<Result<TokenAnswer, OauthFailure>> {
  const { storage, clock, logger } = context;
  const token = valueOf(parameters, 'refresh_token');
  if (token === undefined) return fail('invalid_request', 'refresh_token is missing.');
  const digest = await digestOf(token);
  const pair = await createPair(clock);
  const now = timestamp(clock);
  const presented = await storage.oauthTokens.byDigest(digest);
  const isRefreshable = presented?.kind === 'refresh' && !hasPassed(presented.expires_at, clock);
  const isAdmitted = !isRefreshable || (await limiter.admit(presented.connection_id));
  const { answer, reused } = await storage.transaction<Exchanged>(async (areas) => {
    const known = await areas.oauthTokens.byDigest(digest);
    if (known?.kind !== 'refresh' || hasPassed(known.expires_at, clock))
      return { answer: invalidRefreshToken };
    const account = areas.account(known.account_id);
    const connection = await account.connections.byId(known.connection_id);
    if (connection === undefined || connection.revoked_at !== null)
      return { answer: invalidRefreshToken };
    if (connection.suspended_at !== null) return { answer: suspended };
    if (connection.client_id !== clientId) return { answer: otherRefreshToken };
    const isInGrace =
      known.replaced_at === null || clock.now() - Date.parse(known.replaced_at) <= REFRESH_GRACE_MS;
    if (!isInGrace) {
      await account.connections.revoke(connection.id, now);
      return { answer: invalidRefreshToken, reused: connection.id };
    }
    const resource = resourceWithin(connection.resource, parameters.getAll('resource'));
    if (resource === null) {
      return {
        answer: fail('invalid_target', 'The refresh token was issued for another resource.'),
      };
    }
    if (!isAdmitted) {
      return { answer: fail('temporarily_unavailable', 'Too many exchanges this minute.') };
    }
    await areas.oauthTokens.markReplaced(digest, now);
    await pair.store(areas, account, { connectionId: connection.id, resource });
    return { answer: ok(pair.answer) };
  });
  if (reused !== undefined) logger.warn('oauth.refresh-token-reused', { connection: reused });
  return answer;
}

const invalidRefreshToken = fail(
  'invalid_grant',
  'The refresh token is unknown, replaced or expired.',
);
const otherRefreshToken = fail('invalid_grant', 'The refresh token was issued to another client.');

interface Exchange {
  readonly context: ServiceContext;
  readonly limiter: RequestLimiter;
  readonly clientId: string;
  readonly parameters: URLSearchParams;
}

type TokenAnswer = Awaited<ReturnType<typeof createPair>>['answer'];

/** Creates a pair of tokens. Must run before the transaction, because hashing is asynchronous. */
async function createPair(clock: Clock) {
  const access = createToken(ACCESS_TOKEN_PREFIX);
  const refresh = createToken(REFRESH_TOKEN_PREFIX);
  const now = timestamp(clock);
  const expiresAt = timestamp(clock, REFRESH_TOKEN_MS);
  const tokens = [
    {
      digest: await digestOf(access),
      kind: 'access',
      expiresAt: timestamp(clock, ACCESS_TOKEN_MS),
    },
    { digest: await digestOf(refresh), kind: 'refresh', expiresAt },
  ] as const;
  return {
    /** The token response (RFC 6749, section 5.1). */
    answer: {
      access_token: access,
      token_type: 'Bearer',
      /** In seconds. */
      expires_in: ACCESS_TOKEN_MS / 1000,
      refresh_token: refresh,
      scope: SCOPE,
    },
    async store(
      { oauthTokens }: StorageAreas,
      { connections }: AccountAreas,
      issued: Readonly<Record<'connectionId' | 'resource', string>>,
    ): Promise<void> {
      await oauthTokens.deleteExpired(now);
      for (const token of tokens) await connections.insertToken({ ...token, ...issued });
      await connections.keepConnected(issued.connectionId, { now, expiresAt });
    },
  };
}

/** Revokes an access token, or the whole connection of a refresh token (RFC 7009). Succeeds for unknown tokens. */
export async function revokeToken(
  { storage, clock }: ServiceContext,
  parameters: URLSearchParams,
): Promise<Result<null, OauthFailure>> {
  const token = valueOf(parameters, 'token');
  if (token === undefined || repeatedIn(parameters) !== undefined) {
    return fail('invalid_request', 'token is missing, or a parameter is repeated.');
  }
  const digest = await digestOf(token);
  const clientId = valueOf(parameters, 'client_id');
  return storage.transaction(async (areas) => {
    const known = await areas.oauthTokens.byDigest(digest);
    if (known === undefined) return ok(null);
    const { connections } = areas.account(known.account_id);
    const connection = await connections.byId(known.connection_id);
    // Holding the token is enough to revoke it, unless the request names a different client.
    if (clientId !== undefined && connection?.client_id !== clientId) {
      return fail('invalid_grant', 'The token was issued to another client.');
    }
    if (known.kind === 'access') await areas.oauthTokens.delete(digest);
    else await connections.revoke(known.connection_id, timestamp(clock));
    return ok(null);
  });
}

const VERIFIER = /^[\w.~-]{43,128}$/;
/** SHA-256 in base64url without padding (RFC 7636). */
export const CHALLENGE = /^[\w-]{43}$/;

export async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));
  return base64Url(new Uint8Array(digest));
}

export function accessTokenAuthenticator(storage: Storage, clock: Clock): Authenticator {
  return async (token, audience = 'rest') => {
    if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return null;
    const now = timestamp(clock);
    const digest = await digestOf(token);
    const path = resourcePaths[audience];
    const connection = await storage.oauthConnections.byAccessToken({ digest, now, path });
    if (connection === undefined) return null;
    const usedAt = Date.parse(connection.last_used_at ?? '1970-01-01');
    // At most once per interval, so that reads rarely wait for a write.
    if (clock.now() - usedAt >= LAST_USED_MS) {
      const { connections } = storage.account(connection.account_id);
      await connections.markUsed(connection.id, now).catch(ignoreStorageError);
    }
    return principalOfConnection(connection);
  };
}

/** Reading must work even if the time of use can't be written. */
function ignoreStorageError(error: unknown): void {
  if (!(error instanceof StorageError)) throw error;
}

function principalOfConnection(connection: ConnectionRow): Principal {
  const { account_id: accountId, id: credentialId, reach, profile } = connection;
  const access = { level: 'read', reach, profile, agent: false, owner: false } as const;
  return withSuspension({ accountId, credentialId, ...access }, connection);
}
