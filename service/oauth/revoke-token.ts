/** Revocation by the client (RFC 7009). */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { digestOf } from '../auth/token.ts';
import { connectionById, revokeConnectionRow } from '../db/connections.ts';
import { deleteToken, tokenByDigest } from '../db/oauth.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { fail, type OauthFailure } from './failure.ts';
import { repeatedIn, valueOf } from './parameters.ts';

/** Ends a token: an access token alone, a refresh token with its whole connection. An unknown one has ended already. */
export async function revokeToken(
  { db, clock }: ServiceContext,
  parameters: URLSearchParams,
): Promise<Result<null, OauthFailure>> {
  const token = valueOf(parameters, 'token');
  if (token === undefined || repeatedIn(parameters) !== undefined) {
    return fail('invalid_request', 'token is missing, or a parameter was sent twice.');
  }
  const digest = await digestOf(token);
  const clientId = valueOf(parameters, 'client_id');
  return db.transaction(async (queries) => {
    const known = await tokenByDigest(queries, digest);
    if (known === undefined) return ok(null);
    const connection = await connectionById(queries, known.connection_id);
    // Who holds the token may end it; only a client that says it is another may not.
    if (clientId !== undefined && connection?.client_id !== clientId) {
      return fail('invalid_grant', 'The token was given to another client.');
    }
    if (known.kind === 'access') await deleteToken(queries, digest);
    else await revokeConnectionRow(queries, known.connection_id, timestamp(clock));
    return ok(null);
  });
}
