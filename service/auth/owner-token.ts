/** The owner's own token, given when a home starts. */
import type { Authenticator, Principal } from './principal.ts';

/**
 * Knows one token. Digests are compared, not tokens: how long it takes then tells nothing of how much was right.
 */
export async function ownerTokenAuthenticator(
  ownerToken: string,
  accountId: string,
): Promise<Authenticator> {
  if (ownerToken === '') throw new Error('The owner token is empty.');
  const expected = await digest(ownerToken);
  const owner: Principal = {
    accountId,
    credentialId: 'owner',
    level: 'full',
    reach: 'all',
    profile: true,
    agent: true,
    owner: true,
  };
  return { authenticate: async (token) => ((await digest(token)) === expected ? owner : null) };
}

async function digest(token: string): Promise<string> {
  const bytes = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token));
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
