import { describe, expect, it } from 'vitest';
import { ok } from '../../contract/result.ts';
import { createConsents } from './consent.ts';
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
  redirectUri,
  resourceMetadata,
  tokens,
} from './testing/fake-authorization.ts';

const failed = (code: string) => ({ ok: false, error: { code } });
const { registration_endpoint: registration, token_endpoint: tokenEndpoint } = metadata;

function start() {
  const server = fakeServer();
  const stores = createStores();
  const clock = { now: 1_000_000 };
  const background = () => createConsents(portsOf(server, stores, clock));
  return { server, stores, clock, background, consents: background() };
}

/** Begins a consent and returns a function that creates the redirect. */
async function begun() {
  const started = start();
  const begin = await started.consents.begin(request);
  if (!begin.ok) throw new Error(begin.error.code);
  const authorizationUrl = new URL(begin.value.authorizationUrl);
  const state = authorizationUrl.searchParams.get('state') ?? '';
  const answer = (fields: Record<string, string> = {}) => answerTo(authorizationUrl, fields);
  return { ...started, authorizationUrl, state, answer };
}

describe('begin', () => {
  it('finds the server, registers, and returns the authorization URL', async () => {
    const { server, authorizationUrl } = await begun();

    expect(server.asked).toEqual([
      `POST ${addresses.mcp}`,
      `GET ${addresses.resource}`,
      `GET ${addresses.server}`,
      `POST ${registration}`,
    ]);
    expect(authorizationUrl.origin + authorizationUrl.pathname).toBe(`${issuer}/authorize`);
    expect(Object.fromEntries(authorizationUrl.searchParams)).toEqual({
      tenant: '1',
      response_type: 'code',
      client_id: 'client_1',
      redirect_uri: redirectUri,
      scope: 'memory:read',
      state: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      code_challenge_method: 'S256',
      resource: 'https://memory.example/mcp-http',
    });
  });

  it('stores everything the second step needs and doesn’t reveal the verifier', async () => {
    const { stores, authorizationUrl, state } = await begun();

    const pending = pendingConsentSchema.parse(stores.pending.get('c1'));

    expect(pending).toMatchObject({ state, redirectUri, resource: resourceMetadata.resource });
    expect(pending.verifier).not.toBe(state);
    expect(authorizationUrl.href).not.toContain(pending.verifier);
  });

  it('encodes state and verifier as base64url', async () => {
    const { stores } = await begun();
    const { state, verifier } = pendingConsentSchema.parse(stores.pending.get('c1'));

    for (const drawn of [state, verifier]) {
      const bytes = Buffer.from(drawn, 'base64url');
      expect(bytes).toHaveLength(32);
      expect(bytes.toString('base64url')).toBe(drawn);
    }
  });

  it('challenges with the hash of the verifier', async () => {
    const { stores, authorizationUrl } = await begun();
    const { verifier } = pendingConsentSchema.parse(stores.pending.get('c1'));

    const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier));

    expect(authorizationUrl.searchParams.get('code_challenge')).toBe(
      Buffer.from(hash).toString('base64url'),
    );
  });

  it('registers as a public client', async () => {
    const { server, consents } = start();
    const seen: unknown[] = [];
    server.at(registration, async (asked) => {
      seen.push(await asked.json());
      return Response.json({ client_id: 'client_1' }, { status: 201 });
    });

    await consents.begin(request);

    expect(seen).toEqual([
      {
        client_name: 'Keepsake',
        redirect_uris: [redirectUri],
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        token_endpoint_auth_method: 'none',
        application_type: 'web',
        scope: 'memory:read',
      },
    ]);
  });

  it('requests the scope from the challenge', async () => {
    const { server, consents } = start();
    server.at(
      addresses.mcp,
      () =>
        new Response(null, {
          status: 401,
          headers: {
            'WWW-Authenticate': `Bearer resource_metadata="${addresses.resource}", scope="one two"`,
          },
        }),
    );

    const begin = await consents.begin(request);

    expect(begin.ok && new URL(begin.value.authorizationUrl).searchParams.get('scope')).toBe(
      'one two',
    );
  });

  it.each([
    { where: 'behind the well-known path', at: addresses.resource },
    { where: 'at the root', at: addresses.rootResource },
  ])('finds the metadata $where if the service doesn’t name the address', async ({ at }) => {
    const { server, consents } = start();
    server.at(addresses.mcp, () => new Response(null, { status: 401 }));
    server.at(addresses.resource, () => new Response(null, { status: 404 }));
    server.at(at, () => Response.json(resourceMetadata));

    expect(await consents.begin(request)).toMatchObject({ ok: true });
  });

  it.each([
    {
      issuer: 'https://login.example/t1',
      at: 'https://login.example/.well-known/oauth-authorization-server/t1',
    },
    {
      issuer: 'https://login.example/t1',
      at: 'https://login.example/.well-known/openid-configuration/t1',
    },
    {
      issuer: 'https://login.example/t1',
      at: 'https://login.example/t1/.well-known/openid-configuration',
    },
    {
      issuer: 'https://login.example',
      at: 'https://login.example/.well-known/openid-configuration',
    },
  ])('finds the server at $at', async ({ issuer: named, at }) => {
    const { server, consents } = start();
    server.at(addresses.resource, () =>
      Response.json({ ...resourceMetadata, authorization_servers: [named] }),
    );
    server.at(addresses.server, () => new Response(null, { status: 404 }));
    server.at(at, () => Response.json({ ...metadata, issuer: named }));

    expect(await consents.begin(request)).toMatchObject({ ok: true });
  });

  it.each(['https://memory.example', 'https://memory.example/', 'https://MEMORY.example/mcp-http'])(
    'accepts %s as the service',
    async (resource) => {
      const { server, consents } = start();
      server.at(addresses.resource, () => Response.json({ ...resourceMetadata, resource }));

      const begin = await consents.begin(request);

      expect(begin.ok && new URL(begin.value.authorizationUrl).searchParams.get('resource')).toBe(
        resource,
      );
    },
  );

  it('keeps the path of the service in the metadata address', async () => {
    const { server, consents } = start();
    const at = `${baseUrl}/.well-known/oauth-protected-resource/connection/mcp-http`;
    const resource = `${baseUrl}/connection/mcp-http`;
    server.at(at, () => Response.json({ ...resourceMetadata, resource }));

    const begin = await consents.begin({ ...request, baseUrl: `${baseUrl}/connection/` });

    expect(begin).toMatchObject({ ok: true });
    expect(server.asked[0]).toBe(`POST ${resource}`);
  });

  it('accepts a registration answered with 200 and a secret', async () => {
    const { server, stores, consents } = start();
    const client = { client_id: 'client_2', client_secret: 's', client_secret_expires_at: 0 };
    server.at(registration, () => Response.json(client));

    expect(await consents.begin(request)).toMatchObject({ ok: true });
    expect(stores.pending.get('c1')).toMatchObject({
      client: { id: 'client_2', secret: 's', authentication: 'client_secret_basic' },
    });
  });
});

describe('begin fails', () => {
  it.each(['http://memory.example', 'ftp://memory.example', 'memory', 'https://a:b@c.example'])(
    'for the address %s',
    async (address) => {
      const { server, consents } = start();

      expect(await consents.begin({ ...request, baseUrl: address })).toMatchObject(
        failed('consent.bad-address'),
      );
      expect(server.asked).toEqual([]);
    },
  );

  const resource = (change: object) => Response.json({ ...resourceMetadata, ...change });
  const described = (change: object) => Response.json({ ...metadata, ...change });
  it.each([
    {
      why: 'no metadata',
      at: addresses.resource,
      answer: () => new Response(null, { status: 404 }),
      code: 'not-offered',
    },
    {
      why: 'a page instead of metadata',
      at: addresses.resource,
      answer: () => new Response('<p>'),
      code: 'not-offered',
    },
    {
      why: 'malformed metadata',
      at: addresses.resource,
      answer: () => Response.json([]),
      code: 'malformed',
    },
    {
      why: 'no server',
      at: addresses.resource,
      answer: () => resource({ authorization_servers: [] }),
      code: 'malformed',
    },
    {
      why: 'metadata of another service',
      at: addresses.resource,
      answer: () => resource({ resource: 'https://bank.example/mcp-http' }),
      code: 'untrusted',
    },
    {
      why: 'metadata of a neighboring service',
      at: addresses.resource,
      answer: () => resource({ resource: `${baseUrl}/other/mcp-http` }),
      code: 'untrusted',
    },
    {
      why: 'a server on plain HTTP',
      at: addresses.resource,
      answer: () => resource({ authorization_servers: ['http://login.example'] }),
      code: 'untrusted',
    },
    {
      why: 'a server on this device',
      at: addresses.resource,
      answer: () => resource({ authorization_servers: ['http://127.0.0.1:1'] }),
      code: 'untrusted',
    },
    {
      why: 'a server with a query',
      at: addresses.resource,
      answer: () => resource({ authorization_servers: [`${issuer}?a=1`] }),
      code: 'untrusted',
    },
    {
      why: 'a missing server',
      at: addresses.server,
      answer: () => new Response(null, { status: 404 }),
      code: 'not-offered',
    },
    {
      why: 'a server with another name',
      at: addresses.server,
      answer: () => described({ issuer: 'https://evil.example' }),
      code: 'untrusted',
    },
    {
      why: 'a server without PKCE',
      at: addresses.server,
      answer: () => described({ code_challenge_methods_supported: undefined }),
      code: 'unsupported',
    },
    {
      why: 'a server with plain PKCE',
      at: addresses.server,
      answer: () => described({ code_challenge_methods_supported: ['plain'] }),
      code: 'unsupported',
    },
    {
      why: 'a server without registration',
      at: addresses.server,
      answer: () => described({ registration_endpoint: undefined }),
      code: 'unsupported',
    },
    {
      why: 'a server without codes',
      at: addresses.server,
      answer: () => described({ response_types_supported: ['token'] }),
      code: 'unsupported',
    },
    {
      why: 'a server without token endpoint',
      at: addresses.server,
      answer: () => described({ token_endpoint: undefined }),
      code: 'malformed',
    },
    {
      why: 'tokens on plain HTTP',
      at: addresses.server,
      answer: () => described({ token_endpoint: 'http://login.example/token' }),
      code: 'untrusted',
    },
    {
      why: 'a javascript: authorization endpoint',
      at: addresses.server,
      answer: () => described({ authorization_endpoint: 'javascript:alert(1)' }),
      code: 'untrusted',
    },
    {
      why: 'a revocation on this device',
      at: addresses.server,
      answer: () => described({ revocation_endpoint: 'http://localhost/revoke' }),
      code: 'untrusted',
    },
    {
      why: 'a refused registration',
      at: registration,
      answer: () => Response.json({ error: 'invalid_redirect_uri' }, { status: 400 }),
      code: 'refused',
    },
    {
      why: 'a registration without the redirect URI',
      at: registration,
      answer: () =>
        Response.json({ client_id: 'c', redirect_uris: ['https://a.example/'] }, { status: 201 }),
      code: 'refused',
    },
    {
      why: 'a registration that requires a key',
      at: registration,
      answer: () =>
        Response.json(
          { client_id: 'c', token_endpoint_auth_method: 'private_key_jwt' },
          { status: 201 },
        ),
      code: 'unsupported',
    },
    {
      why: 'a registration without an id',
      at: registration,
      answer: () => Response.json({}, { status: 201 }),
      code: 'malformed',
    },
    {
      why: 'a server that fails',
      at: registration,
      answer: () => new Response(null, { status: 502 }),
      code: 'server',
    },
    {
      why: 'a server that is busy',
      at: registration,
      answer: () => Response.json({ error: 'temporarily_unavailable' }, { status: 429 }),
      code: 'server',
    },
  ])('with $why', async ({ at, answer, code }) => {
    const { server, stores, consents } = start();
    server.at(at, answer);

    expect(await consents.begin(request)).toMatchObject(failed(`consent.${code}`));
    expect(stores.pending.size).toBe(0);
  });

  it.each([addresses.mcp, addresses.resource, addresses.server, registration])(
    'after a redirect from %s',
    async (at) => {
      const { server, consents } = start();
      const headers = { Location: 'https://evil.example/' };
      server.at(at, () => new Response(null, { status: 302, headers }));

      expect(await consents.begin(request)).toMatchObject(failed('consent.untrusted'));
      expect(server.asked.join()).not.toContain('evil');
    },
  );

  it('and names the unreachable origin, which might need permission', async () => {
    const { server, consents } = start();
    server.at(addresses.server, () => {
      throw new TypeError('Failed to fetch');
    });

    expect(await consents.begin(request)).toEqual({
      ok: false,
      error: expect.objectContaining({ code: 'consent.unreachable', origin: issuer }),
    });
  });

  it('on an endless response', async () => {
    const { server, consents } = start();
    const pull = (controller: ReadableStreamDefaultController<Uint8Array>) =>
      controller.enqueue(new Uint8Array(65_536).fill(0x20));
    server.at(addresses.resource, () => new Response(new ReadableStream({ pull })));

    expect(await consents.begin(request)).toMatchObject({ ok: false });
  });
});

describe('complete', () => {
  it('exchanges the code with the verifier for this service and stores the grant', async () => {
    const { server, stores, consents, answer, clock } = await begun();
    const { verifier } = pendingConsentSchema.parse(stores.pending.get('c1'));

    const completed = await consents.complete('c1', answer().href);

    const grant = liveGrant({
      accessToken: 'access_secret_1',
      refreshToken: 'refresh_secret_1',
      expiresAt: clock.now + 900_000,
    });
    expect(completed).toEqual(ok(grant));
    expect(stores.kept.get('c1')).toEqual(grant);
    expect(server.formsTo(tokenEndpoint)).toEqual([
      {
        grant_type: 'authorization_code',
        code: 'code_secret',
        code_verifier: verifier,
        redirect_uri: redirectUri,
        client_id: 'client_1',
        resource: 'https://memory.example/mcp-http',
      },
    ]);
  });

  it('works in another background', async () => {
    const { background, answer } = await begun();

    expect(await background().complete('c1', answer().href)).toMatchObject({ ok: true });
  });

  it('stores the redirect before exchanging its code, for a background that takes over', async () => {
    const { consents, server, background, answer } = await begun();
    expect(await consents.unfinished()).toEqual(
      ok([{ connectionId: 'c1', baseUrl, issuer, answer: null }]),
    );
    let seen: unknown = null;
    server.at(tokenEndpoint, async () => {
      seen ??= await background().unfinished();
      return Response.json(tokens(1));
    });

    await consents.complete('c1', answer().href);

    expect(seen).toEqual(ok([{ connectionId: 'c1', baseUrl, issuer, answer: answer().href }]));
  });

  it('is no longer listed as unfinished once settled or expired', async () => {
    const { consents, clock, stores } = await begun();
    await consents.settle('c1');
    expect(await consents.unfinished()).toEqual(ok([]));

    await consents.begin(request);
    clock.now += 60 * 60 * 1000 + 1;
    expect(await consents.unfinished()).toEqual(ok([]));
    expect(stores.pending.size).toBe(0);
  });

  it('sends a code only once', async () => {
    const { server, consents, answer } = await begun();

    const both = await Promise.all([
      consents.complete('c1', answer().href),
      consents.complete('c1', answer().href),
    ]);
    const late = await consents.complete('c1', answer().href);

    expect(both).toMatchObject([{ ok: true }, { ok: true }]);
    expect(late).toMatchObject({ ok: true });
    expect(server.formsTo(tokenEndpoint)).toHaveLength(1);
    await consents.settle('c1');
    expect(await consents.complete('c1', answer().href)).toMatchObject(failed('consent.unknown'));
    expect(server.formsTo(tokenEndpoint)).toHaveLength(1);
  });

  it('stays unfinished with its tokens until it is settled, for a background that takes over', async () => {
    const { server, background, consents, stores, answer } = await begun();
    await consents.complete('c1', answer().href);

    const next = background();
    expect(await next.unfinished()).toEqual(
      ok([{ connectionId: 'c1', baseUrl, issuer, answer: answer().href }]),
    );
    expect(await next.complete('c1', answer().href)).toEqual(ok(stores.kept.get('c1')));
    expect(server.formsTo(tokenEndpoint)).toHaveLength(1);

    stores.kept.delete('c1');
    expect(await next.complete('c1', answer().href)).toMatchObject(failed('consent.ended'));
  });

  it('can be retried if the server was unreachable', async () => {
    const { server, consents, answer } = await begun();
    server.at(tokenEndpoint, (_, nth) => {
      if (nth === 0) throw new TypeError('code_secret');
      return undefined;
    });

    const first = await consents.complete('c1', answer().href);

    expect(first).toMatchObject({ error: { code: 'consent.unreachable', retryable: true } });
    expect(JSON.stringify(first)).not.toContain('secret');
    expect(await consents.complete('c1', answer().href)).toMatchObject({ ok: true });
  });

  it.each([
    { fields: { state: 'other' }, why: 'another state' },
    { fields: { state: '' }, why: 'an empty state' },
  ])('ignores a redirect with $why and keeps waiting', async ({ fields }) => {
    const { server, consents, answer } = await begun();

    const other = await consents.complete('c1', answer(fields).href);

    expect(other).toMatchObject(failed('consent.unknown'));
    expect(server.formsTo(tokenEndpoint)).toEqual([]);
    expect(await consents.complete('c1', answer().href)).toMatchObject({ ok: true });
  });

  it.each(['https://evil.example/', `${redirectUri}other`, 'nonsense'])(
    'ignores a redirect to %s',
    async (place) => {
      const { consents, answer } = await begun();
      const { search } = answer();

      expect(await consents.complete('c1', `${place}${search}`)).toMatchObject(
        failed('consent.unknown'),
      );
    },
  );

  it('ignores a redirect with two states', async () => {
    const { consents, answer, state } = await begun();

    const doubled = `${answer().href}&state=${state}`;

    expect(await consents.complete('c1', doubled)).toMatchObject(failed('consent.unknown'));
  });

  it('rejects redirects from another issuer, including refusals', async () => {
    const { server, consents, answer } = await begun();
    const fields = { iss: 'https://evil.example', error: 'access_denied' };

    expect(await consents.complete('c1', answer(fields).href)).toMatchObject(
      failed('consent.untrusted'),
    );
    expect(server.formsTo(tokenEndpoint)).toEqual([]);
  });

  it('rejects a redirect without the promised issuer', async () => {
    const { server, consents, answer } = await begun();
    const unnamed = answer();
    unnamed.searchParams.delete('iss');

    expect(await consents.complete('c1', unnamed.href)).toMatchObject(failed('consent.untrusted'));
    expect(server.formsTo(tokenEndpoint)).toEqual([]);
  });

  it.each([
    { error: 'access_denied', code: 'consent.denied' },
    { error: 'invalid_scope', code: 'consent.refused' },
  ])('ends after $error', async ({ error, code }) => {
    const { stores, consents, answer } = await begun();

    const completed = await consents.complete('c1', answer({ error }).href);

    expect(completed).toMatchObject({ ok: false, error: { code, reason: error } });
    expect(stores.pending.size).toBe(0);
    expect(stores.kept.size).toBe(0);
  });

  it('ends if the code is rejected, without revealing a secret', async () => {
    const { server, stores, consents, answer } = await begun();
    const { verifier } = pendingConsentSchema.parse(stores.pending.get('c1'));
    server.at(tokenEndpoint, () =>
      Response.json(
        { error: `invalid_grant code_secret ${verifier}`, error_description: 'code_secret' },
        { status: 400 },
      ),
    );

    const completed = await consents.complete('c1', answer().href);

    expect(completed).toMatchObject({
      error: { code: 'consent.refused', reason: 'invalid_grant [credential] [credential]' },
    });
    expect(stores.pending.size).toBe(0);
  });

  it.each([{ token_type: 'DPoP' }, { token_type: 'mac' }, { access_token: 'a b' }])(
    'stores no token that it cannot send: %o',
    async (change) => {
      const { server, stores, consents, answer } = await begun();
      server.at(tokenEndpoint, () => Response.json(tokens(1, change)));

      expect(await consents.complete('c1', answer().href)).toMatchObject({ ok: false });
      expect(stores.kept.size).toBe(0);
    },
  );

  it('expires after an hour', async () => {
    const { consents, answer, clock } = await begun();
    clock.now += 60 * 60 * 1000;
    expect(await consents.unfinished()).toMatchObject(ok([{ connectionId: 'c1' }]));
    expect(await consents.complete('c1', answer().href)).toMatchObject({ ok: true });
    clock.now += 1;

    expect(await consents.complete('c1', answer().href)).toMatchObject(failed('consent.unknown'));
  });

  it.each([undefined, 'text', { state: 'x' }])('needs a pending consent: %o', async (stored) => {
    const { stores, consents, answer } = await begun();
    stores.pending.set('c1', stored);

    expect(await consents.complete('c1', answer().href)).toMatchObject(failed('consent.unknown'));
  });

  it('accepts a redirect without issuer from a server that never promised to send it', async () => {
    const started = start();
    started.server.at(addresses.server, () =>
      Response.json({ ...metadata, authorization_response_iss_parameter_supported: undefined }),
    );
    const begin = await started.consents.begin(request);
    const state = begin.ok && new URL(begin.value.authorizationUrl).searchParams.get('state');

    const completed = await started.consents.complete('c1', `${redirectUri}?code=c&state=${state}`);

    expect(completed).toMatchObject({ ok: true });
  });
});
