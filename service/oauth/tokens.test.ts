import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  BASE,
  failureOf,
  formOf,
  openOauth,
  tokensIn,
  VERIFIER,
  type Fields,
  type Oauth,
} from '../../tests/fixtures/open-oauth.ts';
import { isOnPostgres } from '../../tests/fixtures/open-storage.ts';
import {
  ACCESS_TOKEN_MS,
  CODE_MS,
  MAX_EXCHANGES_PER_MINUTE,
  REFRESH_GRACE_MS,
  REFRESH_TOKEN_MS,
} from './protocol.ts';

let oauth: Oauth;
let client: string;
let other: string;
beforeEach(async () => {
  oauth = await openOauth();
  client = await oauth.register();
  other = await oauth.register();
});
afterEach(() => oauth.service.close());

describe('the token endpoint', () => {
  it('exchanges a code for a pair of tokens that must not be cached', async () => {
    const response = await oauth.exchangeCode(client, await oauth.codeFor(client));

    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('application/json');
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^keepsake_at_[\w-]{43}$/),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^keepsake_rt_[\w-]{43}$/),
      scope: 'memory:read',
    });
  });

  it('keeps codes and tokens of a suspended account for later', async () => {
    // The first account can’t be suspended by an operation, but by the storage.
    const { storage } = oauth;
    const { refresh_token, access_token } = await oauth.connect(client);
    const code = await oauth.codeFor(client);
    const [{ id } = { id: '' }] = await storage.accounts.all();
    const now = '2026-11-21T00:00:00.000Z';
    await storage.account(id).transaction(({ account }) => account.suspend(now));

    const refused = '429 temporarily_unavailable';
    expect(await failureOf(await oauth.exchangeCode(client, code))).toBe(refused);
    expect(await failureOf(await oauth.refresh(client, refresh_token))).toBe(refused);
    expect(await oauth.statusWith(access_token)).toBe(403);
    const page = await oauth.get(`/oauth/authorize?${formOf(await oauth.request(client))}`);
    expect([page.status, await page.text()]).toEqual([403, expect.stringContaining('suspended')]);

    await storage.account(id).transaction(({ account }) => account.resume());

    expect((await oauth.exchangeCode(client, code)).status).toBe(200);
    expect((await oauth.refresh(client, refresh_token)).status).toBe(200);
    expect(await oauth.statusWith(access_token)).toBe(200);
  });

  it('stores neither codes nor tokens', async () => {
    const code = await oauth.codeFor(client);
    const tokens = await tokensIn(await oauth.exchangeCode(client, code));

    const stored = JSON.stringify(await oauth.tables());

    for (const secret of [code, tokens.access_token, tokens.refresh_token]) {
      expect(stored).not.toContain(secret.slice(-20));
    }
    expect(stored).toContain(client);
  });

  it.each<[string, string, Fields]>([
    ['400 invalid_request', 'no grant', { grant_type: undefined }],
    ['400 unsupported_grant_type', 'another grant', { grant_type: 'client_credentials' }],
    [
      '400 unsupported_grant_type',
      'a grant named like a built-in property',
      { grant_type: 'constructor' },
    ],
    ['400 invalid_request', 'no client', { client_id: undefined }],
    ['401 invalid_client', 'an unknown client', { client_id: 'nobody' }],
    ['400 invalid_request', 'two clients', { client_id: ['a', 'b'] }],
    ['400 invalid_request', 'no code', { code: undefined }],
    ['400 invalid_grant', 'an unknown code', { code: 'keepsake_code_x' }],
    ['400 invalid_request', 'no verifier', { code_verifier: undefined }],
    ['400 invalid_request', 'a short verifier', { code_verifier: 'v'.repeat(42) }],
    ['400 invalid_grant', 'another verifier', { code_verifier: 'w'.repeat(43) }],
    ['400 invalid_grant', 'another address', { redirect_uri: 'https://client.test/back' }],
    ['400 invalid_target', 'another resource', { resource: 'https://other.test/mcp-http' }],
  ])('returns %s for %s, and keeps the code valid', async (failure, _what, changes) => {
    const code = await oauth.codeFor(client);

    expect(await failureOf(await oauth.exchangeCode(client, code, changes))).toBe(failure);
    expect((await oauth.exchangeCode(client, code)).status).toBe(200);
  });

  it('requires a form of limited size', async () => {
    const send = (body: string) =>
      oauth.service.fetch(new Request(`${BASE}/oauth/token`, { method: 'POST', body }));

    expect(await failureOf(await send('{"grant_type":"authorization_code"}'))).toBe(
      '400 invalid_request',
    );
    expect(await failureOf(await send('x'.repeat(65 * 1024)))).toBe('400 invalid_request');
  });
});

describe('a code', () => {
  it('can be exchanged without its redirect URI, as in OAuth 2.1, and with its resource', async () => {
    const resource = `${BASE}/mcp-http`;
    const code = await oauth.codeFor(client, { resource });
    const changes = { redirect_uri: undefined, resource };

    expect((await oauth.exchangeCode(client, code, changes)).status).toBe(200);
  });

  it('works only for its client', async () => {
    const code = await oauth.codeFor(client);

    expect(await failureOf(await oauth.exchangeCode(other, code))).toBe('400 invalid_grant');
  });

  it('is valid for a minute', async () => {
    const code = await oauth.codeFor(client);
    oauth.wait(CODE_MS);

    expect(await failureOf(await oauth.exchangeCode(client, code))).toBe('400 invalid_grant');
  });

  it('revokes its connection if used twice', async () => {
    const code = await oauth.codeFor(client);
    const first = await tokensIn(await oauth.exchangeCode(client, code));
    const next = await tokensIn(await oauth.refresh(client, first.refresh_token));

    expect(await failureOf(await oauth.exchangeCode(client, code))).toBe('400 invalid_grant');

    expect(await oauth.statusWith(first.access_token)).toBe(403);
    expect(await oauth.statusWith(next.access_token)).toBe(403);
    expect(await failureOf(await oauth.refresh(client, next.refresh_token))).toBe(
      '400 invalid_grant',
    );
  });

  it('yields one pair if exchanged many times at once', async () => {
    const code = await oauth.codeFor(client);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => oauth.exchangeCode(client, code)),
    );

    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('a refresh token', () => {
  it('is replaced by the next pair', async () => {
    const first = await oauth.connect(client);
    const second = await tokensIn(await oauth.refresh(client, first.refresh_token));

    expect(second.refresh_token).not.toBe(first.refresh_token);
    expect(await oauth.statusWith(second.access_token)).toBe(200);
    expect((await oauth.refresh(client, second.refresh_token)).status).toBe(200);
  });

  it('works again within the grace period', async () => {
    const first = await oauth.connect(client);
    const second = await tokensIn(await oauth.refresh(client, first.refresh_token));
    oauth.wait(REFRESH_GRACE_MS);

    const third = await tokensIn(await oauth.refresh(client, first.refresh_token));

    expect(await oauth.statusWith(second.access_token)).toBe(200);
    expect(await oauth.statusWith(third.access_token)).toBe(200);
  });

  it('has a grace period that reuse does not extend', async () => {
    const { refresh_token } = await oauth.connect(client);
    await oauth.refresh(client, refresh_token);
    oauth.wait(REFRESH_GRACE_MS);
    await oauth.refresh(client, refresh_token);
    oauth.wait(1);

    expect(await failureOf(await oauth.refresh(client, refresh_token))).toBe('400 invalid_grant');
  });

  it('revokes the connection if used after the grace period', async () => {
    const first = await oauth.connect(client);
    const second = await tokensIn(await oauth.refresh(client, first.refresh_token));
    oauth.wait(REFRESH_GRACE_MS + 1);

    expect(await failureOf(await oauth.refresh(client, first.refresh_token))).toBe(
      '400 invalid_grant',
    );

    expect(await oauth.statusWith(second.access_token)).toBe(403);
    expect(await failureOf(await oauth.refresh(client, second.refresh_token))).toBe(
      '400 invalid_grant',
    );
  });

  it('keeps the client’s other connections', async () => {
    const untouched = await oauth.connect(client);
    const first = await oauth.connect(client);
    await oauth.refresh(client, first.refresh_token);
    oauth.wait(REFRESH_GRACE_MS + 1);
    await oauth.refresh(client, first.refresh_token);

    expect(await oauth.statusWith(untouched.access_token)).toBe(200);
  });

  it('works only for its client, and a stranger cannot revoke with it', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);

    expect(await failureOf(await oauth.refresh(other, refresh_token))).toBe('400 invalid_grant');
    expect(await oauth.statusWith(access_token)).toBe(200);
  });

  it.each<[string, string, Fields]>([
    ['400 invalid_request', 'no token', { refresh_token: undefined }],
    ['400 invalid_grant', 'an unknown token', { refresh_token: 'keepsake_rt_x' }],
    ['400 invalid_target', 'another resource', { resource: 'https://other.test/' }],
  ])('returns %s for %s', async (failure, _what, changes) => {
    const { refresh_token } = await oauth.connect(client);

    expect(await failureOf(await oauth.refresh(client, refresh_token, changes))).toBe(failure);
    expect((await oauth.refresh(client, refresh_token)).status).toBe(200);
  });

  // On PostgreSQL, the server's clock decides.
  it.skipIf(isOnPostgres)('is limited per minute, and stays valid', async () => {
    let { refresh_token } = await oauth.connect(client);
    const beside = await oauth.connect(client);
    for (let index = 0; index < MAX_EXCHANGES_PER_MINUTE; index += 1) {
      ({ refresh_token } = await tokensIn(await oauth.refresh(client, refresh_token)));
    }

    const response = await oauth.refresh(client, refresh_token);

    expect(await failureOf(response)).toBe('429 temporarily_unavailable');
    expect((await oauth.refresh(client, beside.refresh_token)).status).toBe(200);
    oauth.wait(60_000);
    expect((await oauth.refresh(client, refresh_token)).status).toBe(200);
  });

  it('can’t be used as an access token, or vice versa', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);

    expect(await oauth.statusWith(refresh_token)).toBe(403);
    expect(await failureOf(await oauth.refresh(client, access_token))).toBe('400 invalid_grant');
  });

  it('expires unless it is used', async () => {
    let { refresh_token } = await oauth.connect(client);
    for (let month = 0; month < 3; month += 1) {
      oauth.wait(REFRESH_TOKEN_MS - 1);
      ({ refresh_token } = await tokensIn(await oauth.refresh(client, refresh_token)));
    }
    oauth.wait(REFRESH_TOKEN_MS);

    expect(await failureOf(await oauth.refresh(client, refresh_token))).toBe('400 invalid_grant');
  });
});

describe('an access token', () => {
  it('expires after 15 minutes', async () => {
    const { access_token } = await oauth.connect(client);

    oauth.wait(ACCESS_TOKEN_MS - 1);
    expect(await oauth.statusWith(access_token)).toBe(200);
    oauth.wait(1);
    expect(await oauth.statusWith(access_token)).toBe(403);
  });
});

describe('revocation', () => {
  it.each([true, false])('ends a whole connection with its refresh token', async (saysWho) => {
    const { access_token, refresh_token } = await oauth.connect(client);
    const client_id = saysWho ? client : undefined;

    const response = await oauth.post('/oauth/revoke', { client_id, token: refresh_token });

    expect(response.status).toBe(200);
    expect(await oauth.statusWith(access_token)).toBe(403);
    expect(await failureOf(await oauth.refresh(client, refresh_token))).toBe('400 invalid_grant');
  });

  it('revokes only an access token', async () => {
    const { access_token, refresh_token } = await oauth.connect(client);

    await oauth.post('/oauth/revoke', { client_id: client, token: access_token });

    expect(await oauth.statusWith(access_token)).toBe(403);
    expect((await oauth.refresh(client, refresh_token)).status).toBe(200);
  });

  it('succeeds for an unknown token', async () => {
    const response = await oauth.post('/oauth/revoke', { client_id: client, token: VERIFIER });

    expect(response.status).toBe(200);
  });

  it('fails for another client and without a token', async () => {
    const { access_token } = await oauth.connect(client);
    const fields = { client_id: other, token: access_token };

    expect(await failureOf(await oauth.post('/oauth/revoke', fields))).toBe('400 invalid_grant');
    expect(await failureOf(await oauth.post('/oauth/revoke', {}))).toBe('400 invalid_request');
    expect(await oauth.statusWith(access_token)).toBe(200);
  });
});
