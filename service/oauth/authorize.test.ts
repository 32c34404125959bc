import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BASE,
  formOf,
  openOauth,
  REDIRECT,
  type Fields,
  type Oauth,
} from '../../tests/fixtures/open-oauth.ts';

const now = '2026-11-21T00:00:00.000Z';
let oauth: Oauth;
let client: string;
beforeEach(async () => {
  oauth = await openOauth();
  client = await oauth.register({ client_name: 'Reader <b>' });
});
afterEach(() => oauth.service.close());

function ask(fields: Fields): Promise<Response> {
  return oauth.get(`/oauth/authorize?${formOf(fields)}`);
}

/** Returns the parameters of a redirect to the client; null if the response is a page. */
function parametersOf(response: Response): Record<string, string> | null {
  const location = response.headers.get('location');
  if (location === null) return null;
  const url = new URL(location, BASE);
  expect(url.origin + url.pathname).toBe('https://client.test/back');
  return Object.fromEntries(url.searchParams);
}

describe('the consent page', () => {
  it('shows the client’s name as plain text, and where it redirects', async () => {
    const response = await ask(await oauth.request(client));
    const page = await response.text();

    expect(response.status).toBe(200);
    expect(page).toContain('Reader &lt;b&gt;');
    expect(page).not.toContain('<b>');
    expect(page).toContain('<strong>client.test</strong>');
  });

  it('lets the owner pick Memories', async () => {
    const page = await (await ask(await oauth.request(client))).text();

    expect(page).toContain('Memory &lt;first&gt;');
    expect(page).toContain('name="container" value="second"');
  });

  it('passes the request on, including state, as text', async () => {
    const page = await (await ask(await oauth.request(client, { state: '"><script>' }))).text();

    expect(page).toContain('value="&quot;&gt;&lt;script&gt;"');
    expect(page).not.toContain('<script');
  });

  it('cannot be framed, runs no scripts, and can redirect anywhere', async () => {
    const response = await ask(await oauth.request(client));
    const policy = response.headers.get('content-security-policy');

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('script-src');
    expect(response.headers.get('cache-control')).toBe('no-store');
  });

  it('cannot be filled in by a link', async () => {
    const response = await ask({
      ...(await oauth.request(client)),
      reach: 'some',
      container: ['first'],
      profile: 'yes',
      form_token: 'x',
    });

    expect(await response.text()).not.toMatch(/type="checkbox"[^>]*checked/);
  });

  it('asks the owner to sign in first', async () => {
    oauth.signOut();
    const request = await oauth.request(client);

    const response = await ask({ ...request, more: 'left out' });

    expect(response.status).toBe(303);
    const location = new URL(response.headers.get('location') ?? '', BASE);
    expect(location.pathname).toBe('/app/sign-in');
    const next = new URL(location.searchParams.get('next') ?? '', BASE);
    expect(next.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(next.searchParams)).toEqual(request);
  });
});

describe.each([
  ['opened', (fields: Fields) => ask(fields)],
  ['submitted', (fields: Fields) => oauth.decide(fields)],
])('a request that is %s', (_when, send) => {
  it.each<[string, Fields]>([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['an unregistered redirect URI', { redirect_uri: 'https://client.test/other' }],
    ['two redirect URIs', { redirect_uri: [REDIRECT, 'https://client.test/other'] }],
  ])('isn’t redirected with %s, signed in or not', async (_what, changes) => {
    const request = await oauth.request(client, changes);

    const responses = [await send(request)];
    oauth.signOut();
    responses.push(await send(request));

    for (const response of responses) {
      expect(response.status).toBe(400);
      expect(parametersOf(response)).toBeNull();
    }
  });

  const flaws: [string, string, Fields][] = [
    ['invalid_request', 'no response type', { response_type: undefined }],
    ['unsupported_response_type', 'a request for a token', { response_type: 'token' }],
    ['invalid_request', 'no challenge', { code_challenge: undefined }],
    ['invalid_request', 'a plain challenge', { code_challenge_method: 'plain' }],
    ['invalid_request', 'a challenge without a method', { code_challenge_method: undefined }],
    ['invalid_request', 'a challenge that isn’t a digest', { code_challenge: 'short' }],
    ['invalid_request', 'a scope sent twice', { scope: ['a', 'b'] }],
    ['invalid_target', 'another resource', { resource: 'https://other.test/mcp-http' }],
    [
      'invalid_target',
      'another resource in addition to this one',
      { resource: [`${BASE}/mcp-http`, 'https://other.test/'] },
    ],
  ];

  it.each(flaws)(
    'isn’t redirected to a client the owner never approved, with %s for %s',
    async (_error, _what, changes) => {
      const answer = await send(await oauth.request(client, changes));

      expect(answer.status).toBe(400);
      expect(parametersOf(answer)).toBeNull();
    },
  );

  it.each([
    ['another account approved it', () => oauth.asOther(() => oauth.connect(client))],
    [
      'the owner revoked it',
      async () => {
        await oauth.connect(client);
        await oauth.account.transaction(async ({ connections }) => {
          for (const { id } of await connections.current(now)) await connections.revoke(id, now);
        });
      },
    ],
    [
      'the owner approved another address of it',
      async () => {
        const other = 'https://client.test/other';
        client = await oauth.register({ redirect_uris: [REDIRECT, other] });
        await oauth.codeFor(client, { redirect_uri: other });
      },
    ],
  ])('isn’t redirected either if %s', async (_what, approve) => {
    await approve();

    const answer = await send(await oauth.request(client, { response_type: undefined }));

    expect(answer.status).toBe(400);
    expect(parametersOf(answer)).toBeNull();
  });

  it.each(flaws)(
    'redirects to an approved client with %s for %s',
    async (error, _what, changes) => {
      await oauth.connect(client);

      const answer = await send(await oauth.request(client, changes));

      expect(answer.status).toBe(303);
      expect(parametersOf(answer)).toEqual({
        from: 'keepsake',
        error,
        error_description: expect.stringMatching(/^[\w ,.()'-]+$/),
        state: 'a state & more',
        iss: BASE,
      });
    },
  );

  it('isn’t redirected to an address that can no longer be registered', async () => {
    const redirect_uri = 'ms-msdt:/id';
    const earlier = { id: 'earlier', name: 'Reader', redirectUris: [redirect_uri] };
    await oauth.storage.oauthClients.insert({ ...earlier, now });

    const answer = await send(await oauth.request(earlier.id, { redirect_uri }));

    expect(answer.status).toBe(400);
    expect(answer.headers.get('location')).toBeNull();
  });

  it('does not redirect to a client without a session', async () => {
    oauth.signOut();

    const response = await send(await oauth.request(client, { response_type: 'token' }));

    expect(response.headers.get('location')).toMatch(/^\/app\/sign-in\?/);
  });
});

describe('the owner’s decision', () => {
  it('returns code, state and issuer to the client', async () => {
    const response = await oauth.decide(await oauth.request(client));

    expect(response.status).toBe(303);
    expect(parametersOf(response)).toEqual({
      from: 'keepsake',
      code: expect.stringMatching(/^keepsake_code_[\w-]{43}$/),
      state: 'a state & more',
      iss: BASE,
    });
  });

  it('has no state if the client sent none', async () => {
    const response = await oauth.decide(await oauth.request(client, { state: undefined }));

    expect(parametersOf(response)).not.toHaveProperty('state');
  });

  it.each([`${BASE}/mcp-http`, BASE, `${BASE}/`])('can name the resource %s', async (resource) => {
    const response = await oauth.decide(await oauth.request(client, { resource }));

    expect(parametersOf(response)).toHaveProperty('code');
  });

  it.each(['deny', undefined, 'perhaps'])('denies access if it is %j', async (decision) => {
    const response = await oauth.decide(await oauth.request(client), { decision });

    expect(parametersOf(response)).toEqual({
      from: 'keepsake',
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'a state & more',
      iss: BASE,
    });
  });

  it.each([undefined, '', 'FORM', 'form '])(
    'requires the form token of the session: %j',
    async (form_token) => {
      const response = await oauth.decide(await oauth.request(client), { form_token });

      expect(response.status).toBe(403);
      expect(parametersOf(response)).toBeNull();
    },
  );

  it('asks to sign in again if the session has ended', async () => {
    oauth.signOut();

    const response = await oauth.decide(await oauth.request(client));

    expect(response.headers.get('location')).toMatch(/^\/app\/sign-in\?next=%2Foauth%2Fauthorize/);
    expect(response.headers.get('location')).not.toContain('form_token');
  });

  it.each<[string, Fields]>([
    ['selected Memories, but none selected', { reach: 'some' }],
    ['no choice', { reach: undefined }],
    ['all Memories and selected ones', { reach: 'all', container: 'first' }],
    ['another owner’s Memory', { reach: 'some', container: 'theirs' }],
  ])('shows the page again if it is %s', async (_what, choices) => {
    const again = await oauth.decide(await oauth.request(client), choices);

    expect(again.status).toBe(400);
    expect(await again.text()).toContain('role="alert"');
  });

  it('keeps the ticked boxes on the page shown again', async () => {
    const choices = { reach: 'all', container: ['second'] };

    const page = await (await oauth.decide(await oauth.request(client), choices)).text();

    expect(page).toMatch(/value="second" checked/);
    expect(page).toMatch(/name="profile" value="yes" checked/);
  });

  it('can go to any port on loopback', async () => {
    const program = await oauth.register({ redirect_uris: ['http://127.0.0.1/done'] });
    const redirect_uri = 'http://127.0.0.1:51004/done';

    const response = await oauth.decide(await oauth.request(program, { redirect_uri }));

    expect(response.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:51004\/done\?code=/);
  });

  it('can go to an app’s private scheme', async () => {
    const app = await oauth.register({ redirect_uris: ['com.example.app:/done'] });
    const redirect_uri = 'com.example.app:/done';

    const response = await oauth.decide(await oauth.request(app, { redirect_uri }));

    expect(response.headers.get('location')).toMatch(/^com\.example\.app:\/done\?code=/);
  });
});
