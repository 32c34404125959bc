import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BASE,
  formOf,
  openOauth,
  REDIRECT,
  type Fields,
  type Oauth,
} from './testing/open-oauth.ts';

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

/** Where an answer leads; null where it is a page. */
function parametersOf(answer: Response): Record<string, string> | null {
  const location = answer.headers.get('location');
  if (location === null) return null;
  const url = new URL(location, BASE);
  expect(url.origin + url.pathname).toBe('https://client.test/back');
  return Object.fromEntries(url.searchParams);
}

describe('the consent page', () => {
  it('names the client as plain text, and where the answer goes', async () => {
    const answer = await ask(await oauth.request(client));
    const page = await answer.text();

    expect(answer.status).toBe(200);
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
    const answer = await ask(await oauth.request(client));
    const policy = answer.headers.get('content-security-policy');

    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain('form-action');
    expect(policy).not.toContain('script-src');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it('cannot be filled in by a link', async () => {
    const answer = await ask({
      ...(await oauth.request(client)),
      reach: 'some',
      container: ['first'],
      profile: 'yes',
      form_token: 'x',
    });

    expect(await answer.text()).not.toMatch(/type="checkbox"[^>]*checked/);
  });

  it('asks the owner to sign in first', async () => {
    oauth.signOut();
    const request = await oauth.request(client);

    const answer = await ask({ ...request, more: 'left out' });

    expect(answer.status).toBe(303);
    const location = new URL(answer.headers.get('location') ?? '', BASE);
    expect(location.pathname).toBe('/app/sign-in');
    const next = new URL(location.searchParams.get('next') ?? '', BASE);
    expect(next.pathname).toBe('/oauth/authorize');
    expect(Object.fromEntries(next.searchParams)).toEqual(request);
  });
});

describe.each([
  ['asked', (fields: Fields) => ask(fields)],
  ['answered', (fields: Fields) => oauth.decide(fields)],
])('a request, when %s,', (_when, send) => {
  it.each<[string, Fields]>([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: 'nobody' }],
    ['no address', { redirect_uri: undefined }],
    ['an address that was not registered', { redirect_uri: 'https://client.test/other' }],
    ['two addresses', { redirect_uri: [REDIRECT, 'https://client.test/other'] }],
  ])('does not redirect with %s, signed in or not', async (_what, changes) => {
    const request = await oauth.request(client, changes);

    const answers = [await send(request)];
    oauth.signOut();
    answers.push(await send(request));

    for (const answer of answers) {
      expect(answer.status).toBe(400);
      expect(parametersOf(answer)).toBeNull();
    }
  });

  it.each<[string, string, Fields]>([
    ['invalid_request', 'no response type', { response_type: undefined }],
    ['unsupported_response_type', 'a token asked for', { response_type: 'token' }],
    ['invalid_request', 'no challenge', { code_challenge: undefined }],
    ['invalid_request', 'a plain challenge', { code_challenge_method: 'plain' }],
    ['invalid_request', 'a challenge of no method', { code_challenge_method: undefined }],
    ['invalid_request', 'a challenge that is no digest', { code_challenge: 'short' }],
    ['invalid_request', 'a scope sent twice', { scope: ['a', 'b'] }],
    ['invalid_target', 'another resource', { resource: 'https://other.test/mcp-http' }],
    [
      'invalid_target',
      'another resource beside this one',
      { resource: [`${BASE}/mcp-http`, 'https://other.test/'] },
    ],
  ])('answers the client %s for %s', async (error, _what, changes) => {
    const answer = await send(await oauth.request(client, changes));

    expect(answer.status).toBe(303);
    expect(parametersOf(answer)).toEqual({
      from: 'keepsake',
      error,
      error_description: expect.stringMatching(/^[\w ,.()'-]+$/),
      state: 'a state & more',
      iss: BASE,
    });
  });

  it('does not redirect to a client without a session', async () => {
    oauth.signOut();

    const answer = await send(await oauth.request(client, { response_type: 'token' }));

    expect(answer.headers.get('location')).toMatch(/^\/app\/sign-in\?/);
  });
});

describe('the owner’s decision', () => {
  it('returns code, state and issuer to the client', async () => {
    const answer = await oauth.decide(await oauth.request(client));

    expect(answer.status).toBe(303);
    expect(parametersOf(answer)).toEqual({
      from: 'keepsake',
      code: expect.stringMatching(/^keepsake_code_[\w-]{43}$/),
      state: 'a state & more',
      iss: BASE,
    });
  });

  it('has no state if the client sent none', async () => {
    const answer = await oauth.decide(await oauth.request(client, { state: undefined }));

    expect(parametersOf(answer)).not.toHaveProperty('state');
  });

  it.each([`${BASE}/mcp-http`, BASE, `${BASE}/`])('can name the resource %s', async (resource) => {
    const answer = await oauth.decide(await oauth.request(client, { resource }));

    expect(parametersOf(answer)).toHaveProperty('code');
  });

  it.each(['deny', undefined, 'perhaps'])('denies access if it is %j', async (decision) => {
    const answer = await oauth.decide(await oauth.request(client), { decision });

    expect(parametersOf(answer)).toEqual({
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
      const answer = await oauth.decide(await oauth.request(client), { form_token });

      expect(answer.status).toBe(403);
      expect(parametersOf(answer)).toBeNull();
    },
  );

  it('asks to sign in again if the session has ended', async () => {
    oauth.signOut();

    const answer = await oauth.decide(await oauth.request(client));

    expect(answer.headers.get('location')).toMatch(/^\/app\/sign-in\?next=%2Foauth%2Fauthorize/);
    expect(answer.headers.get('location')).not.toContain('form_token');
  });

  it.each<[string, Fields]>([
    ['some Memories, but none', { reach: 'some' }],
    ['nothing at all', { reach: undefined }],
    ['all Memories and single ones', { reach: 'all', container: 'first' }],
    ['a Memory that is not theirs', { reach: 'some', container: 'theirs' }],
  ])('shows the page again if it is %s', async (_what, answer) => {
    const again = await oauth.decide(await oauth.request(client), answer);

    expect(again.status).toBe(400);
    expect(await again.text()).toContain('role="alert"');
  });

  it('keeps the ticked boxes on the page shown again', async () => {
    const answer = { reach: 'all', container: ['second'] };

    const page = await (await oauth.decide(await oauth.request(client), answer)).text();

    expect(page).toMatch(/value="second" checked/);
    expect(page).toMatch(/name="profile" value="yes" checked/);
  });

  it('can go to any port on loopback', async () => {
    const program = await oauth.register({ redirect_uris: ['http://127.0.0.1/done'] });
    const redirect_uri = 'http://127.0.0.1:51004/done';

    const answer = await oauth.decide(await oauth.request(program, { redirect_uri }));

    expect(answer.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:51004\/done\?code=/);
  });

  it('can go to an app’s private scheme', async () => {
    const app = await oauth.register({ redirect_uris: ['com.example.app:/done'] });
    const redirect_uri = 'com.example.app:/done';

    const answer = await oauth.decide(await oauth.request(app, { redirect_uri }));

    expect(answer.headers.get('location')).toMatch(/^com\.example\.app:\/done\?code=/);
  });
});
