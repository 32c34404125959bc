/** Registers Keepsake with an authorization server (RFC 7591), as a client that can keep no secret of its own. */
import {
  dynamicClientRegistrationRequest,
  processDynamicClientRegistrationResponse,
} from 'oauth4webapi';
import type { ConsentError } from '../../contracts/errors.ts';
import { err, ok, type Result } from '../../contracts/result.ts';
import type { Discovery } from './discovery.ts';
import { consentError } from './errors.ts';
import { ask, toMetadata, type Wire } from './server.ts';
import type { RegisteredClient } from './stored.ts';

/** Registers for answers to `redirectUri`. */
export async function register(
  { server, registrationEndpoint, scope }: Discovery,
  redirectUri: string,
  wire: Wire,
): Promise<Result<RegisteredClient, ConsentError>> {
  const metadata = { ...toMetadata(server), registration_endpoint: registrationEndpoint };
  const registered = await ask(async () => {
    const response = await dynamicClientRegistrationRequest(
      metadata,
      {
        client_name: 'Keepsake',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: redirectUri.startsWith('https:') ? 'web' : 'native',
        ...(scope === null ? {} : { scope }),
      },
      wire,
    );
    return processDynamicClientRegistrationResponse(asCreated(response));
  });
  return registered.ok ? readClient(registered.value, redirectUri) : registered;
}

/** Some servers say 200 to what they created. */
function asCreated(response: Response): Response {
  if (response.status !== 200) return response;
  return new Response(response.body, { status: 201, headers: response.headers });
}

interface Registered {
  readonly client_id: string;
  readonly client_secret?: unknown;
  readonly token_endpoint_auth_method?: unknown;
  readonly redirect_uris?: unknown;
}

function readClient(
  registered: Registered,
  redirectUri: string,
): Result<RegisteredClient, ConsentError> {
  const { client_id: id, redirect_uris: uris, client_secret: given } = registered;
  // It may register less than it was asked for; without the address there would be no way back.
  if (Array.isArray(uris) && !uris.includes(redirectUri)) {
    return err(consentError('consent.refused', { reason: 'redirect_uris' }));
  }
  const secret = typeof given === 'string' && given !== '' ? given : null;
  // Left out it means `client_secret_basic` (RFC 7591, section 2), which without a secret can only mean none.
  const fallback = secret === null ? 'none' : 'client_secret_basic';
  const authentication = registered.token_endpoint_auth_method ?? fallback;
  if (authentication === 'none') return ok({ id, secret: null, authentication });
  const isKnown =
    authentication === 'client_secret_basic' || authentication === 'client_secret_post';
  return isKnown && secret !== null
    ? ok({ id, secret, authentication })
    : err(consentError('consent.unsupported'));
}
