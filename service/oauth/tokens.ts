import { ok, type Result } from '../../lib/contract/result.ts';
import {
  base64Url,
  createToken,
  digestOf,
  type Authenticator,
  type Principal,
} from '../auth/credentials.ts';
import type { RequestLimiter } from '../auth/request-limiter.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { hasPassed, timestamp, type Clock } from '../ports.ts';
import { StorageError } from '../storage/storage-error.ts';
import type { Database, Queries } from '../storage/sqlite/sql.ts';
import {
  clientById,
  connectionByAccessToken,
  connectionByCode,
  connectionById,
  deleteExpiredTokens,
  deleteToken,
  insertToken,
  keepConnected,
  markReplaced,
  markUsed,
  revokeConnectionRow,
  tokenByDigest,
  type ConnectionRow,
} from '../storage/sqlite/oauth.ts';
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
  const client = await clientById(context.db, clientId);
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
  const { db, clock, logger } = context;
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
  return db.transaction(async (queries) => {
    const connection = await connectionByCode(queries, codeDigest);
    if (connection === undefined) return invalidCode;
    if (connection.connected_at !== null) {
      await revokeConnectionRow(queries, connection.id, now);
      logger.warn('oauth.code-reused', { connection: connection.id });
      return invalidCode;
    }
    if (connection.revoked_at !== null || hasPassed(connection.expires_at, clock))
      return invalidCode;
    const isBound =
      connection.client_id === clientId &&
      connection.challenge === challenge &&
      // Optional in OAuth 2.1, since the challenge already binds the code.
      (redirectUri === undefined || connection.redirect_uri === redirectUri);
    if (!isBound) {
      return fail(
        'invalid_grant',
        'The code was issued to another client, redirect URI or challenge.',
      );
    }
    const resource = resourceWithin(connection.resource, parameters.getAll('resource'));
    if (resource === null) {
      return fail('invalid_target', 'The code was issued for another resource.');
    }
    await pair.store(queries, connection.id, resource);
    return ok(pair.answer);
  });
}

const invalidCode = fail('invalid_grant', 'The code is unknown, used or expired.');

/** Exchanges a refresh token. Reuse after the grace period revokes the connection, since two parties hold the token. */
async function exchangeRefreshToken({
  context,
  limiter,
  clientId,
  parameters,
}: Exchange): Promise<Result<TokenAnswer, OauthFailure>> {
  const { db, clock, logger } = context;
  const token = valueOf(parameters, 'refresh_token');
  if (token === undefined) return fail('invalid_request', 'refresh_token is missing.');
  const digest = await digestOf(token);
  const pair = await createPair(clock);
  const now = timestamp(clock);
  return db.transaction(async (queries) => {
    const known = await tokenByDigest(queries, digest);
    if (known?.kind !== 'refresh' || hasPassed(known.expires_at, clock)) return invalidRefreshToken;
    const connection = await connectionById(queries, known.connection_id);
    if (connection === undefined || connection.revoked_at !== null) return invalidRefreshToken;
    if (connection.client_id !== clientId) {
      return fail('invalid_grant', 'The refresh token was issued to another client.');
    }
    const isInGrace =
      known.replaced_at === null || clock.now() - Date.parse(known.replaced_at) <= REFRESH_GRACE_MS;
    if (!isInGrace) {
      await revokeConnectionRow(queries, connection.id, now);
      logger.warn('oauth.refresh-token-reused', { connection: connection.id });
      return invalidRefreshToken;
    }
    const resource = resourceWithin(connection.resource, parameters.getAll('resource'));
    if (resource === null) {
      return fail('invalid_target', 'The refresh token was issued for another resource.');
    }
    if (!limiter.admit(connection.id)) {
      return fail('temporarily_unavailable', 'Too many exchanges this minute.');
    }
    await markReplaced(queries, digest, now);
    await pair.store(queries, connection.id, resource);
    return ok(pair.answer);
  });
}

const invalidRefreshToken = fail(
  'invalid_grant',
  'The refresh token is unknown, replaced or expired.',
);

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
    async store(queries: Queries, connectionId: string, resource: string): Promise<void> {
      await deleteExpiredTokens(queries, now);
      for (const token of tokens) await insertToken(queries, { ...token, connectionId, resource });
      await keepConnected(queries, connectionId, { now, expiresAt });
    },
  };
}

/** Revokes an access token, or the whole connection of a refresh token (RFC 7009). Succeeds for unknown tokens. */
export async function revokeToken(
  { db, clock }: ServiceContext,
  parameters: URLSearchParams,
): Promise<Result<null, OauthFailure>> {
  const token = valueOf(parameters, 'token');
  if (token === undefined || repeatedIn(parameters) !== undefined) {
    return fail('invalid_request', 'token is missing, or a parameter is repeated.');
  }
  const digest = await digestOf(token);
  const clientId = valueOf(parameters, 'client_id');
  return db.transaction(async (queries) => {
    const known = await tokenByDigest(queries, digest);
    if (known === undefined) return ok(null);
    const connection = await connectionById(queries, known.connection_id);
    // Holding the token is enough to revoke it, unless the request names a different client.
    if (clientId !== undefined && connection?.client_id !== clientId) {
      return fail('invalid_grant', 'The token was issued to another client.');
    }
    if (known.kind === 'access') await deleteToken(queries, digest);
    else await revokeConnectionRow(queries, known.connection_id, timestamp(clock));
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

export function accessTokenAuthenticator(db: Database, clock: Clock): Authenticator {
  return async (token, audience = 'rest') => {
    if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return null;
    const now = timestamp(clock);
    const digest = await digestOf(token);
    const path = resourcePaths[audience];
    const connection = await connectionByAccessToken(db, { digest, now, path });
    if (connection === undefined) return null;
    const usedAt = Date.parse(connection.last_used_at ?? '1970-01-01');
    // At most once per interval, so that reads rarely wait for a write.
    if (clock.now() - usedAt >= LAST_USED_MS) {
      await markUsed(db, connection.id, now).catch(ignoreStorageError);
    }
    return principalOfConnection(connection);
  };
}

/** Reading must work even if the time of use can't be written. */
function ignoreStorageError(error: unknown): void {
  if (!(error instanceof StorageError)) throw error;
}

function principalOfConnection({ account_id, id, reach, profile }: ConnectionRow): Principal {
  const access = { level: 'read', reach, profile, agent: false, owner: false } as const;
  return { accountId: account_id, credentialId: id, ...access };
}
