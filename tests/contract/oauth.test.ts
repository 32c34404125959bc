/** The OAuth flow from a client's view: a separate server over HTTP, and an owner who consents in a browser. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectionsResponseSchema } from '../../lib/contract/owner-api.ts';
import { challengeOf } from '../../service/oauth/tokens.ts';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
import { newDatabase, type NewDatabase } from '../fixtures/open-storage.ts';
import { Api, refusalOf } from './api.ts';
import { browserWith, signIn, type OwnerBrowser } from './oauth-flow.ts';
import { SdkProvider } from './oauth-sdk-provider.ts';

const redirectUri = 'http://127.0.0.1:51004/done';
const verifier = 'a-verifier-that-nobody-could-guess-0123456789';
const resourceSchema = z.object({
  resource: z.string(),
  authorization_servers: z.array(z.string()),
});
const serverSchema = z.object({
  issuer: z.string(),
  authorization_endpoint: z.string(),
  token_endpoint: z.string(),
  registration_endpoint: z.string(),
  revocation_endpoint: z.string(),
});
const tokensSchema = z.object({
  access_token: z.string(),
  refresh_token: z.string(),
  expires_in: z.int(),
});
type Tokens = z.infer<typeof tokensSchema>;

let data: string;
let database: NewDatabase;
let service: ServiceProcess;
let owner: Api;
let browser: OwnerBrowser;
let resource: z.infer<typeof resourceSchema>;
let server: z.infer<typeof serverSchema>;
let clientId: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-oauth-'));
  database = await newDatabase();
  service = await startService(data, database.flags);
  owner = as(service.ownerToken);
  await owner.createMemory('Birds');
  browser = await signIn(service);
  resource = await discoverResource();
  server = await discoverServer(resource.authorization_servers[0] ?? '');
  clientId = await register(server.registration_endpoint);
});
afterAll(async () => {
  await service.end('SIGTERM');
  await database.discard();
  await rm(data, { recursive: true, force: true });
});

async function discoverResource(): Promise<z.infer<typeof resourceSchema>> {
  const response = await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp-http`);
  return z.parse(resourceSchema, await response.json());
}

async function discoverServer(issuer: string): Promise<z.infer<typeof serverSchema>> {
  const response = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  return z.parse(serverSchema, await response.json());
}

async function register(endpoint: string): Promise<string> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A reader', redirect_uris: ['http://127.0.0.1/done'] }),
  });
  expect(response.status).toBe(201);
  return z.parse(z.object({ client_id: z.string() }), await response.json()).client_id;
}

function as(token: string): Api {
  return new Api(async (request) => {
    const address = service.url + request.url.slice(new URL(request.url).origin.length);
    const body = request.method === 'GET' ? {} : { body: await request.text() };
    const headers = { authorization: `Bearer ${token}` };
    return fetch(address, { method: request.method, headers, ...body });
  });
}

async function authorizeUrl(): Promise<URL> {
  const url = new URL(server.authorization_endpoint);
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUri,
    state: 'st&te',
    resource: `${service.url}/mcp-http`,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
  }).toString();
  // Request access to the REST API too, because most tests below read over REST.
  url.searchParams.append('resource', `${service.url}/v1`);
  return url;
}

function askToken(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  return fetch(server.token_endpoint, { method: 'POST', body });
}

async function connect(filledIn?: Record<string, string>): Promise<Tokens> {
  const code = (await browser.allow(await authorizeUrl(), filledIn)).searchParams.get('code') ?? '';
  const response = await askToken({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return z.parse(tokensSchema, await response.json());
}

describe('a client without a key', () => {
  it('finds the authorization server in the resource metadata', () => {
    expect(resource.resource).toBe(`${service.url}/mcp-http`);
    expect(resource.authorization_servers).toEqual([service.url]);
    expect(server.issuer).toBe(service.url);
  });

  it('sends a signed-out owner to sign in, and then back', async () => {
    const response = await browserWith(service).open(await authorizeUrl());

    const location = new URL(response.headers.get('location') ?? '', service.url);
    expect(response.status).toBe(303);
    expect(location.pathname).toBe('/app/sign-in');
    const next = new URL(location.searchParams.get('next') ?? '', service.url);
    expect((await browser.open(next)).status).toBe(200);
  });

  it('receives the code, its state and the issuer', async () => {
    const location = await browser.allow(await authorizeUrl());

    expect(location.origin + location.pathname).toBe(redirectUri);
    expect(Object.fromEntries(location.searchParams)).toEqual({
      code: expect.stringMatching(/^keepsake_code_/),
      state: 'st&te',
      iss: service.url,
    });
  });

  it('can read what the owner consented to, and can’t write', async () => {
    const [id] = await memories(owner);
    await owner.createMemory('Letters');

    const { access_token } = await connect({ reach: 'some', container: id ?? '' });

    expect(await memories(as(access_token))).toEqual([id]);
    expect((await as(access_token).post('/v1/search', { q: 'heron' })).status).toBe(200);
    const added = await as(access_token).post('/v1/documents', { content: 'x', container: id });
    expect(refusalOf(added)).toBe('403 unauthorized');
    expect(refusalOf(await as(access_token).get('/v1/profile'))).toBe('403 unauthorized');
  });

  it('reads over MCP alone unless it asks for REST', async () => {
    const address = await authorizeUrl();
    address.searchParams.set('resource', `${service.url}/mcp-http`);
    const code = (await browser.allow(address)).searchParams.get('code') ?? '';
    const grant = { grant_type: 'authorization_code', code, code_verifier: verifier };
    const { access_token } = z.parse(tokensSchema, await (await askToken(grant)).json());

    for (const path of ['/v1/containers', '/v1/documents', '/v1/rules', '/v1/profile']) {
      expect(refusalOf(await as(access_token).get(path))).toBe('403 unauthorized');
    }
    expect(refusalOf(await as(access_token).post('/v1/search', { q: 'x' }))).toBe(
      '403 unauthorized',
    );
  });

  it('continues with its refresh token', async () => {
    const { refresh_token } = await connect();

    const response = await askToken({ grant_type: 'refresh_token', refresh_token });

    const { access_token } = z.parse(tokensSchema, await response.json());
    expect((await as(access_token).get('/v1/containers')).status).toBe(200);
  });

  it('is rejected on the next call after the owner revokes it', async () => {
    const { access_token, refresh_token } = await connect();
    expect((await as(access_token).get('/v1/containers')).status).toBe(200);
    const { body } = await owner.get('/owner/connections');
    const id = z.parse(connectionsResponseSchema, body).connections.at(-1)?.id;

    expect((await owner.delete(`/owner/connections/${id}`)).status).toBe(200);

    expect(refusalOf(await as(access_token).get('/v1/containers'))).toBe('403 unauthorized');
    expect((await askToken({ grant_type: 'refresh_token', refresh_token })).status).toBe(400);
  });

  it('can end its own connection', async () => {
    const { access_token, refresh_token } = await connect();
    const body = new URLSearchParams({ client_id: clientId, token: refresh_token });

    expect((await fetch(server.revocation_endpoint, { method: 'POST', body })).status).toBe(200);

    expect(refusalOf(await as(access_token).get('/v1/containers'))).toBe('403 unauthorized');
  });

  it('gets no code if the form token is forged', async () => {
    const page = await (await browser.open(await authorizeUrl())).text();
    const forged = page.replace(/name="form_token" value="[^"]*"/, 'name="form_token" value="x"');

    const response = await browser.send(forged, { reach: 'all', decision: 'allow' });

    expect(response.status).toBe(403);
    expect(response.headers.get('location')).toBeNull();
  });

  it('leaves no code or token in the logs', async () => {
    const { access_token, refresh_token } = await connect();
    await as(access_token).get('/v1/containers');

    expect(service.output()).not.toContain(access_token.slice(-20));
    expect(service.output()).not.toContain(refresh_token.slice(-20));
    expect(service.output()).not.toContain('keepsake_code_');
  });
});

describe('the SDK’s client', () => {
  const address = () => new URL(`${service.url}/mcp-http`);

  /** Connects, gets consent from the owner, and connects again with the tokens. */
  async function openClient(provider: SdkProvider): Promise<Client> {
    const first = new StreamableHTTPClientTransport(address(), { authProvider: provider });
    const stranger = new Client({ name: 'a reader', version: '1' });
    await expect(stranger.connect(first)).rejects.toBeInstanceOf(UnauthorizedError);
    await first.finishAuth(provider.answered?.searchParams ?? new URLSearchParams());
    const client = new Client({ name: 'a reader', version: '1' });
    const transport = new StreamableHTTPClientTransport(address(), { authProvider: provider });
    await client.connect(transport);
    return client;
  }

  it('goes from a 401 to consent, and then lists the reading tools', async () => {
    const client = await openClient(new SdkProvider(browser));

    const names = (await client.listTools()).tools.map(({ name }) => name);

    expect(names).toContain('search_memories');
    expect(names.filter((name) => /add|delete|forget|ask/.test(name))).toEqual([]);
    const found = await client.callTool({ name: 'search_memories', arguments: { q: 'heron' } });
    expect(found.isError ?? false).toBe(false);
    await client.close();
  });

  it('renews an expired token', async () => {
    const provider = new SdkProvider(browser);
    const client = await openClient(provider);
    const stale = provider.kept?.access_token ?? '';
    const body = new URLSearchParams({ token: stale });
    await fetch(server.revocation_endpoint, { method: 'POST', body });
    provider.answered = undefined;

    await client.listTools();

    expect(provider.kept?.access_token).not.toBe(stale);
    expect(provider.answered).toBeUndefined();
    await client.close();
  });

  it('asks for consent again after the owner revokes the connection', async () => {
    const provider = new SdkProvider(browser);
    const client = await openClient(provider);
    const { body } = await owner.get('/owner/connections');
    const id = z.parse(connectionsResponseSchema, body).connections.at(-1)?.id;
    await owner.delete(`/owner/connections/${id}`);
    provider.answered = undefined;

    await expect(client.listTools()).rejects.toBeInstanceOf(UnauthorizedError);

    expect(provider.answered).toBeInstanceOf(URL);
    await client.close();
  });
});

async function memories(api: Api): Promise<string[]> {
  const { body } = await api.get('/v1/containers');
  const shape = z.object({ containers: z.array(z.object({ id: z.string() })) });
  return z.parse(shape, body).containers.map(({ id }) => id);
}
