/** A browser whose storage does not write or read in the midst of a consent: nothing passes for done that is not kept. */
import { describe, expect, it } from 'vitest';
import { createConsents } from './consent.ts';
import { createGrants } from './grants.ts';
import {
  baseUrl,
  createStores,
  fakeServer,
  issuer,
  liveGrant,
  metadata,
  portsOf,
  redirectUri,
  type Stores,
} from './testing/fake-authorization.ts';

const { token_endpoint: tokenEndpoint, revocation_endpoint: revocationEndpoint } = metadata;
const request = { connectionId: 'c1', baseUrl, redirectUri };
const notKept = {
  ok: false,
  error: {
    code: 'consent.storage',
    message: 'The browser could not store the consent.',
    retryable: false,
  },
};

/** Has one operation of a store reject from its `nth` use on, in words that nobody is to see. */
function failingFrom<Store extends object>(store: Store, name: keyof Store, nth = 1): Store {
  const works = store[name];
  let uses = 0;
  const use = (...given: unknown[]): unknown => {
    uses += 1;
    if (uses >= nth) return Promise.reject(new Error('access_secret_1'));
    return typeof works === 'function' ? Reflect.apply(works, store, given) : undefined;
  };
  return { ...store, [name]: use };
}

/** A consent that was begun with a store that works, and is answered over one that does not. */
async function answered(broken: (stores: Stores) => Stores, fields: Record<string, string> = {}) {
  const server = fakeServer();
  const stores = createStores();
  const begun = await createConsents(portsOf(server, stores)).begin(request);
  if (!begun.ok) throw new Error(begun.error.code);
  const state = new URL(begun.value.authorizationUrl).searchParams.get('state') ?? '';
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries({ code: 'c', state, iss: issuer, ...fields })) {
    url.searchParams.set(name, value);
  }
  const consents = createConsents(portsOf(server, broken(stores)));
  const completed = await consents.complete('c1', url.href);
  return { completed, stores, exchanges: server.formsTo(tokenEndpoint).length };
}

describe('a consent', () => {
  it('is not begun where it cannot be written down', async () => {
    const stores = createStores();
    const consents = failingFrom(stores.consents, 'write');

    const ports = portsOf(fakeServer(), { ...stores, consents });

    expect(await createConsents(ports).begin(request)).toEqual(notKept);
  });

  it.each<[string, number, (stores: Stores) => Stores]>([
    ['cannot be read', 0, (s) => ({ ...s, consents: failingFrom(s.consents, 'read') })],
    ['cannot be noted', 0, (s) => ({ ...s, consents: failingFrom(s.consents, 'write') })],
    [
      'brought tokens that cannot be kept',
      1,
      (s) => ({ ...s, grants: failingFrom(s.grants, 'replace') }),
    ],
    [
      'cannot be marked as done',
      1,
      (s) => ({ ...s, consents: failingFrom(s.consents, 'write', 2) }),
    ],
  ])('that %s fails, after %i exchanges of the answer', async (_, exchanges, broken) => {
    const result = await answered(broken);

    expect(result.completed).toEqual(notKept);
    expect(result.exchanges).toBe(exchanges);
    expect(result.stores.pending.has('c1')).toBe(true);
  });

  it('that was refused and cannot be forgotten says that it is still there', async () => {
    const { completed } = await answered(
      (s) => ({ ...s, consents: failingFrom(s.consents, 'remove') }),
      { error: 'access_denied' },
    );

    expect(completed).toEqual(notKept);
  });
});

describe('a grant', () => {
  function start(grant = liveGrant({ expiresAt: 1_000_000 })) {
    const server = fakeServer();
    const stores = createStores();
    stores.kept.set('c1', grant);
    const broken = { ...stores, grants: failingFrom(stores.grants, 'replace') };
    return { server, stores, grants: createGrants(portsOf(server, broken)) };
  }

  it('gives no renewed token that is not kept', async () => {
    const { grants } = start();

    expect(await grants.accessFor('c1').renew('access_secret_0')).toMatchObject({
      ok: false,
      error: { code: 'memory.unexpected', message: notKept.error.message },
    });
  });

  it('whose end cannot be written down is not said to have ended', async () => {
    const { server, grants } = start();
    server.at(tokenEndpoint, () => Response.json({ error: 'invalid_grant' }, { status: 400 }));

    expect(await grants.accessFor('c1').renew('access_secret_0')).toMatchObject({
      error: { code: 'memory.unexpected' },
    });
  });

  it('that cannot be forgotten is not given back', async () => {
    const { server, grants } = start();

    expect(await grants.revoke('c1')).toEqual(notKept);
    expect(server.formsTo(revocationEndpoint)).toEqual([]);
  });
});
