/** Knows the keys that owners made, as they stand in the database at this very call. */
import * as z from 'zod/mini';
import { keyByDigest, type KeyRow } from '../db/keys.ts';
import type { Database } from '../db/port.ts';
import { timestamp, type Clock } from '../ports.ts';
import type { Authenticator, Principal } from './principal.ts';
import { digestOf } from './token.ts';

/** Reads the key at every call; nothing is remembered, so a change of its owner's bites at once. */
export function keyAuthenticator(db: Database, clock: Clock): Authenticator {
  return {
    async authenticate(token) {
      const key = await keyByDigest(db, await digestOf(token));
      return key === undefined || !isValid(key, timestamp(clock)) ? null : principalOfKey(key);
    },
  };
}

/** Asks one authenticator after the other until one knows the token. */
export function firstKnown(authenticators: readonly Authenticator[]): Authenticator {
  return {
    async authenticate(token) {
      for (const authenticator of authenticators) {
        const principal = await authenticator.authenticate(token);
        if (principal !== null) return principal;
      }
      return null;
    },
  };
}

/** Times are compared as written: ISO 8601 in UTC, of one length. */
function isValid(key: KeyRow, now: string): boolean {
  return key.revoked_at === null && (key.expires_at === null || now < key.expires_at);
}

function principalOfKey(key: KeyRow): Principal {
  return {
    accountId: key.account_id,
    credentialId: key.id,
    level: key.level,
    reach: reachOf(key),
    profile: key.profile === 1,
    agent: key.agent === 1,
    owner: false,
  };
}

/** Reads which Memories a key may reach. */
export function reachOf(key: KeyRow): 'all' | string[] {
  return key.reaches_all === 1 ? 'all' : z.parse(z.array(z.string()), JSON.parse(key.reach));
}
