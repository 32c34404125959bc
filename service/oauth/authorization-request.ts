/** Reads what a client asks of the owner, in the two steps that decide who is told of a mistake. */
import { ok, type Result } from '../../lib/contracts/result.ts';
import { clientById, type OauthClient } from '../db/oauth.ts';
import type { Queries } from '../db/port.ts';
import { fail, type OauthFailure } from './failure.ts';
import { repeatedIn, valueOf } from './parameters.ts';
import { isChallenge } from './pkce.ts';
import { isRegistered } from './redirect-uri.ts';
import { isForResource } from './terms.ts';

/** A client that is known, and an address that is its own. */
export interface Asker {
  readonly client: OauthClient;
  readonly redirectUri: string;
}

/** The parameters that a consent page has to hand on. */
export const REQUEST_PARAMETERS = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'resource',
  'code_challenge',
  'code_challenge_method',
] as const;

export const CLIENT_UNKNOWN =
  'This client is not registered here. Remove the connection there, and add it again.';

/** Finds out who asks. Where that fails nobody may be sent anywhere: the person in front of the page is told. */
export async function askerOf(
  queries: Queries,
  parameters: URLSearchParams,
): Promise<Result<Asker, string>> {
  const [clientId, ...furtherIds] = parameters.getAll('client_id');
  const [redirectUri, ...furtherUris] = parameters.getAll('redirect_uri');
  const isTwice = furtherIds.length > 0 || furtherUris.length > 0;
  if (!clientId || !redirectUri || isTwice) {
    return told('The request does not say which client asks, or where to go back to.');
  }
  const client = await clientById(queries, clientId);
  if (client === undefined) {
    return told(CLIENT_UNKNOWN);
  }
  return isRegistered(client.redirectUris, redirectUri)
    ? ok({ client, redirectUri })
    : told('The client wants you sent back to an address that it did not register.');
}

/** Checks the rest, of whose mistakes the client is told. Gives the challenge that its code is bound to. */
export function checkRequest(
  parameters: URLSearchParams,
  resource: string,
): Result<{ readonly challenge: string }, OauthFailure> {
  const repeated = repeatedIn(parameters);
  if (repeated !== undefined) return fail('invalid_request', 'A parameter was sent twice.');
  const responseType = valueOf(parameters, 'response_type');
  if (responseType === undefined) return fail('invalid_request', 'response_type is missing.');
  if (responseType !== 'code') {
    return fail('unsupported_response_type', 'response_type has to be code.');
  }
  const challenge = valueOf(parameters, 'code_challenge');
  const isS256 = valueOf(parameters, 'code_challenge_method') === 'S256';
  if (challenge === undefined || !isS256 || !isChallenge(challenge)) {
    return fail('invalid_request', 'code_challenge with code_challenge_method S256 is needed.');
  }
  return isForResource(parameters.getAll('resource'), resource)
    ? ok({ challenge })
    : fail('invalid_target', 'resource names another service.');
}

/** Gives the address that answers a client: its own, with what it is told, its state and who tells it (RFC 9207). */
export function answerTo(
  { redirectUri }: Asker,
  answer: Readonly<Record<string, string | undefined>>,
): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  return url.href;
}

function told(sentence: string): { readonly ok: false; readonly error: string } {
  return { ok: false, error: sentence };
}
