/** The authorization code grant, for a code that is good once. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { digestOf } from '../auth/token.ts';
import { connectionByCode, revokeConnectionRow } from '../db/connections.ts';
import { timestamp } from '../ports.ts';
import { fail, type OauthFailure } from './failure.ts';
import { createPair, type Exchange, type TokenAnswer } from './issue-tokens.ts';
import { valueOf } from './parameters.ts';
import { challengeOf, isVerifier } from './pkce.ts';
import { isForResource } from './terms.ts';

/** Exchanges a code. One that comes a second time was read by somebody: all that it ever opened is closed. */
export async function exchangeCode({
  context,
  clientId,
  parameters,
}: Exchange): Promise<Result<TokenAnswer, OauthFailure>> {
  const { db, clock, logger } = context;
  const code = valueOf(parameters, 'code');
  const verifier = valueOf(parameters, 'code_verifier');
  if (code === undefined || verifier === undefined || !isVerifier(verifier)) {
    return fail('invalid_request', 'code and code_verifier (43 to 128 characters) are needed.');
  }
  const codeDigest = await digestOf(code);
  const challenge = await challengeOf(verifier);
  const pair = await createPair(clock);
  const now = timestamp(clock);
  const redirectUri = valueOf(parameters, 'redirect_uri');
  return db.transaction(async (queries) => {
    const connection = await connectionByCode(queries, codeDigest);
    if (connection === undefined) return GONE;
    if (connection.connected_at !== null) {
      await revokeConnectionRow(queries, connection.id, now);
      logger.warn('oauth.code-reused', { connection: connection.id });
      return GONE;
    }
    if (connection.revoked_at !== null || connection.expires_at <= now) return GONE;
    const isBound =
      connection.client_id === clientId &&
      connection.challenge === challenge &&
      // OAuth 2.1 leaves it out here: the challenge binds the code already.
      (redirectUri === undefined || connection.redirect_uri === redirectUri);
    if (!isBound) {
      return fail('invalid_grant', 'The code was given to another client, address or challenge.');
    }
    if (!isForResource(parameters.getAll('resource'), connection.resource)) {
      return fail('invalid_target', 'The code was given for another resource.');
    }
    await pair.store(queries, connection.id);
    return ok(pair.answer);
  });
}

const GONE = fail('invalid_grant', 'The code is unknown, was used or has expired.');
