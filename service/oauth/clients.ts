/** Dynamic client registration (RFC 7591) and redirect URIs. Registering alone grants nothing. */
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contract/result.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { jsonBody } from '../rest.ts';
import type { OauthClient } from '../storage/port/oauth.ts';
import {
  fail,
  type OauthFailure,
  MAX_UNUSED_CLIENTS,
  SCOPE,
  UNUSED_CLIENT_MS,
} from './protocol.ts';

const MAX_BODY_BYTES = 16 * 1024;
const MAX_REDIRECT_URIS = 20;
const MAX_NAME_LENGTH = 80;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** The metadata in use; the rest is ignored, as RFC 7591 (section 2) allows. */
const metadataSchema = z.object({
  redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_REDIRECT_URIS)),
  client_name: z.optional(z.string()),
  grant_types: z.optional(z.array(z.string())),
  response_types: z.optional(z.array(z.string())),
});

/** Registers a client. Responds with the metadata that applies, which may differ from what was sent. */
export async function registerClient(
  { storage, clock, newId }: ServiceContext,
  request: Request,
): Promise<Result<unknown, OauthFailure>> {
  const body = await jsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return fail('invalid_client_metadata', body.error.message);
  const metadata = readMetadata(body.value);
  if (!metadata.ok) return metadata;
  const { redirectUris, name } = metadata.value;
  const id = newId();
  const now = timestamp(clock);
  const before = timestamp(clock, -UNUSED_CLIENT_MS);
  await storage.transaction(async ({ oauthClients }) => {
    await oauthClients.deleteUnused({ before, keep: MAX_UNUSED_CLIENTS - 1 });
    await oauthClients.insert({ id, name, redirectUris, now });
  });
  return ok({
    client_id: id,
    client_id_issued_at: Math.floor(clock.now() / 1000),
    client_name: name,
    redirect_uris: redirectUris,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
    scope: SCOPE,
  });
}

function readMetadata(
  value: unknown,
): Result<Pick<OauthClient, 'redirectUris' | 'name'>, OauthFailure> {
  const parsed = z.safeParse(metadataSchema, value);
  if (!parsed.success) {
    const isRedirect = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
    return isRedirect
      ? fail('invalid_redirect_uri', `redirect_uris must list 1 to ${MAX_REDIRECT_URIS} addresses.`)
      : fail('invalid_client_metadata', 'A field has the wrong type.');
  }
  const { redirect_uris: redirectUris, client_name, grant_types, response_types } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) {
    return fail(
      'invalid_redirect_uri',
      'A redirect URI must use https, http on a loopback host, or a private scheme with a dot, and have no fragment.',
    );
  }
  const lacksCode = grant_types !== undefined && !grant_types.includes('authorization_code');
  if (lacksCode || (response_types !== undefined && !response_types.includes('code'))) {
    return fail('invalid_client_metadata', 'Only the authorization code grant is supported.');
  }
  return ok({ redirectUris, name: legible(client_name ?? '') });
}

/** Reduces a name to one line without control or formatting characters. */
function legible(name: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}\uFFFD]+/gu, ' ')
    .trim();
  const short = Array.from(line).slice(0, MAX_NAME_LENGTH).join('').trim();
  return short === '' ? 'Unnamed client' : short;
}

const MAX_LENGTH = 2048;
const PRINTABLE = /^[!-~]+$/;
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]']);
/** An app's private scheme: a domain name in reverse order, so with a dot (RFC 8252, section 7.1). */
const APP_SCHEME = /^[a-z][a-z\d+-]*(?:\.[a-z\d+-]+)+:$/;

/**
 * Allows https, which extensions use too (`….chromiumapp.org`, `….allizom.org`), http on loopback, and apps' private
 * schemes. Other schemes belong to the browser or the system, or to any app that claims them. Fragments and
 * credentials aren't allowed.
 */
export function isRedirectUri(text: string): boolean {
  if (text.length > MAX_LENGTH || !PRINTABLE.test(text) || text.includes('#')) return false;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' ? LOOPBACK.has(url.hostname) : APP_SCHEME.test(url.protocol);
}

/** Compares all but the loopback port (RFC 8252, section 7.3). Rejects schemes that only earlier versions allowed. */
export function isRegistered(registered: readonly string[], asked: string): boolean {
  if (!isRedirectUri(asked)) return false;
  if (registered.includes(asked)) return true;
  const unported = withoutPort(asked);
  return unported !== null && registered.some((each) => withoutPort(each) === unported);
}

export function describeTarget(redirectUri: string): string {
  const url = new URL(redirectUri);
  if (url.protocol === 'https:') return url.host;
  return url.protocol === 'http:'
    ? `a program on this device (${url.host})`
    : `the app that opens ${url.protocol} links`;
}

/** Returns a loopback URI without its port; null for other URIs, whose port matters. */
function withoutPort(text: string): string | null {
  const url = isRedirectUri(text) ? new URL(text) : null;
  if (url?.protocol !== 'http:') return null;
  url.port = '';
  return url.href;
}
