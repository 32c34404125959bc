/** Dynamic registration (RFC 7591): a client introduces itself. It gains nothing by it but a name to ask under. */
import * as z from 'zod/mini';
import { ok, type Result } from '../../lib/contracts/result.ts';
import { deleteUnusedClients, insertClient } from '../db/oauth.ts';
import type { ServiceContext } from '../operations/operation.ts';
import { timestamp } from '../ports.ts';
import { jsonBody } from '../routes/body.ts';
import { fail, type OauthFailure } from './failure.ts';
import { isRedirectUri } from './redirect-uri.ts';
import { MAX_UNUSED_CLIENTS, SCOPE, UNUSED_CLIENT_MS } from './terms.ts';

const MAX_BODY_BYTES = 16 * 1024;
const MAX_REDIRECT_URIS = 20;
const MAX_NAME_LENGTH = 80;
const GRANT_TYPES = ['authorization_code', 'refresh_token'];

/** What matters of the metadata; the rest is left unread, as RFC 7591 (section 2) allows. */
const metadataSchema = z.object({
  redirect_uris: z.array(z.string()).check(z.minLength(1), z.maxLength(MAX_REDIRECT_URIS)),
  client_name: z.optional(z.string()),
  grant_types: z.optional(z.array(z.string())),
  response_types: z.optional(z.array(z.string())),
});

/** Registers a client; answers with what it was registered as, which may be less than it asked for. */
export async function registerClient(
  { db, clock, newId }: ServiceContext,
  request: Request,
): Promise<Result<unknown, OauthFailure>> {
  const body = await jsonBody(request, MAX_BODY_BYTES);
  if (!body.ok) return fail('invalid_client_metadata', body.error.message);
  const metadata = readMetadata(body.value);
  if (!metadata.ok) return metadata;
  const { redirectUris, name } = metadata.value;
  const id = newId();
  const now = timestamp(clock);
  const before = new Date(clock.now() - UNUSED_CLIENT_MS).toISOString();
  await db.transaction(async (queries) => {
    await deleteUnusedClients(queries, { before, keep: MAX_UNUSED_CLIENTS - 1 });
    await insertClient(queries, { id, name, redirectUris, now });
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

interface Metadata {
  readonly redirectUris: string[];
  readonly name: string;
}

function readMetadata(value: unknown): Result<Metadata, OauthFailure> {
  const parsed = z.safeParse(metadataSchema, value);
  if (!parsed.success) {
    const isRedirect = parsed.error.issues.some(({ path }) => path[0] === 'redirect_uris');
    return isRedirect
      ? fail(
          'invalid_redirect_uri',
          `redirect_uris has to list 1 to ${MAX_REDIRECT_URIS} addresses.`,
        )
      : fail('invalid_client_metadata', 'A field has the wrong type.');
  }
  const { redirect_uris: redirectUris, client_name, grant_types, response_types } = parsed.data;
  if (!redirectUris.every(isRedirectUri)) {
    return fail(
      'invalid_redirect_uri',
      'A redirect URI has to be https, http on this device, or of a scheme of its own, without a fragment.',
    );
  }
  const lacksCode = grant_types !== undefined && !grant_types.includes('authorization_code');
  if (lacksCode || (response_types !== undefined && !response_types.includes('code'))) {
    return fail('invalid_client_metadata', 'Only the authorization code grant is offered.');
  }
  return ok({ redirectUris, name: legible(client_name ?? '') });
}

/** Names are shown to the owner: one line, and no signs that turn or hide what stands around them. */
function legible(name: string): string {
  const line = name
    .toWellFormed()
    .replaceAll(/[\p{C}\p{Z}\uFFFD]+/gu, ' ')
    .trim();
  const short = Array.from(line).slice(0, MAX_NAME_LENGTH).join('').trim();
  return short === '' ? 'A client without a name' : short;
}
