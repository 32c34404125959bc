import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { openOnlyAccount } from '../db/accounts.ts';
import { insertContainer } from '../db/containers.ts';
import { openNodeDatabase } from '../db/drivers/node.ts';
import { insertKey, revokeKey, updateKey } from '../db/keys.ts';
import { migrate } from '../db/migrate.ts';
import { query, type Database } from '../db/port.ts';
import { keyAuthenticator } from './key-authenticator.ts';
import { createToken, digestOf } from './token.ts';

const now = '2026-11-21T00:00:00.000Z';
const grant = {
  name: 'Reader',
  level: 'write',
  reach: ['c'],
  profile: true,
  agent: false,
  expiresAt: '2026-11-21T00:00:10.000Z',
} as const;
let db: Database;
let token: string;
let time: number;

beforeEach(async () => {
  db = openNodeDatabase(':memory:');
  await migrate(db, { now });
  await openOnlyAccount(db, { id: 'a', now });
  await insertContainer(db, { id: 'c', accountId: 'a', name: 'Birds', description: '', now });
  token = createToken();
  time = Date.parse(now);
  const tokenDigest = await digestOf(token);
  const lastFour = token.slice(-4);
  await insertKey(db, { ...grant, id: 'k', accountId: 'a', tokenDigest, lastFour, now });
});
afterEach(() => db.close());

function authenticate(asked = token) {
  return keyAuthenticator(db, { now: () => time }).authenticate(asked);
}

describe('the authenticator of keys', () => {
  it('gives what the owner granted', async () => {
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

  it('knows a key until the moment it expires', async () => {
    time += 9_999;
    expect(await authenticate()).not.toBeNull();
    time += 1;
    expect(await authenticate()).toBeNull();
  });

  it('sees a change at once', async () => {
    await updateKey(db, 'k', { ...grant, level: 'read', reach: [], profile: false });

    expect(await authenticate()).toMatchObject({ level: 'read', reach: [], profile: false });
  });

  it('knows no revoked key', async () => {
    await revokeKey(db, 'k', now);

    expect(await authenticate()).toBeNull();
  });

  it('takes neither the digest nor the id for the token', async () => {
    expect(await authenticate(await digestOf(token))).toBeNull();
    expect(await authenticate('k')).toBeNull();
  });

  it('finds no token in the database', async () => {
    const stored = query('SELECT * FROM keys', z.record(z.string(), z.unknown()));

    const rows = JSON.stringify(await db.all(stored));

    expect(rows).toContain(await digestOf(token));
    expect(rows).not.toContain(token.slice(0, -4).slice(9));
  });
});
