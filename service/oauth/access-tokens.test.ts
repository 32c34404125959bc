import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { connectionsResponseSchema } from '../../lib/contract/owner-api.ts';
import { maxRequestsPerMinute } from '../../lib/contract/limits.ts';
import { type Principal, digestOf } from '../auth/credentials.ts';
import { StorageError } from '../storage/storage-error.ts';
import { accessTokenAuthenticator } from './tokens.ts';
import {
  BASE,
  failureOf,
  MCP,
  openOauth,
  OWNER_TOKEN,
  REDIRECT,
  REST,
  tokensIn,
  type Fields,
  type Oauth,
} from '../../tests/fixtures/open-oauth.ts';
import { REFRESH_TOKEN_MS, REVOKED_SHOWN_MS } from './protocol.ts';

let oauth: Oauth;
let client: string;
beforeEach(async () => {
  oauth = await openOauth();
  client = await oauth.register();
});
afterEach(() => oauth.service.close());

function authenticate(token: string): Promise<Principal | null> {
  const clock = { now: () => Date.parse('2026-11-21T00:00:00.000Z') };
  return accessTokenAuthenticator(oauth.storage, clock)(token);
}

async function connections() {
  const response = await oauth.get('/owner/connections', OWNER_TOKEN);
  return z.parse(connectionsResponseSchema, await response.json()).connections;
}

async function storedConnections() {
  const { connections: rows = [] } = await oauth.tables();
  return rows.map(({ id }) => ({ id: String(id) }));
}

function revoke(id: string, token = OWNER_TOKEN): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  const url = `http://memory.test/owner/connections/${id}`;
  return oauth.service.fetch(new Request(url, { method: 'DELETE', headers }));
}

describe('accessTokenAuthenticator', () => {
  it.each<[string, Fields, Partial<Principal>]>([
    ['everything', {}, { reach: 'all', profile: true }],
    ['no profile', { profile: undefined }, { reach: 'all', profile: false }],
    [
      'one Memory',
      { reach: 'some', container: ['second'], profile: undefined },
      { reach: ['second'], profile: false },
    ],
    [
      'both Memories',
      { reach: 'some', container: ['first', 'second'] },
      {
        reach: ['first', 'second'],
      },
    ],
  ])('returns what the owner granted, read-only: %s', async (_what, response, granted) => {
    const { access_token } = await oauth.connect(client, response);

    expect(await authenticate(access_token)).toMatchObject({
      ...granted,
      level: 'read',
      agent: false,
      owner: false,
      credentialId: (await connections())[0]?.id,
    });
  });

  it('accepts neither the digest nor the refresh token', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);

    expect(await authenticate(await digestOf(access_token))).toBeNull();
    expect(await authenticate(refresh_token)).toBeNull();
    expect(await authenticate(`keepsake_at_${'x'.repeat(43)}`)).toBeNull();
  });

  it('reaches nothing, rather than everything, once its only Memory is deleted', async () => {
    const { access_token } = await oauth.connect(client, { reach: 'some', container: 'first' });

    await oauth.account.containers.delete('first');

    expect(await authenticate(access_token)).toMatchObject({ reach: [] });
  });
});

it('works even if the time of use can’t be written', async () => {
  const { access_token } = await oauth.connect(client);
  const markUsed = () => Promise.reject(new StorageError('read-only', null));
  const account = { ...oauth.account, connections: { ...oauth.account.connections, markUsed } };

  const clock = { now: () => Date.parse('2026-11-21T00:00:00.000Z') };
  const unwritable = { ...oauth.storage, account: () => account };
  const principal = await accessTokenAuthenticator(unwritable, clock)(access_token);

  expect(principal).toMatchObject({ level: 'read' });
});

describe('a connection', () => {
  it('reads what it reaches, and can neither write nor manage', async () => {
    const { access_token } = await oauth.connect(client, { reach: 'some', container: 'first' });
    const post = (path: string, body: unknown) =>
      oauth.service.fetch(
        new Request(`http://memory.test${path}`, {
          method: 'POST',
          body: JSON.stringify(body),
          headers: { authorization: `Bearer ${access_token}` },
        }),
      );

    const response = await oauth.get('/v1/containers', access_token);

    expect(await response.json()).toMatchObject({ containers: [{ id: 'first' }] });
    expect((await post('/v1/search', { q: 'x', container: 'first' })).status).toBe(200);
    expect((await post('/v1/search', { q: 'x', container: 'second' })).status).toBe(403);
    expect((await post('/v1/documents', { content: 'x', container: 'first' })).status).toBe(403);
    expect((await post('/v1/memories', { content: 'x', container: 'first' })).status).toBe(403);
    expect((await post('/v1/ask', { message: 'x' })).status).toBe(403);
    expect((await oauth.get('/owner/connections', access_token)).status).toBe(403);
  });

  it('reads the profile if the owner allowed it', async () => {
    const open = await oauth.connect(client);
    const closed = await oauth.connect(client, { profile: undefined });

    expect((await oauth.get('/v1/profile', open.access_token)).status).toBe(200);
    expect((await oauth.get('/v1/profile', closed.access_token)).status).toBe(403);
  });

  it('has its own request limit, which a new token does not raise', async () => {
    const first = await oauth.connect(client);
    const beside = await oauth.connect(client);
    for (let index = 0; index < maxRequestsPerMinute; index += 1) {
      await oauth.statusWith(first.access_token);
    }
    const response = await oauth.refresh(client, first.refresh_token);
    const { access_token } = (await response.json()) as { access_token: string };

    expect(await oauth.statusWith(access_token)).toBe(429);
    expect(await oauth.statusWith(beside.access_token)).toBe(200);
  });
});

describe('an access token', () => {
  /** Returns the statuses of a REST request and an MCP request. */
  async function statuses(token: string): Promise<string> {
    return `${await oauth.statusWith(token)} ${(await oauth.callMcp(token)).status}`;
  }
  async function codeNaming(resource: Fields[string]): Promise<string> {
    return oauth.codeFor(client, { resource });
  }

  it.each([
    ['MCP, if the client names nothing', undefined, '403 200'],
    ['MCP', MCP, '403 200'],
    ['MCP, by the service’s address', BASE, '403 200'],
    ['REST', REST, '200 401'],
    ['both', [MCP, REST], '200 200'],
  ])('works only for what it was requested for: %s', async (_what, resource, expected) => {
    const answer = await oauth.exchangeCode(client, await codeNaming(resource));
    const { access_token, refresh_token } = await tokensIn(answer);
    const renewed = await tokensIn(await oauth.refresh(client, refresh_token));

    expect(await statuses(access_token)).toBe(expected);
    expect(await statuses(renewed.access_token)).toBe(expected);
  });

  it('for MCP doesn’t tell a REST caller more than an unknown key does', async () => {
    const { access_token } = await tokensIn(
      await oauth.exchangeCode(client, await codeNaming(MCP)),
    );

    const answers = await Promise.all(
      [access_token, 'keepsake_unknown'].map((token) => oauth.get('/v1/rules', token)),
    );
    const [wrong, unknown] = await Promise.all(answers.map((answer) => answer.json()));

    expect(wrong).toEqual({ ...(unknown as object), trace_id: expect.any(String) });
  });

  it('can be narrowed when the code or the refresh token is exchanged', async () => {
    const code = await codeNaming([MCP, REST]);
    const first = await tokensIn(await oauth.exchangeCode(client, code, { resource: REST }));
    const second = await oauth.refresh(client, first.refresh_token, { resource: MCP });
    const third = await tokensIn(second);
    const whole = await tokensIn(await oauth.refresh(client, third.refresh_token));

    expect(await statuses(first.access_token)).toBe('200 401');
    expect(await statuses(third.access_token)).toBe('403 200');
    expect(await statuses(whole.access_token)).toBe('200 200');
  });

  it.each([
    [MCP, REST],
    [REST, MCP],
    [MCP, [MCP, REST]],
  ])('can’t be widened from %j to %j', async (granted, asked) => {
    const code = await codeNaming(granted);
    expect(await failureOf(await oauth.exchangeCode(client, code, { resource: asked }))).toBe(
      '400 invalid_target',
    );

    const { refresh_token } = await tokensIn(await oauth.exchangeCode(client, code));
    expect(await failureOf(await oauth.refresh(client, refresh_token, { resource: asked }))).toBe(
      '400 invalid_target',
    );
  });

  it('for REST sends an MCP client to the consent for MCP', async () => {
    const { access_token } = await oauth.connect(client);

    const answer = await oauth.callMcp(access_token);

    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    expect(answer.headers.get('www-authenticate')).toContain('oauth-protected-resource/mcp-http');
  });
});

describe('the owner', () => {
  it('sees who is connected, since when, and what they can read', async () => {
    await oauth.connect(client, { reach: 'some', container: 'first', profile: undefined });

    expect(await connections()).toEqual([
      {
        id: expect.any(String),
        client_name: 'Reader',
        redirect_uri: REDIRECT,
        scope: 'memory:read',
        reach: ['first'],
        profile: false,
        created_at: '2026-11-21T00:00:00.000Z',
        last_used_at: null,
        expires_at: '2026-12-21T00:00:00.000Z',
        revoked_at: null,
      },
    ]);
  });

  it('does not see clients that never exchanged their code', async () => {
    await oauth.codeFor(client);

    expect(await connections()).toEqual([]);
  });

  it('sees when a connection was used, to the hour', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);
    const lastUsed = async () => (await connections())[0]?.last_used_at;

    await oauth.statusWith(access_token);
    expect(await lastUsed()).toBe('2026-11-21T00:00:00.000Z');
    oauth.wait(600_000);
    await oauth.statusWith(access_token);
    expect(await lastUsed()).toBe('2026-11-21T00:00:00.000Z');
    oauth.wait(3_000_000);
    const renewed = await oauth.refresh(client, refresh_token);
    const next = (await renewed.json()) as { access_token: string };
    await oauth.statusWith(next.access_token);
    expect(await lastUsed()).toBe('2026-11-21T01:00:00.000Z');
  });

  it('revokes a connection for good, from the very next call', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);
    const beside = await oauth.connect(client);
    const [{ id } = { id: '' }] = await connections();
    expect(await oauth.statusWith(access_token)).toBe(200);

    expect((await revoke(id)).status).toBe(200);

    expect(await oauth.statusWith(access_token)).toBe(403);
    expect((await oauth.refresh(client, refresh_token)).status).toBe(400);
    expect(await oauth.statusWith(beside.access_token)).toBe(200);
    expect((await connections())[0]).toMatchObject({ id, revoked_at: expect.any(String) });
  });

  it('revokes a client before it exchanges its code', async () => {
    const code = await oauth.codeFor(client);
    const [{ id } = { id: '' }] = await storedConnections();

    await revoke(id);

    expect((await oauth.exchangeCode(client, code)).status).toBe(400);
  });

  it('cannot revoke an unknown connection, or another owner’s', async () => {
    const { access_token } = await oauth.asOther(() => oauth.connect(client));
    const [{ id } = { id: '' }] = await storedConnections();

    expect((await revoke('nobody')).status).toBe(404);
    expect((await revoke(id)).status).toBe(404);
    expect(await connections()).toEqual([]);
    expect(await oauth.statusWith(access_token)).toBe(200);
  });

  it('no longer sees connections that ended long ago', async () => {
    const { id } = await connectAndFind();
    await revoke(id);
    await oauth.connect(client);
    oauth.wait(REFRESH_TOKEN_MS);
    expect(await connections()).toEqual([]);

    oauth.wait(REVOKED_SHOWN_MS);
    await oauth.connect(client);

    expect(await storedConnections()).toHaveLength(1);
  });
});

async function connectAndFind() {
  await oauth.connect(client);
  const [found] = await connections();
  if (found === undefined) throw new Error('There is no connection.');
  return found;
}
