/** Finds out who sends a request. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { refuse, type Refusal } from '../refusal.ts';
import type { Authenticator, Principal } from './principal.ts';

const BEARER = /^Bearer +([^\s]+)\s*$/i;

/** Reads the bearer: none at all is `unauthenticated`, one that is not known is `unauthorized`. */
export async function principalOf(
  request: Request,
  authenticator: Authenticator,
): Promise<Result<Principal, Refusal>> {
  const token = BEARER.exec(request.headers.get('authorization') ?? '')?.[1];
  if (token === undefined)
    return refuse('unauthenticated', 'Send an API key as "Authorization: Bearer <API_KEY>".');
  const principal = await authenticator.authenticate(token);
  return principal === null
    ? refuse('unauthorized', 'This API key is unknown, has expired or was revoked.')
    : ok(principal);
}
