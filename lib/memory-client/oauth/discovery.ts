/** Finds the authorization server: first in the service's metadata (RFC 9728), then in the server's own (RFC 8414). */
import {
  customFetch,
  processDiscoveryResponse,
  type AuthorizationServer as ServerMetadata,
} from 'oauth4webapi';
import * as z from 'zod/mini';
import { err, ok } from '../../contract/result.ts';
import { mcpPath } from '../mcp.ts';
import { describeSelf, writeMessage } from '../mcp/messages.ts';
import { modernHeaders } from '../mcp/session.ts';
import { isLoopback } from '../../url/origins.ts';
import { readServiceAddress } from '../service-address.ts';
import { consentError, type Outcome } from './errors.ts';
import { ask, createOAuthTransport, type ServerOptions, type OAuthTransport } from './server.ts';
import type { AuthorizationServer } from './stored.ts';

export interface Discovery {
  readonly resource: string;
  readonly server: AuthorizationServer;
  readonly registrationEndpoint: string;
  readonly scope: string | null;
}

/** Finds the authorization server without sending anything secret. */
export async function discover(baseUrl: string, options: ServerOptions): Outcome<Discovery> {
  const address = readServiceAddress(baseUrl);
  if (!address.ok) return err(consentError('consent.bad-address'));
  const service = new URL(address.value.to(mcpPath));
  const wire = createOAuthTransport(options);

  const challenge = await readAuthenticateChallenge(service, options);
  if (!challenge.ok) return challenge;
  const named = challenge.value?.resourceMetadata ?? null;
  const places = named === null ? resourceMetadataUrlsOf(service) : [named];
  const found = await findResource(places, service, wire);
  if (!found.ok) return found;
  const { resource, issuers, scopes } = found.value;

  const issuer = issuers
    .map((each) => readTrustedAddress(each, service))
    .find((each) => each !== null);
  if (issuer === undefined || issuer.search !== '') return err(consentError('consent.untrusted'));
  const metadata = await findServer(issuer, wire);
  if (!metadata.ok) return metadata;
  const server = readServer(metadata.value, service);
  if (!server.ok) return server;
  return ok({ ...server.value, resource, scope: challenge.value?.scope ?? scopes });
}

/** Whether these URLs can be trusted is checked separately. */
const resourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()).check(z.minLength(1)),
  scopes_supported: z.optional(z.array(z.string())),
});

const serverSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.optional(z.string()),
  revocation_endpoint: z.optional(z.string()),
  response_types_supported: z.optional(z.array(z.string())),
  code_challenge_methods_supported: z.optional(z.array(z.string())),
  authorization_response_iss_parameter_supported: z.optional(z.boolean()),
});

/** Sends a request without a token to get the challenge. Returns null if the service sends none. */
async function readAuthenticateChallenge(service: URL, options: ServerOptions) {
  const seen: { header: string | null; status: number } = { header: null, status: 0 };
  const wire = createOAuthTransport({
    ...options,
    fetch: async (request) => {
      const response = await options.fetch(request);
      seen.status = response.status;
      seen.header = response.headers.get('www-authenticate');
      return response;
    },
  });
  const message = { method: 'tools/list', params: {} };
  const asked = await ask(() =>
    wire[customFetch](service.href, {
      method: 'POST',
      headers: {
        ...modernHeaders(message),
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
      },
      body: writeMessage(describeSelf(message, { name: 'Keepsake', version: '0' }), 1),
    }),
  );
  if (!asked.ok) return asked;
  return ok(seen.status === 401 ? readChallenge(seen.header) : null);
}

/** The resource's path follows the well-known path (RFC 9728, section 3.1). The root alone is the last resort. */
function resourceMetadataUrlsOf({ origin, pathname }: URL): string[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return [root + pathname, root];
}

async function findResource(places: readonly string[], service: URL, wire: OAuthTransport) {
  const urls = places.flatMap((place) => readTrustedAddress(place, service) ?? []);
  if (urls.length < places.length) return err(consentError('consent.untrusted'));
  const fetched = await fetchFirst(urls, wire);
  if (!fetched.ok) return fetched;
  const metadata = resourceSchema.safeParse(await fetched.value.json());
  if (!metadata.success) return err(consentError('consent.malformed'));
  const { resource, authorization_servers: issuers, scopes_supported: scopes } = metadata.data;
  if (!isAbout(resource, service)) return err(consentError('consent.untrusted'));
  return ok({ resource, issuers, scopes: scopes?.join(' ') ?? null });
}

/** Returns whether the tokens are for the MCP address, or for the whole service at its base address. */
function isAbout(resource: string, service: URL): boolean {
  const base = service.href.slice(0, -mcpPath.length);
  const about = [service.href, base, `${base}/`].map((each) => new URL(each).href);
  return URL.canParse(resource) && about.includes(new URL(resource).href);
}

/** Returns the URLs in the order of the MCP authorization specification. */
function metadataUrlsOf({ origin, pathname }: URL): string[] {
  const path = pathname.replace(/\/+$/, '');
  const oauth = `${origin}/.well-known/oauth-authorization-server${path}`;
  const openid = `${origin}/.well-known/openid-configuration${path}`;
  return path === ''
    ? [oauth, openid]
    : [oauth, openid, `${origin}${path}/.well-known/openid-configuration`];
}

async function findServer(issuer: URL, wire: OAuthTransport): Outcome<ServerMetadata> {
  const fetched = await fetchFirst(metadataUrlsOf(issuer), wire);
  if (!fetched.ok) return fetched;
  const metadata = await ask(() => processDiscoveryResponse(issuer, fetched.value));
  // The library only checks the issuer; missing fields are checked later.
  return metadata.ok ? metadata : err(consentError('consent.untrusted'));
}

/** Fetches the first of these URLs at which there is metadata. */
async function fetchFirst(
  urls: readonly (URL | string)[],
  wire: OAuthTransport,
): Outcome<Response> {
  for (const url of urls) {
    const asked = await ask(() => wire[customFetch](String(url), { method: 'GET', headers: {} }));
    if (!asked.ok || (asked.value.status === 200 && asked.value.body !== null)) return asked;
  }
  return err(consentError('consent.not-offered'));
}

function readServer(metadata: unknown, service: URL) {
  const read = serverSchema.safeParse(metadata);
  if (!read.success) return err(consentError('consent.malformed'));
  const { data } = read;
  const hasCode = data.response_types_supported?.includes('code') ?? true;
  const hasPkce = data.code_challenge_methods_supported?.includes('S256') ?? false;
  if (!hasCode || !hasPkce || data.registration_endpoint === undefined) {
    return err(consentError('consent.unsupported'));
  }
  const endpoints = [
    data.authorization_endpoint,
    data.token_endpoint,
    data.registration_endpoint,
    ...(data.revocation_endpoint === undefined ? [] : [data.revocation_endpoint]),
  ];
  if (endpoints.some((endpoint) => readTrustedAddress(endpoint, service) === null)) {
    return err(consentError('consent.untrusted'));
  }
  const server: AuthorizationServer = {
    issuer: data.issuer,
    authorizationEndpoint: data.authorization_endpoint,
    tokenEndpoint: data.token_endpoint,
    revocationEndpoint: data.revocation_endpoint ?? null,
    namesItself: data.authorization_response_iss_parameter_supported ?? false,
  };
  return ok({ server, registrationEndpoint: data.registration_endpoint });
}

type Challenge = Readonly<Record<'resourceMetadata' | 'scope', string | null>>;

/** Parses the bearer challenge of `WWW-Authenticate` (RFC 6750, section 3; RFC 9728, section 5.1). */
export function readChallenge(header: string | null): Challenge | null {
  const begin = /(?:^|,)\s*bearer(?=\s|$)/i.exec(header ?? '');
  if (header === null || begin === null) return null;
  const rest = header.slice(begin.index + begin[0].length);
  const parameters = new Map<string, string>();
  for (const match of rest.matchAll(parameter)) {
    const { name = '', quoted, bare } = match.groups ?? {};
    const value = quoted?.replaceAll(/\\(.)/g, '$1') ?? bare ?? '';
    if (!parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value);
  }
  return {
    resourceMetadata: parameters.get('resource_metadata') ?? null,
    scope: parameters.get('scope') ?? null,
  };
}

/** Sticky: anything but a parameter starts the challenge of another scheme, which ends this one. */
const parameter =
  /\s*,?\s*(?<name>[\w!#$%&'*+.^`|~-]+)\s*=\s*(?:"(?<quoted>(?:[^"\\]|\\.)*)"|(?<bare>[^\s,"]+))/gy;

/**
 * Returns null unless the URL is HTTPS or loopback, without user name or fragment. A remote service can't point to this
 * device.
 */
export function readTrustedAddress(text: unknown, from: URL): URL | null {
  if (typeof text !== 'string' || !readServiceAddress(text).ok) return null;
  const url = new URL(text);
  if (url.hash !== '' || text.includes('#')) return null;
  return isLoopback(url.hostname) && !isLoopback(from.hostname) ? null : url;
}
