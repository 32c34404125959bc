/** What a token endpoint gave, as it is kept. */
import type { TokenEndpointResponse } from 'oauth4webapi';
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import { consentError } from './errors.ts';
import type { LiveGrant } from './stored.ts';

type Tokens = Pick<LiveGrant, 'accessToken' | 'refreshToken' | 'expiresAt' | 'scope'>;

/** Reads an answer that oauth4webapi has checked; `now` is when it came. */
export function readTokens(
  answer: TokenEndpointResponse,
  now: number,
): Result<Tokens, ConsentError> {
  if (answer.token_type !== 'bearer') return err(consentError('consent.unsupported'));
  // It has to fit into a header.
  if (!/^[\x21-\x7e]+$/.test(answer.access_token)) return err(consentError('consent.malformed'));
  const { expires_in: seconds } = answer;
  return ok({
    accessToken: answer.access_token,
    refreshToken: answer.refresh_token ?? null,
    expiresAt: seconds === undefined ? null : now + seconds * 1000,
    scope: answer.scope ?? null,
  });
}
