import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { AccountStorage, Storage } from '../storage/port/storage.ts';
import { openStorage, type OpenedStorage } from '../../tests/fixtures/open-storage.ts';
import {
  keyAuthenticator,
  createToken,
  digestOf,
  principalOf,
  ownerTokenAuthenticator,
} from './credentials.ts';

const now = '2026-11-21T00:00:00.000Z';
const grant = {
  name: 'Reader',
  level: 'write',
  reach: ['c'],
  profile: true,
  agent: false,
  expires_at: '2026-11-21T00:00:10.000Z',
} as const;
let storage: Storage;
let tables: OpenedStorage['tables'];
let account: AccountStorage;
let token: string;
let time: number;

beforeEach(async () => {
  ({ storage, tables } = await openStorage());
  account = storage.account('a');
  await storage.migrate(now);
  await storage.accounts.ensureFirst({ id: 'a', now });
  await account.containers.insert({ id: 'c', name: 'Birds', description: '', now });
  token = createToken();
  time = Date.parse(now);
  const tokenDigest = await digestOf(token);
  const lastFour = token.slice(-4);
  await account.keys.insert({ ...grant, id: 'k', tokenDigest, lastFour, now });
});
afterEach(() => storage.close());

function authenticate(asked = token) {
  return keyAuthenticator(storage, { now: () => time })(asked);
}

describe('keyAuthenticator', () => {
  it('returns what the owner granted', async () => {
    expect(await authenticate()).toEqual({
      accountId: 'a',
      credentialId: 'k',
      level: 'write',
      reach: ['c'],
      profile: true,
      agent: false,
      owner: false,
    });
  });

  it('accepts a key until it expires', async () => {
    time += 9_999;
    expect(await authenticate()).not.toBeNull();
    time += 1;
    expect(await authenticate()).toBeNull();
  });

  it('accepts a key whose expiry is after the year 9999, as earlier versions stored it', async () => {
    await account.keys.update('k', { ...grant, expires_at: '+010000-01-01T01:59:59.000Z' });

    expect(await authenticate()).not.toBeNull();
  });

  it('applies a change immediately', async () => {
    await account.keys.update('k', { ...grant, level: 'read', reach: [], profile: false });

    expect(await authenticate()).toMatchObject({ level: 'read', reach: [], profile: false });
  });

  it('rejects a revoked key', async () => {
    await account.keys.revoke('k', now);

    expect(await authenticate()).toBeNull();
  });

  it('accepts neither the digest nor the id as the token', async () => {
    expect(await authenticate(await digestOf(token))).toBeNull();
    expect(await authenticate('k')).toBeNull();
  });

  it('stores no token in the database', async () => {
    const rows = JSON.stringify(await tables());

    expect(rows).toContain(await digestOf(token));
    expect(rows).not.toContain(token.slice(0, -4).slice(9));
  });
});

const authenticator = await ownerTokenAuthenticator('s3cret-token', 'account');

function ask(authorization: string | null) {
  const headers = authorization === null ? {} : { authorization };
  return principalOf(new Request('http://localhost/', { headers }), authenticator);
}

describe('the owner token', () => {
  it('allows everything', async () => {
    const result = await ask('Bearer s3cret-token');

    expect(result).toMatchObject({
      ok: true,
      value: { accountId: 'account', level: 'full', reach: 'all', owner: true },
    });
  });

  it.each(['bearer s3cret-token', 'BEARER   s3cret-token'])('is read from %j', async (header) => {
    expect(await ask(header)).toMatchObject({ ok: true });
  });

  it.each([null, '', 'Bearer', 'Bearer ', 'Basic czNjcmV0', 's3cret-token', 'Bearer two words'])(
    'is missing from %j',
    async (header) => {
      expect(await ask(header)).toMatchObject({ ok: false, error: { kind: 'unauthenticated' } });
    },
  );

  it.each(['Bearer s3cret-toke', 'Bearer s3cret-token2', 'Bearer S3CRET-TOKEN'])(
    'doesn’t match %j',
    async (header) => {
      expect(await ask(header)).toMatchObject({ ok: false, error: { kind: 'unauthorized' } });
    },
  );

  it('can’t be empty', async () => {
    await expect(ownerTokenAuthenticator('', 'account')).rejects.toThrow('empty');
  });
});
