import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BASE,
  failureOf,
  openOauth,
  REDIRECT,
  type Oauth,
} from '../../tests/fixtures/open-oauth.ts';
import { isOnPostgres } from '../../tests/fixtures/open-storage.ts';
import { MAX_REGISTRATIONS_PER_MINUTE, MAX_UNUSED_CLIENTS, UNUSED_CLIENT_MS } from './protocol.ts';
import { describeTarget, isRedirectUri, isRegistered } from './clients.ts';

let oauth: Oauth;
beforeEach(async () => {
  oauth = await openOauth();
});
afterEach(() => oauth.service.close());

function post(body: string, address = '127.0.0.1'): Promise<Response> {
  const request = new Request(`${BASE}/oauth/register`, { method: 'POST', body });
  return oauth.service.fetch(request, { address });
}

async function numberOfClients(): Promise<number | undefined> {
  return (await oauth.tables())['oauth_clients']?.length;
}

/** Returns whether a client is still registered. */
async function isKnown(clientId: string): Promise<boolean> {
  return (await failureOf(await oauth.refresh(clientId, 'none'))) !== '401 invalid_client';
}

describe('a client that registers', () => {
  it('becomes a public client, whatever it requests', async () => {
    const metadata = {
      client_name: 'Reader',
      redirect_uris: [REDIRECT],
      token_endpoint_auth_method: 'client_secret_basic',
      grant_types: ['authorization_code', 'client_credentials'],
      scope: 'everything',
      jwks_uri: 'https://client.test/keys',
    };

    const response = await post(JSON.stringify(metadata));

    expect(response.status).toBe(201);
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      client_id: expect.stringMatching(/^[\w-]{36}$/),
      client_id_issued_at: 1_795_219_200,
      client_name: 'Reader',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      scope: 'memory:read',
    });
  });

  it.each([
    ['400 invalid_client_metadata', 'invalid JSON', '{'],
    ['400 invalid_client_metadata', 'a list instead of an object', '[]'],
    ['400 invalid_redirect_uri', 'no redirect URI', '{}'],
    ['400 invalid_redirect_uri', 'an empty list of redirect URIs', '{"redirect_uris":[]}'],
    [
      '400 invalid_redirect_uri',
      'a script as redirect URI',
      '{"redirect_uris":["javascript:alert(1)"]}',
    ],
    [
      '400 invalid_redirect_uri',
      'one invalid redirect URI',
      JSON.stringify({ redirect_uris: [REDIRECT, 'http://client.test/'] }),
    ],
    [
      '400 invalid_redirect_uri',
      'too many redirect URIs',
      JSON.stringify({ redirect_uris: Array.from({ length: 21 }, () => REDIRECT) }),
    ],
    [
      '400 invalid_client_metadata',
      'a name that isn’t a string',
      JSON.stringify({ redirect_uris: [REDIRECT], client_name: 1 }),
    ],
    [
      '400 invalid_client_metadata',
      'another grant',
      JSON.stringify({ redirect_uris: [REDIRECT], grant_types: ['client_credentials'] }),
    ],
    [
      '400 invalid_client_metadata',
      'another response',
      JSON.stringify({ redirect_uris: [REDIRECT], response_types: ['token'] }),
    ],
    [
      '400 invalid_client_metadata',
      'an oversized request',
      JSON.stringify({ redirect_uris: [REDIRECT], client_uri: 'x'.repeat(16 * 1024) }),
    ],
  ])('is rejected with %s for %s', async (failure, _what, body) => {
    expect(await failureOf(await post(body))).toBe(failure);
    expect(await numberOfClients()).toBe(0);
  });

  it.each([
    ['a name of several\nlines', 'a name of several lines'],
    ['\u202Eback to front\u202C', 'back to front'],
    ['\u200B', 'Unnamed client'],
    ['', 'Unnamed client'],
    ['\uD800half', 'half'],
    ['é'.repeat(200), 'é'.repeat(80)],
  ])('gets a readable name for %j', async (name, legible) => {
    const response = await post(JSON.stringify({ redirect_uris: [REDIRECT], client_name: name }));

    expect(await response.json()).toMatchObject({ client_name: legible });
  });

  // On PostgreSQL, the server's clock decides.
  it.skipIf(isOnPostgres).each([
    ['192.0.2.1', '192.0.2.1', '192.0.2.2'],
    ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:db8:1:3::1'],
    ['::ffff:192.0.2.1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'],
  ])('from %s has to wait if many did within a minute', async (address, same, another) => {
    const body = JSON.stringify({ redirect_uris: [REDIRECT] });
    for (let index = 0; index < MAX_REGISTRATIONS_PER_MINUTE; index += 1) {
      await post(body, address);
    }

    expect(await failureOf(await post(body, same))).toBe('429 temporarily_unavailable');
    expect((await post(body, another)).status).toBe(201);
    oauth.wait(60_000);
    expect((await post(body, same)).status).toBe(201);
  });
});

describe('a client without consent', () => {
  it('is deleted after a while, unlike one with consent', async () => {
    const unused = await oauth.register();
    const used = await oauth.register();
    await oauth.connect(used);

    oauth.wait(UNUSED_CLIENT_MS + 1);
    await oauth.register();

    expect(await isKnown(unused)).toBe(false);
    expect(await isKnown(used)).toBe(true);
  });

  it.skipIf(isOnPostgres)('is deleted if there are too many newer ones', async () => {
    const first = await oauth.register();
    for (let index = 0; index < MAX_UNUSED_CLIENTS; index += 1) {
      oauth.wait(2_000);
      await oauth.register();
    }

    expect(await numberOfClients()).toBe(MAX_UNUSED_CLIENTS);
    expect(await isKnown(first)).toBe(false);
  });
});

describe('isRedirectUri', () => {
  it.each([
    'https://client.test/back',
    'https://client.test/back?from=keepsake',
    'https://abcdefghijklmnopabcdefghijklmnop.chromiumapp.org/',
    'https://0123456789abcdef.extensions.allizom.org/',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:33418/',
    'http://localhost:3000/callback',
    'http://[::1]:8080/',
    'com.example.app:/back',
    'com.example.my-app2://callback',
  ])('accepts %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(true);
  });

  it.each([
    ['', 'nothing'],
    ['/back', 'no scheme'],
    ['http://client.test/back', 'http to another host'],
    ['http://localhost.client.test/', 'a host that starts like localhost'],
    ['http://127.0.0.1@client.test/', 'a username like localhost'],
    ['https://user:word@client.test/', 'credentials'],
    ['https://client.test/back#part', 'a fragment'],
    ['https://client.test/back#', 'an empty fragment'],
    ['https://client.test/a b', 'a space'],
    ['https://client.test/ü', 'a non-ASCII character'],
    [`https://client.test/${'a'.repeat(2048)}`, 'too many characters'],
    ['javascript:alert(1)', 'a script'],
    ['JavaScript:alert(1)', 'a script in capitals'],
    ['data:text/html,hello', 'a document'],
    ['file:///etc/passwd', 'a file'],
    ['blob:https://client.test/1', 'a blob'],
    ['chrome-extension://abc/page.html', 'a page of an extension'],
    ['ftp://client.test/', 'another protocol'],
    ['cursor://anysphere.cursor-mcp/oauth/callback', 'a scheme that isn’t a reversed domain name'],
    ['ms-msdt:/id', 'a scheme of the operating system'],
    ['search-ms:query=x', 'a scheme of the operating system'],
    ['.app:/back', 'a scheme that starts with a dot'],
    ['com.:/back', 'a scheme that ends with a dot'],
    ['com..app:/back', 'a scheme with an empty part'],
  ])('rejects %s: %s', (uri) => {
    expect(isRedirectUri(uri)).toBe(false);
  });
});

describe('isRegistered', () => {
  const registered = ['https://client.test/back', 'http://127.0.0.1/callback', 'http://[::1]:80/x'];

  it.each([
    'https://client.test/back',
    'http://127.0.0.1/callback',
    'http://127.0.0.1:51004/callback',
    'http://[::1]:9/x',
  ])('matches %s', (asked) => {
    expect(isRegistered(registered, asked)).toBe(true);
  });

  it.each([
    'https://client.test/back/',
    'https://client.test:8443/back',
    'https://client.test/back?more=1',
    'https://CLIENT.test/back',
    'http://127.0.0.1:51004/other',
    'http://localhost:51004/callback',
    'http://127.0.0.1:51004/callback?more=1',
    'http://user@127.0.0.1/callback',
    'javascript:alert(1)',
  ])('does not match %s', (asked) => {
    expect(isRegistered(registered, asked)).toBe(false);
  });
});

describe('describeTarget', () => {
  it.each([
    ['https://client.test/back', 'client.test'],
    ['https://xn--pple-43d.test/', 'xn--pple-43d.test'],
    ['http://127.0.0.1:3000/', 'a program on this device (127.0.0.1:3000)'],
    ['cursor://callback', 'the app that opens cursor: links'],
  ])('describes where %s leads', (uri, name) => {
    expect(describeTarget(uri)).toBe(name);
  });
});
