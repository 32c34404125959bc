/** The refresh token grant: each token is replaced by the next, and one that was replaced long ago is a thief's. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { digestOf } from '../auth/token.ts';
import { connectionById, revokeConnectionRow } from '../db/connections.ts';
import { markReplaced, tokenByDigest } from '../db/oauth.ts';
import { timestamp } from '../ports.ts';
import { fail, type OauthFailure } from './failure.ts';
import { createPair, type Exchange, type TokenAnswer } from './issue-tokens.ts';
import { valueOf } from './parameters.ts';
import { isForResource, REFRESH_GRACE_MS } from './terms.ts';

/**
 * Exchanges a refresh token. Used again after the grace it revokes the connection: of the two who hold it one should
 * not, and nobody here can tell which.
 */
export async function exchangeRefreshToken({
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
  const graceBegan = new Date(clock.now() - REFRESH_GRACE_MS).toISOString();
  return db.transaction(async (queries) => {
    const known = await tokenByDigest(queries, digest);
    if (known?.kind !== 'refresh' || known.expires_at <= now) return GONE;
    const connection = await connectionById(queries, known.connection_id);
    if (connection === undefined || connection.revoked_at !== null) return GONE;
    if (connection.client_id !== clientId) {
      return fail('invalid_grant', 'The refresh token was given to another client.');
    }
    if (known.replaced_at !== null && known.replaced_at < graceBegan) {
      await revokeConnectionRow(queries, connection.id, now);
      logger.warn('oauth.refresh-token-reused', { connection: connection.id });
      return GONE;
    }
    if (!isForResource(parameters.getAll('resource'), connection.resource)) {
      return fail('invalid_target', 'The refresh token was given for another resource.');
    }
    if (!limiter.admit(connection.id)) {
      return fail('temporarily_unavailable', 'There were too many exchanges this minute.');
    }
    await markReplaced(queries, digest, now);
    await pair.store(queries, connection.id);
    return ok(pair.answer);
  });
}

const GONE = fail('invalid_grant', 'The refresh token is unknown, was replaced or has expired.');
