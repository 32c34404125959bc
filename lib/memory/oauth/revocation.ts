/** Gives tokens back (RFC 7009). */
import { processRevocationResponse, revocationRequest } from 'oauth4webapi';
import { ask, identify, openWire, toMetadata, type ServerOptions } from './server.ts';
import type { LiveGrant } from './stored.ts';

/** `not-told`: the server could not be reached or did not listen; there the tokens last until they run out. */
export type Revocation = 'revoked' | 'nothing-to-revoke' | 'not-offered' | 'not-told';

/** Revokes the refresh token, and with it what it could give, or the access token where there is no other. */
export async function revokeGrant(grant: LiveGrant, options: ServerOptions): Promise<Revocation> {
  if (grant.server.revocationEndpoint === null) return 'not-offered';
  const { client, auth } = identify(grant.client);
  const { refreshToken, accessToken } = grant;
  const hint = refreshToken === null ? 'access_token' : 'refresh_token';
  const wire = { ...openWire(options), additionalParameters: { token_type_hint: hint } };
  const told = await ask(async () => {
    const token = refreshToken ?? accessToken;
    const response = await revocationRequest(toMetadata(grant.server), client, auth, token, wire);
    await processRevocationResponse(response);
  });
  return told.ok ? 'revoked' : 'not-told';
}
