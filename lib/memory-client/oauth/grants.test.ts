import { describe, expect, it } from 'vitest';
import { ok } from '../../contract/result.ts';
import { settle } from '../testing/manual-time.ts';
import { createGrants, type GrantPorts } from './grants.ts';
import {
  createStores,
  fakeServer,
  liveGrant,
  metadata,
  portsOf,
  tokens,
} from './testing/fake-authorization.ts';

const { token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = metadata;
const failed = (code: string) => ({ ok: false, error: { code } });
const refused = (error: string, status = 400) => Response.json({ error }, { status });

function start(grant: unknown = liveGrant(), more: Partial<GrantPorts> = {}) {
  const server = fakeServer();
  const stores = createStores();
  if (grant !== null) stores.kept.set('c1', grant);
  const clock = { now: 1_000_000 };
  const background = () => createGrants({ ...portsOf(server, stores, clock), ...more });
  const refreshes = () => server.formsTo(tokenEndpoint);
  return { server, stores, clock, background, refreshes, access: background().accessFor('c1') };
}

describe('the current token', () => {
  it('is the stored token while it is valid', async () => {
    const { access, server } = start();

    expect(await access.token()).toEqual(ok('access_secret_0'));
    expect(server.asked).toEqual([]);
  });

  it.each([30_000, 0, -1])('is refreshed %i ms before it expires', async (leftMs) => {
    const { access, refreshes, stores } = start(liveGrant({ expiresAt: 1_000_000 + leftMs }));

    expect(await access.token()).toEqual(ok('access_secret_1'));
    expect(refreshes()).toEqual([
      {
        grant_type: 'refresh_token',
        refresh_token: 'refresh_secret_0',
        client_id: 'client_1',
        resource: 'https://memory.example/mcp-http',
      },
    ]);
    expect(stores.kept.get('c1')).toEqual(
      liveGrant({
        accessToken: 'access_secret_1',
        refreshToken: 'refresh_secret_1',
        expiresAt: 1_900_000,
      }),
    );
  });

  it('is sent if its expiry is unknown', async () => {
    const { access, server } = start(liveGrant({ expiresAt: null }));

    expect(await access.token()).toEqual(ok('access_secret_0'));
    expect(server.asked).toEqual([]);
  });

  it('is sent until it expires if it cannot be refreshed', async () => {
    const { access, clock } = start(liveGrant({ refreshToken: null, expiresAt: 1_010_000 }));

    expect(await access.token()).toEqual(ok('access_secret_0'));

    clock.now = 1_010_000;
    expect(await access.token()).toMatchObject(failed('memory.unauthenticated'));
  });

  it('is not sent once the server has reported that the grant ended', async () => {
    const { access, server } = start(liveGrant({ expiresAt: 1_010_000 }));
    server.at(tokenEndpoint, () => refused('invalid_grant'));

    expect(await access.token()).toMatchObject(failed('memory.unauthenticated'));
  });

  it('is still sent while it is valid and the authorization server is down', async () => {
    const { access, server, clock } = start(liveGrant({ expiresAt: 1_010_000 }));
    server.at(tokenEndpoint, () => refused('server_error', 503));

    expect(await access.token()).toEqual(ok('access_secret_0'));

    clock.now = 1_010_000;
    expect(await access.token()).toMatchObject({
      error: { code: 'memory.server', retryable: true },
    });
  });

  it('keeps the refresh token if the server returns none', async () => {
    const { access, server, stores } = start(liveGrant({ expiresAt: 0 }));
    server.at(tokenEndpoint, () => Response.json(tokens(1, { refresh_token: undefined })));

    await access.token();

    expect(stores.kept.get('c1')).toMatchObject({ refreshToken: 'refresh_secret_0' });
  });

  it('authenticates with the secret that a server insisted on', async () => {
    const client = {
      id: 'client_1',
      secret: 'client_secret',
      authentication: 'client_secret_post',
    };
    const { access, refreshes } = start({ ...liveGrant({ expiresAt: 0 }), client });

    await access.token();

    expect(refreshes()).toMatchObject([{ client_secret: 'client_secret' }]);
  });
});

describe('a refresh', () => {
  it('happens once when ten calls need it at the same time', async () => {
    const { access, refreshes } = start(liveGrant({ expiresAt: 0 }));

    const all = await Promise.all(Array.from({ length: 10 }, () => access.token()));

    expect(all).toEqual(all.map(() => ok('access_secret_1')));
    expect(refreshes()).toHaveLength(1);
  });

  it('happens once when ten calls had the same token rejected', async () => {
    const { access, refreshes } = start();

    const all = await Promise.all(
      Array.from({ length: 10 }, () => access.renew('access_secret_0')),
    );
    const late = await access.renew('access_secret_0');

    expect([...all, late]).toEqual(Array.from({ length: 11 }, () => ok('access_secret_1')));
    expect(refreshes()).toHaveLength(1);
  });

  it('is not repeated by a background that starts later', async () => {
    const { access, background, refreshes } = start();
    await access.renew('access_secret_0');

    const next = background().accessFor('c1');

    expect(await next.renew('access_secret_0')).toEqual(ok('access_secret_1'));
    expect(refreshes()).toHaveLength(1);
  });

  it('happens once across two backgrounds that share a lock', async () => {
    let last: Promise<unknown> = Promise.resolve();
    const names: string[] = [];
    const exclusively = <T>(name: string, work: () => Promise<T>): Promise<T> => {
      names.push(name);
      const run = last.then(work);
      last = run.catch(() => undefined);
      return run;
    };
    const { access, background, refreshes } = start(liveGrant(), { exclusively });
    const other = background().accessFor('c1');

    const both = await Promise.all([
      access.renew('access_secret_0'),
      other.renew('access_secret_0'),
    ]);

    expect(both).toEqual([ok('access_secret_1'), ok('access_secret_1')]);
    expect(names).toEqual(['keepsake.grant.c1', 'keepsake.grant.c1']);
    expect(refreshes()).toHaveLength(1);
  });

  it('uses the tokens another background stored in the meantime', async () => {
    const { access, server, stores } = start();
    const theirs = liveGrant({ accessToken: 'theirs', refreshToken: 'theirs_too' });
    server.at(tokenEndpoint, () => {
      stores.kept.set('c1', theirs);
      return undefined;
    });

    expect(await access.renew('access_secret_0')).toEqual(ok('theirs'));
    expect(stores.kept.get('c1')).toEqual(theirs);
    expect(server.formsTo(revocationEndpoint)).toEqual([]);
  });

  it('uses another background’s new tokens if its own refresh is rejected', async () => {
    const { access, server, stores } = start();
    server.at(tokenEndpoint, () => {
      stores.kept.set('c1', liveGrant({ accessToken: 'theirs' }));
      return refused('invalid_grant');
    });

    expect(await access.renew('access_secret_0')).toEqual(ok('theirs'));
    expect(stores.kept.get('c1')).toMatchObject({ status: 'live' });
  });

  it('revokes the new tokens if the connection was removed meanwhile', async () => {
    const { access, server, stores } = start();
    server.at(tokenEndpoint, () => {
      stores.kept.delete('c1');
      return undefined;
    });

    expect(await access.renew('access_secret_0')).toMatchObject(failed('memory.unauthenticated'));
    expect(stores.kept.size).toBe(0);
    expect(server.formsTo(revocationEndpoint)).toMatchObject([{ token: 'refresh_secret_1' }]);
  });

  it('can be retried after the server was unreachable', async () => {
    const { access, server } = start(liveGrant({ expiresAt: 0 }));
    server.at(tokenEndpoint, (_, nth) => {
      if (nth === 0) throw new TypeError('refresh_secret_0');
      return undefined;
    });

    const first = await access.token();

    expect(first).toMatchObject({ error: { code: 'memory.unreachable', retryable: true } });
    expect(JSON.stringify(first)).not.toContain('secret');
    expect(await access.token()).toMatchObject({ ok: true });
  });

  it.each([
    { body: 'nothing', answer: () => new Response(null) },
    { body: 'HTML', answer: () => new Response('<p>Hello</p>') },
    { body: 'no token', answer: () => Response.json({ token_type: 'Bearer' }) },
    {
      body: 'a token no header can carry',
      answer: () => Response.json(tokens(1, { access_token: 'a b' })),
    },
  ])('does not end the grant if the response is $body', async ({ answer }) => {
    const { access, server, stores } = start(liveGrant({ expiresAt: 0 }));
    server.at(tokenEndpoint, answer);

    expect(await access.token()).toMatchObject(failed('memory.malformed'));
    expect(stores.kept.get('c1')).toEqual(liveGrant({ expiresAt: 0 }));
  });

  it('follows no redirect', async () => {
    const { access, server } = start(liveGrant({ expiresAt: 0 }));
    server.at(
      tokenEndpoint,
      () => new Response(null, { status: 307, headers: { Location: 'https://evil.example/' } }),
    );

    expect(await access.token()).toMatchObject({ ok: false, error: { retryable: false } });
    expect(server.asked).toEqual([`POST ${tokenEndpoint}`]);
  });

  it('reports a storage failure and does not throw', async () => {
    const { background } = start(null, {
      grants: {
        read: () => Promise.reject(new Error('refresh_secret_0')),
        replace: () => Promise.reject(new Error('refresh_secret_0')),
      },
    });

    const given = await background().accessFor('c1').token();

    expect(given).toMatchObject({
      ok: false,
      error: { message: expect.stringContaining('store') },
    });
    expect(JSON.stringify(given)).not.toContain('secret');
  });
});

describe('a grant that has ended', () => {
  it.each(['invalid_grant', 'invalid_client', 'unauthorized_client'])(
    'is detected by %s, and nothing more is requested for it',
    async (reason) => {
      const { access, background, server, stores, clock } = start(liveGrant({ expiresAt: 0 }));
      server.at(tokenEndpoint, () => refused(reason, reason === 'invalid_client' ? 401 : 400));
      const over = { ok: false, error: { code: 'memory.unauthenticated', retryable: false } };

      expect(await access.token()).toMatchObject(over);
      expect(await access.token()).toMatchObject(over);
      expect(await access.renew('access_secret_0')).toMatchObject(over);
      expect(await background().accessFor('c1').token()).toMatchObject(over);
      expect(server.asked).toHaveLength(1);
      expect(stores.kept.get('c1')).toEqual({
        status: 'ended',
        connectionId: 'c1',
        endedAt: clock.now,
      });
    },
  );

  it('is detected by an expired token that cannot be refreshed', async () => {
    const { access, server, stores } = start(liveGrant({ refreshToken: null, expiresAt: 0 }));

    expect(await access.token()).toMatchObject(failed('memory.unauthenticated'));
    expect(server.asked).toEqual([]);
    expect(stores.kept.get('c1')).toMatchObject({ status: 'ended' });
  });

  it.each([null, 'text', { status: 'live' }])('is assumed if unreadable: %o', async (kept) => {
    const { access, server } = start(kept);

    expect(await access.token()).toMatchObject(failed('memory.unauthenticated'));
    expect(server.asked).toEqual([]);
  });

  it('is not assumed if a refresh failed for another reason', async () => {
    const { access, server, stores } = start(liveGrant({ expiresAt: 0 }));
    server.at(tokenEndpoint, () => refused('invalid_target'));

    expect(await access.token()).toMatchObject(failed('memory.unexpected'));
    expect(stores.kept.get('c1')).toMatchObject({ status: 'live' });
  });
});

describe('revoke', () => {
  it('removes the grant and revokes the refresh token', async () => {
    const { background, stores, server } = start();

    expect(await background().revoke('c1')).toEqual(ok('revoked'));
    expect(stores.kept.size).toBe(0);
    expect(server.formsTo(revocationEndpoint)).toEqual([
      { token: 'refresh_secret_0', token_type_hint: 'refresh_token', client_id: 'client_1' },
    ]);
  });

  it.each([
    { refreshToken: null, hint: 'access_token', token: 'access_secret_0' },
    { refreshToken: 'r', hint: 'refresh_token', token: 'r' },
  ])('revokes the token there is: $hint', async ({ refreshToken, hint, token }) => {
    const { background, server } = start(liveGrant({ refreshToken }));

    await background().revoke('c1');

    expect(server.formsTo(revocationEndpoint)).toMatchObject([{ token, token_type_hint: hint }]);
  });

  it('removes the grant even if revoking fails', async () => {
    const { background, stores, server } = start();
    server.at(revocationEndpoint, () => new Response(null, { status: 503 }));

    expect(await background().revoke('c1')).toEqual(ok('failed'));
    expect(stores.kept.size).toBe(0);
  });

  it('removes the grant before the server has responded', async () => {
    const { background, stores, server } = start();
    const answer = Promise.withResolvers<Response>();
    server.at(revocationEndpoint, () => answer.promise);

    const revoked = background().revoke('c1');
    await settle();

    expect(stores.kept.size).toBe(0);
    answer.resolve(new Response());
    await revoked;
  });

  it('revokes nothing if the server offers no revocation', async () => {
    const grant = liveGrant();
    const { background, server } = start({
      ...grant,
      server: { ...grant.server, revocationEndpoint: null },
    });

    expect(await background().revoke('c1')).toEqual(ok('not-offered'));
    expect(server.asked).toEqual([]);
  });

  it('revokes nothing once the grant has ended', async () => {
    const { background, stores } = start({ status: 'ended', connectionId: 'c1', endedAt: 1 });

    expect(await background().revoke('c1')).toEqual(ok('nothing-to-revoke'));
    expect(stores.kept.size).toBe(0);
  });
});
