/** Tests the ways in which authorization servers may differ, and some in which they may not. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../contract/result.ts';
import { createConsents } from './consent.ts';
import { createGrants } from './grants.ts';
import { redactReason } from './server.ts';
import { pendingConsentSchema } from './stored.ts';
import {
  addresses,
  answerTo,
  baseUrl,
  consentRequest as request,
  createStores,
  fakeServer,
  issuer,
  liveGrant,
  metadata,
  portsOf,
  resourceMetadata,
  tokens,
  type FakeServer,
} from './testing/fake-authorization.ts';

const { registration_endpoint: registration, token_endpoint: tokenEndpoint } = metadata;

async function begin(server: FakeServer, more: Partial<typeof request> = {}) {
  const stores = createStores();
  const begun = await createConsents(portsOf(server, stores)).begin({ ...request, ...more });
  return { begun, stores, pending: pendingConsentSchema.safeParse(stores.pending.get('c1')).data };
}

const challenged = (parameters: string, status = 401) =>
  new Response(null, { status, headers: { 'WWW-Authenticate': `Bearer ${parameters}` } });

describe('a service', () => {
  it('is sent an MCP request without a token', async () => {
    const server = fakeServer();
    const asked: Request[] = [];
    server.at(addresses.mcp, (knock) => {
      asked.push(knock.clone());
      return undefined;
    });

    await begin(server);

    const [knock] = asked;
    expect(Object.fromEntries(knock?.headers ?? [])).toMatchObject({
      accept: 'application/json, text/event-stream',
      'content-type': 'application/json',
      'mcp-method': 'tools/list',
    });
    expect(await knock?.json()).toMatchObject({
      method: 'tools/list',
      params: {
        _meta: { 'io.modelcontextprotocol/clientInfo': { name: 'Keepsake', version: '0' } },
      },
    });
  });

  it('may name another address for its metadata', async () => {
    const server = fakeServer();
    const place = `${baseUrl}/about`;
    server.at(addresses.mcp, () => challenged(`resource_metadata="${place}"`));
    server.at(place, () => Response.json(resourceMetadata));

    expect((await begin(server)).begun).toMatchObject({ ok: true });
    expect(server.asked[1]).toBe(`GET ${place}`);
  });

  it.each(['http://127.0.0.1/about', 'http://elsewhere.example/about', 'about'])(
    'is not followed to %s',
    async (place) => {
      const server = fakeServer();
      server.at(addresses.mcp, () => challenged(`resource_metadata="${place}"`));

      expect((await begin(server)).begun).toMatchObject({ error: { code: 'consent.untrusted' } });
      expect(server.asked).toEqual([`POST ${addresses.mcp}`]);
    },
  );

  it('has no scope if it doesn’t ask for a token', async () => {
    const server = fakeServer();
    server.at(addresses.mcp, () => challenged('resource_metadata="about"', 403));

    expect((await begin(server)).begun).toMatchObject({ ok: true });
  });

  it('may have its metadata at the root only', async () => {
    const server = fakeServer();
    server.at(addresses.mcp, () => challenged(''));
    server.at(addresses.resource, () => Response.json({ message: 'Not here' }, { status: 404 }));
    server.at(addresses.rootResource, () => Response.json(resourceMetadata));

    expect((await begin(server)).begun).toMatchObject({ ok: true });
  });

  it('may name several scopes', async () => {
    const server = fakeServer();
    const scopes = { ...resourceMetadata, scopes_supported: ['memory:read', 'profile:read'] };
    server.at(addresses.resource, () => Response.json(scopes));

    expect((await begin(server)).pending).toMatchObject({ scope: 'memory:read profile:read' });
  });

  it('must name an issuer without a query', async () => {
    const server = fakeServer();
    const named = { ...resourceMetadata, authorization_servers: [`${issuer}/?tenant=1`] };
    server.at(addresses.resource, () => Response.json(named));

    expect((await begin(server)).begun).toMatchObject({ error: { code: 'consent.untrusted' } });
  });
});

describe('a server', () => {
  it('may leave out optional metadata', async () => {
    const server = fakeServer();
    const registered: unknown[] = [];
    server.at(addresses.resource, () =>
      Response.json({ ...resourceMetadata, scopes_supported: undefined }),
    );
    server.at(addresses.server, () =>
      Response.json({
        ...metadata,
        response_types_supported: undefined,
        revocation_endpoint: undefined,
      }),
    );
    server.at(registration, async (asked) => {
      registered.push(await asked.json());
      return Response.json({ client_id: 'client_1' }, { status: 201 });
    });

    const { begun, pending } = await begin(server);

    expect(pending).toMatchObject({ scope: null, server: { revocationEndpoint: null } });
    expect(begun.ok && new URL(begun.value.authorizationUrl).searchParams.has('scope')).toBe(false);
    expect(registered).toEqual([expect.not.objectContaining({ scope: expect.anything() })]);
    expect(registered).toEqual([expect.not.objectContaining({ scope: null })]);
  });

  const secret = { client_secret: 's', client_secret_expires_at: 0 };
  it.each([
    { given: {}, client: { secret: null, authentication: 'none' } },
    { given: secret, client: { secret: 's', authentication: 'client_secret_basic' } },
    ...['client_secret_basic', 'client_secret_post'].map((authentication) => ({
      given: { ...secret, token_endpoint_auth_method: authentication },
      client: { secret: 's', authentication },
    })),
    {
      given: { ...secret, token_endpoint_auth_method: 'none' },
      client: { secret: null, authentication: 'none' },
    },
    { given: { token_endpoint_auth_method: 'client_secret_post' }, client: null },
    { given: { ...secret, token_endpoint_auth_method: 'private_key_jwt' }, client: null },
  ])('may choose the authentication method: %o', async ({ given, client }) => {
    const server = fakeServer();
    server.at(registration, () =>
      Response.json({ client_id: 'client_1', ...given }, { status: 201 }),
    );

    const { begun, pending } = await begin(server);

    expect(begun).toMatchObject(
      client === null ? { error: { code: 'consent.unsupported' } } : { ok: true },
    );
    expect(pending?.client ?? null).toEqual(client === null ? null : { id: 'client_1', ...client });
  });

  it('receives the secret in a header if it requires that', async () => {
    const server = fakeServer();
    const stores = createStores();
    const client = { id: 'abc', secret: 's', authentication: 'client_secret_basic' as const };
    stores.kept.set('c1', liveGrant({ expiresAt: 0, client }));
    const seen: (string | null)[] = [];
    server.at(tokenEndpoint, (asked) => {
      seen.push(asked.headers.get('authorization'));
      return undefined;
    });

    await createGrants(portsOf(server, stores)).accessFor('c1').token();

    expect(seen).toEqual([`Basic ${btoa('abc:s')}`]);
  });

  it.each([
    ['https://abcdef.chromiumapp.org/', 'web'],
    ['http://127.0.0.1/mozoauth2/abc', 'native'],
  ])('registers a redirect to %s as a %s client', async (way, kind) => {
    const server = fakeServer();
    const kinds: unknown[] = [];
    server.at(registration, async (asked) => {
      kinds.push(await asked.json());
      return Response.json({ client_id: 'client_1' }, { status: 201 });
    });

    await begin(server, { redirectUri: way });

    expect(kinds).toMatchObject([{ application_type: kind, redirect_uris: [way] }]);
  });
});

describe('a server that is busy', () => {
  function refreshing(answer: () => Response | Promise<Response>, more = {}) {
    const server = fakeServer();
    const stores = createStores();
    stores.kept.set('c1', liveGrant({ expiresAt: 0 }));
    server.at(tokenEndpoint, answer);
    return createGrants({ ...portsOf(server, stores), ...more })
      .accessFor('c1')
      .token();
  }

  it.each([429, 500, 503])('is recognized by status %i', async (status) => {
    expect(await refreshing(() => Response.json({}, { status }))).toMatchObject({
      error: { code: 'memory.server', retryable: true },
    });
  });

  it.each(['temporarily_unavailable', 'server_error', 'slow_down'])(
    'is recognized by the error %s',
    async (error) => {
      expect(await refreshing(() => Response.json({ error }, { status: 400 }))).toMatchObject({
        error: { code: 'memory.server', retryable: true },
      });
    },
  );

  it('may fail to respond', async () => {
    const never = () => new Promise<Response>(() => undefined);

    expect(await refreshing(never, { sleep: () => Promise.resolve() })).toMatchObject({
      error: { code: 'memory.timeout', retryable: true },
    });
  });
});

describe('a service that doesn’t respond in time', () => {
  it('can be retried', async () => {
    const server = fakeServer();
    server.at(addresses.mcp, () => new Promise<Response>(() => undefined));
    const ports = { ...portsOf(server, createStores()), sleep: () => Promise.resolve() };

    expect(await createConsents(ports).begin(request)).toMatchObject({
      error: { code: 'consent.timeout', retryable: true },
    });
  });
});

describe('a token response', () => {
  async function granted(given: object) {
    const server = fakeServer();
    const { begun, stores } = await begin(server);
    if (!begun.ok) throw new Error(begun.error.code);
    server.at(tokenEndpoint, () => Response.json(tokens(1, given)));
    const answer = answerTo(begun.value.authorizationUrl);
    return createConsents(portsOf(server, stores)).complete('c1', answer.href);
  }

  it('may contain another scope and no expiry', async () => {
    expect(await granted({ scope: 'profile:read', expires_in: undefined })).toEqual(
      ok(
        liveGrant({
          accessToken: 'access_secret_1',
          refreshToken: 'refresh_secret_1',
          scope: 'profile:read',
          expiresAt: null,
        }),
      ),
    );
  });

  it('is rejected if the token type is unknown', async () => {
    expect(await granted({ token_type: 'DPoP' })).toMatchObject({
      error: { code: 'consent.unsupported' },
    });
  });

  it('has its error code truncated and sanitized', () => {
    expect(redactReason(`a\n${'x'.repeat(100)}é`, ['', 'never'])).toBe(`a${'x'.repeat(79)}`);
  });
});
