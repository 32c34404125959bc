/** Tests storage failures during a consent: nothing counts as done unless it was stored. */
import { describe, expect, it } from 'vitest';
import { ok } from '../../contract/result.ts';
import { createConsents } from './consent.ts';
import { createGrants } from './grants.ts';
import {
  answerTo,
  consentRequest as request,
  createStores,
  fakeServer,
  liveGrant,
  metadata,
  portsOf,
  tokens,
  type Stores,
} from './testing/fake-authorization.ts';

const { token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = metadata;
const notKept = {
  ok: false,
  error: {
    code: 'consent.storage',
    message: 'The browser could not store the approval.',
    retryable: false,
  },
};

/** Makes the operation `name` reject on the calls that `fails` selects, with a message that must not be shown. */
function failing<Store extends object>(
  store: Store,
  name: keyof Store,
  fails: (nth: number) => boolean = () => true,
): Store {
  const works = store[name];
  let uses = 0;
  const use = (...given: unknown[]): unknown => {
    uses += 1;
    if (fails(uses)) return Promise.reject(new Error('access_secret_1'));
    return typeof works === 'function' ? Reflect.apply(works, store, given) : undefined;
  };
  return { ...store, [name]: use };
}

/** Begins a consent with working stores and completes it with broken stores. */
async function answered(broken: (stores: Stores) => Stores, fields: Record<string, string> = {}) {
  const server = fakeServer();
  const stores = createStores();
  const begun = await createConsents(portsOf(server, stores)).begin(request);
  if (!begun.ok) throw new Error(begun.error.code);
  const url = answerTo(begun.value.authorizationUrl, fields);
  const consents = createConsents(portsOf(server, broken(stores)));
  const completed = await consents.complete('c1', url.href);
  return {
    completed,
    stores,
    exchanges: () => server.formsTo(tokenEndpoint).length,
    revocations: server.formsTo(revocationEndpoint),
    again: () => createConsents(portsOf(server, stores)).complete('c1', url.href),
  };
}

describe('a consent', () => {
  it('does not begin if it cannot be stored', async () => {
    const stores = createStores();
    const consents = failing(stores.consents, 'write');

    const ports = portsOf(fakeServer(), { ...stores, consents });

    expect(await createConsents(ports).begin(request)).toEqual(notKept);
  });

  it.each<[string, number, (stores: Stores) => Stores]>([
    ['cannot be read', 0, (s) => ({ ...s, consents: failing(s.consents, 'read') })],
    ['cannot be written', 0, (s) => ({ ...s, consents: failing(s.consents, 'write') })],
    [
      'cannot be marked as exchanged',
      1,
      (s) => ({ ...s, consents: failing(s.consents, 'write', (nth) => nth > 1) }),
    ],
  ])('that %s fails, after %i exchanges of its code', async (_, exchanges, broken) => {
    const result = await answered(broken);

    expect(result.completed).toEqual(notKept);
    expect(result.exchanges()).toBe(exchanges);
    expect(result.revocations).toEqual([]);
    expect(result.stores.pending.has('c1')).toBe(true);
  });

  it('revokes tokens that cannot be stored and ends, since its code is used', async () => {
    const { completed, stores, revocations, exchanges, again } = await answered((s) => ({
      ...s,
      grants: failing(s.grants, 'replace'),
    }));

    expect(completed).toEqual(notKept);
    expect(revocations).toMatchObject([{ token: 'refresh_secret_1' }]);
    expect(stores.pending.size).toBe(0);
    expect(await again()).toMatchObject({ ok: false, error: { code: 'consent.unknown' } });
    expect(exchanges()).toBe(1);
  });

  it('reports tokens that cannot be stored even if the consent cannot be removed either', async () => {
    const { completed, revocations } = await answered((s) => ({
      ...s,
      consents: failing(s.consents, 'remove'),
      grants: failing(s.grants, 'replace'),
    }));

    expect(completed).toEqual(notKept);
    expect(revocations).toHaveLength(1);
  });

  it('reports a storage failure if it was declined and cannot be removed', async () => {
    const { completed } = await answered(
      (s) => ({ ...s, consents: failing(s.consents, 'remove') }),
      { error: 'access_denied' },
    );

    expect(completed).toEqual(notKept);
  });
});

describe('a grant', () => {
  function start(fails?: (nth: number) => boolean) {
    const server = fakeServer();
    const stores = createStores();
    stores.kept.set('c1', liveGrant({ expiresAt: 1_000_000 }));
    const broken = { ...stores, grants: failing(stores.grants, 'replace', fails) };
    return { server, stores, grants: createGrants(portsOf(server, broken)) };
  }

  it('returns no refreshed token that could not be stored', async () => {
    const { grants } = start();

    expect(await grants.accessFor('c1').renew('access_secret_0')).toMatchObject({
      ok: false,
      error: { code: 'memory.unexpected', message: notKept.error.message },
    });
  });

  it('stores refreshed tokens at the next use, without another refresh', async () => {
    const { server, stores, grants } = start((nth) => nth < 3);
    const access = grants.accessFor('c1');
    await access.token();

    expect(await access.token()).toMatchObject({ error: { code: 'memory.unexpected' } });
    expect(await access.token()).toEqual(ok('access_secret_1'));
    expect(stores.kept.get('c1')).toMatchObject({ refreshToken: 'refresh_secret_1' });
    expect(await access.renew('access_secret_1')).toEqual(ok('access_secret_2'));
    expect(server.formsTo(tokenEndpoint)).toMatchObject([
      { refresh_token: 'refresh_secret_0' },
      { refresh_token: 'refresh_secret_1' },
    ]);
  });

  it('refreshes again once the refreshed tokens are stored, even if the server returns the same access token', async () => {
    const { server, grants } = start((nth) => nth === 1);
    server.at(tokenEndpoint, () => Response.json(tokens(0)));
    const { renew } = grants.accessFor('c1');

    await renew('access_secret_0');

    expect(await renew('access_secret_0')).toEqual(ok('access_secret_0'));
    expect(await renew('access_secret_0')).toEqual(ok('access_secret_0'));
    expect(server.formsTo(tokenEndpoint)).toHaveLength(2);
  });

  it('ignores unstored tokens after another consent', async () => {
    const { server, stores, grants } = start((nth) => nth === 1);
    await grants.accessFor('c1').token();
    stores.kept.set('c1', liveGrant({ accessToken: 'anew', refreshToken: 'anew_too' }));

    expect(await grants.revoke('c1')).toEqual(ok('revoked'));
    expect(server.formsTo(revocationEndpoint)).toMatchObject([{ token: 'anew_too' }]);
  });

  it('is revoked with the unstored tokens, because the stored tokens are no longer valid', async () => {
    const { server, stores, grants } = start((nth) => nth === 1);
    await grants.accessFor('c1').token();

    expect(await grants.revoke('c1')).toEqual(ok('revoked'));
    expect(stores.kept.size).toBe(0);
    expect(server.formsTo(revocationEndpoint)).toMatchObject([{ token: 'refresh_secret_1' }]);
  });

  it('is not reported as ended if its end cannot be stored', async () => {
    const { server, grants } = start();
    server.at(tokenEndpoint, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));

    expect(await grants.accessFor('c1').renew('access_secret_0')).toMatchObject({
      error: { code: 'memory.unexpected' },
    });
  });

  it('is not revoked if it cannot be removed', async () => {
    const { server, grants } = start();

    expect(await grants.revoke('c1')).toEqual(notKept);
    expect(server.formsTo(revocationEndpoint)).toEqual([]);
  });
});
