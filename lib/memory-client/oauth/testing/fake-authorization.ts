/** A fake service and authorization server, and in-memory stores for the extension. */
import type { ConsentPorts } from '../consent.ts';
import type { GrantPorts } from '../grants.ts';
import { createManualTime } from '../../testing/manual-time.ts';
import { grantSchema, type ConsentStore, type GrantStore, type LiveGrant } from '../stored.ts';

export const redirectUri = 'https://abcdef.chromiumapp.org/';
export const baseUrl = 'https://memory.example';
export const issuer = 'https://login.example';

export const consentRequest = { connectionId: 'c1', baseUrl, redirectUri };

/** Returns the redirect after a successful authorization; `fields` override its parameters. */
export function answerTo(authorizationUrl: string | URL, fields: Record<string, string> = {}): URL {
  const state = new URL(authorizationUrl).searchParams.get('state') ?? '';
  const url = new URL(redirectUri);
  const parameters = { code: 'code_secret', state, iss: issuer, ...fields };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url;
}

/** Handles a request, or returns undefined to use the default handler. */
type Handler = (request: Request, nth: number) => Response | Promise<Response> | undefined;

export type FakeServer = ReturnType<typeof fakeServer>;

export const metadata = {
  issuer,
  authorization_endpoint: `${issuer}/authorize?tenant=1`,
  token_endpoint: `${issuer}/token`,
  registration_endpoint: `${issuer}/register`,
  revocation_endpoint: `${issuer}/revoke`,
  response_types_supported: ['code'],
  code_challenge_methods_supported: ['S256'],
  authorization_response_iss_parameter_supported: true,
};

export const resourceMetadata = {
  resource: `${baseUrl}/mcp-http`,
  authorization_servers: [issuer],
  scopes_supported: ['memory:read'],
};

export const addresses = {
  mcp: `${baseUrl}/mcp-http`,
  resource: `${baseUrl}/.well-known/oauth-protected-resource/mcp-http`,
  rootResource: `${baseUrl}/.well-known/oauth-protected-resource`,
  server: `${issuer}/.well-known/oauth-authorization-server`,
  openid: `${issuer}/.well-known/openid-configuration`,
} as const;

/** Returns the tokens of the nth exchange. */
export function tokens(nth: number, more: object = {}) {
  return {
    access_token: `access_secret_${nth}`,
    refresh_token: `refresh_secret_${nth}`,
    token_type: 'Bearer',
    expires_in: 900,
    ...more,
  };
}

/** Creates a server that succeeds at every step; tests override URLs with `at`. */
export function fakeServer() {
  const asked: string[] = [];
  const forms = new Map<string, Record<string, string>[]>();
  const counts = new Map<string, number>();
  const handlers = new Map<string, Handler>([
    [
      addresses.mcp,
      () =>
        new Response(null, {
          status: 401,
          headers: { 'WWW-Authenticate': `Bearer resource_metadata="${addresses.resource}"` },
        }),
    ],
    [addresses.resource, () => Response.json(resourceMetadata)],
    [addresses.server, () => Response.json(metadata)],
    [
      metadata.registration_endpoint,
      () =>
        Response.json(
          { client_id: 'client_1', token_endpoint_auth_method: 'none' },
          { status: 201 },
        ),
    ],
    [metadata.token_endpoint, (_, nth) => Response.json(tokens(nth + 1))],
    [metadata.revocation_endpoint, () => new Response(null, { status: 200 })],
  ]);
  return {
    /** Method and URL of every request. */
    asked,
    /** Returns the fields of the forms posted to a URL. */
    formsTo: (url: string) => forms.get(url) ?? [],
    /** Overrides the default handler of a URL. */
    at: (url: string, handler: Handler) => {
      const before = handlers.get(url);
      handlers.set(url, (request, nth) => handler(request, nth) ?? before?.(request, nth));
    },
    fetch: async (request: Request): Promise<Response> => {
      const { url, method } = request;
      asked.push(`${method} ${url}`);
      if (request.headers.get('content-type')?.includes('form') === true) {
        const form = Object.fromEntries(new URLSearchParams(await request.clone().text()));
        forms.set(url, [...(forms.get(url) ?? []), form]);
      }
      const nth = counts.get(url) ?? 0;
      counts.set(url, nth + 1);
      return (await handlers.get(url)?.(request, nth)) ?? new Response(null, { status: 404 });
    },
  };
}

export type Stores = ReturnType<typeof createStores>;

/** Creates in-memory stores shared by successive backgrounds. Values are copied as JSON, as in browser storage. */
export function createStores() {
  const pending = new Map<string, unknown>();
  const kept = new Map<string, unknown>();
  const copy = (value: unknown): unknown => JSON.parse(JSON.stringify(value ?? null));
  const consents: ConsentStore = {
    read: async (id) => copy(pending.get(id)),
    waitedFor: async () => [...pending.keys()],
    write: async (consent) => void pending.set(consent.connectionId, copy(consent)),
    remove: async (id) => void pending.delete(id),
  };
  const grants: GrantStore = {
    read: async (id) => copy(kept.get(id)),
    replace: async (id, expected, next) => {
      const stored = grantSchema.safeParse(kept.get(id)).data;
      const token = stored?.status === 'live' ? stored.accessToken : null;
      if (expected !== undefined && expected !== token) return false;
      if (next === null) kept.delete(id);
      else kept.set(id, copy(next));
      return true;
    },
  };
  return { consents, grants, pending, kept };
}

/** Creates the ports of one background: clock, and the stores it shares with the next. */
export function portsOf(
  server: FakeServer,
  stores: Stores,
  clock: { now: number } = { now: 1_000_000 },
): ConsentPorts & GrantPorts {
  const time = createManualTime();
  return {
    fetch: server.fetch,
    sleep: time.sleep,
    now: () => clock.now,
    consents: stores.consents,
    grants: stores.grants,
  };
}

/** Returns a grant as stored. */
export function liveGrant(more: Partial<LiveGrant> = {}): LiveGrant {
  return {
    status: 'live',
    connectionId: 'c1',
    server: {
      issuer,
      authorizationEndpoint: metadata.authorization_endpoint,
      tokenEndpoint: metadata.token_endpoint,
      revocationEndpoint: metadata.revocation_endpoint,
      namesItself: true,
    },
    client: { id: 'client_1', secret: null, authentication: 'none' },
    resource: resourceMetadata.resource,
    accessToken: 'access_secret_0',
    refreshToken: 'refresh_secret_0',
    expiresAt: 1_000_000 + 900_000,
    scope: 'memory:read',
    ...more,
  };
}
