/** The token endpoint: a code for a first pair of tokens, a refresh token for the next. */
import { err, type Result } from '../../lib/contracts/result.ts';
import { clientById } from '../db/oauth.ts';
import { exchangeCode } from './exchange-code.ts';
import { fail, type OauthFailure } from './failure.ts';
import type { Exchange, TokenAnswer } from './issue-tokens.ts';
import { repeatedIn, valueOf } from './parameters.ts';
import { exchangeRefreshToken } from './exchange-refresh-token.ts';

/** Exchanges what a client holds for tokens. */
export async function exchangeToken(
  { context, limiter }: Pick<Exchange, 'context' | 'limiter'>,
  parameters: URLSearchParams,
): Promise<Result<TokenAnswer, OauthFailure>> {
  const grantType = valueOf(parameters, 'grant_type');
  if (repeatedIn(parameters) !== undefined || grantType === undefined) {
    return fail('invalid_request', 'grant_type is missing, or a parameter was sent twice.');
  }
  const exchange = GRANTS.get(grantType);
  if (exchange === undefined) {
    return fail('unsupported_grant_type', 'The grants are authorization_code and refresh_token.');
  }
  const clientId = valueOf(parameters, 'client_id');
  if (clientId === undefined) return fail('invalid_request', 'client_id is missing.');
  // Before anything else, since clients register anew when they are told that they are unknown.
  const client = await clientById(context.db, clientId);
  if (client === undefined) return fail('invalid_client', 'This client is not registered here.');
  const result = await exchange({ context, limiter, clientId, parameters });
  if (!result.ok)
    context.logger.info('oauth.refused', { grant: grantType, error: result.error.error });
  return result.ok ? result : err(result.error);
}

const GRANTS = new Map([
  ['authorization_code', exchangeCode],
  ['refresh_token', exchangeRefreshToken],
]);
