/** OAuth as a client meets it: a server of its own, asked over HTTP, and an owner who consents in a browser. */
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
import { connectionsAnswerSchema } from '../../lib/contract/owner-api.ts';
import { challengeOf } from '../../service/oauth/tokens.ts';
import {
  startService,
  type ServiceProcess,
} from '../../service/runtime/node/testing/start-process.ts';
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
let service: ServiceProcess;
let owner: Api;
let browser: OwnerBrowser;
let resource: z.infer<typeof resourceSchema>;
let server: z.infer<typeof serverSchema>;
let clientId: string;

beforeAll(async () => {
  data = await mkdtemp(join(tmpdir(), 'keepsake-oauth-'));
  service = await startService(data);
  owner = as(service.ownerToken);
  await owner.createMemory('Birds');
  browser = await signIn(service);
  resource = await discoverResource();
  server = await discoverServer(resource.authorization_servers[0] ?? '');
  clientId = await register(server.registration_endpoint);
}, 30_000);
afterAll(async () => {
  await service.end('SIGTERM');
  await rm(data, { recursive: true, force: true });
});

async function discoverResource(): Promise<z.infer<typeof resourceSchema>> {
  const answer = await fetch(`${service.url}/.well-known/oauth-protected-resource/mcp-http`);
  return z.parse(resourceSchema, await answer.json());
}

async function discoverServer(issuer: string): Promise<z.infer<typeof serverSchema>> {
  const answer = await fetch(`${issuer}/.well-known/oauth-authorization-server`);
  return z.parse(serverSchema, await answer.json());
}

async function register(endpoint: string): Promise<string> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'A reader', redirect_uris: ['http://127.0.0.1/done'] }),
  });
  expect(answer.status).toBe(201);
  return z.parse(z.object({ client_id: z.string() }), await answer.json()).client_id;
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
  return url;
}

function askToken(fields: Record<string, string>): Promise<Response> {
  const body = new URLSearchParams({ client_id: clientId, ...fields });
  return fetch(server.token_endpoint, { method: 'POST', body });
}

async function connect(filledIn?: Record<string, string>): Promise<Tokens> {
  const code = (await browser.allow(await authorizeUrl(), filledIn)).searchParams.get('code') ?? '';
  const answer = await askToken({
    grant_type: 'authorization_code',
    code,
    redirect_uri: redirectUri,
    code_verifier: verifier,
  });
  return z.parse(tokensSchema, await answer.json());
}

describe('a client without a key', () => {
  it('learns from the resource metadata where to get tokens', () => {
    expect(resource.resource).toBe(`${service.url}/mcp-http`);
    expect(resource.authorization_servers).toEqual([service.url]);
    expect(server.issuer).toBe(service.url);
  });

  it('sends an owner to sign in first, and back', async () => {
    const answer = await browserWith(service).open(await authorizeUrl());

    const location = new URL(answer.headers.get('location') ?? '', service.url);
    expect(answer.status).toBe(303);
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

  it('reads what the owner consented to, and cannot write', async () => {
    const [id] = await memories(owner);
    await owner.createMemory('Letters');

    const { access_token } = await connect({ reach: 'some', container: id ?? '' });

    expect(await memories(as(access_token))).toEqual([id]);
    expect((await as(access_token).post('/v1/search', { q: 'heron' })).status).toBe(200);
    const added = await as(access_token).post('/v1/documents', { content: 'x', container: id });
    expect(refusalOf(added)).toBe('403 unauthorized');
    expect(refusalOf(await as(access_token).get('/v1/profile'))).toBe('403 unauthorized');
  });

  it('continues with its refresh token', async () => {
    const { refresh_token } = await connect();

    const answer = await askToken({ grant_type: 'refresh_token', refresh_token });

    const { access_token } = z.parse(tokensSchema, await answer.json());
    expect((await as(access_token).get('/v1/containers')).status).toBe(200);
  });

  it('is refused at the next call after its owner revokes it', async () => {
    const { access_token, refresh_token } = await connect();
    expect((await as(access_token).get('/v1/containers')).status).toBe(200);
    const { body } = await owner.get('/owner/connections');
    const id = z.parse(connectionsAnswerSchema, body).connections.at(-1)?.id;

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

  it('gets nothing if another site sent the form', async () => {
    const page = await (await browser.open(await authorizeUrl())).text();
    const forged = page.replace(/name="form_token" value="[^"]*"/, 'name="form_token" value="x"');

    const answer = await browser.send(forged, { reach: 'all', decision: 'allow' });

    expect(answer.status).toBe(403);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('writes no code and no token into the logs', async () => {
    const { access_token, refresh_token } = await connect();
    await as(access_token).get('/v1/containers');

    expect(service.output()).not.toContain(access_token.slice(-20));
    expect(service.output()).not.toContain(refresh_token.slice(-20));
    expect(service.output()).not.toContain('keepsake_code_');
  });
});

describe('the client of the SDK', () => {
  const address = () => new URL(`${service.url}/mcp-http`);

  /** Connects as far as the owner's answer leads, which is in. */
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

  it('has to ask the owner again once they revoked the connection', async () => {
    const provider = new SdkProvider(browser);
    const client = await openClient(provider);
    const { body } = await owner.get('/owner/connections');
    const id = z.parse(connectionsAnswerSchema, body).connections.at(-1)?.id;
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
