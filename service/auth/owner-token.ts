/** The owner's own token, given when a home starts. */
import type { Authenticator, Principal } from './principal.ts';
import { digestOf } from './token.ts';

/**
 * Knows one token. Digests are compared, not tokens: how long it takes then tells nothing of how much was right.
 */
export async function ownerTokenAuthenticator(
  ownerToken: string,
  accountId: string,
): Promise<Authenticator> {
  if (ownerToken === '') throw new Error('The owner token is empty.');
  const expected = await digestOf(ownerToken);
  const owner: Principal = {
    accountId,
    credentialId: 'owner',
    level: 'full',
    reach: 'all',
    profile: true,
    agent: true,
    owner: true,
  };
  return { authenticate: async (token) => ((await digestOf(token)) === expected ? owner : null) };
}
