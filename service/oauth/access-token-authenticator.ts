/** Knows the access tokens of connections, as they stand in the database at this very call. */
import * as z from 'zod/mini';
import type { Authenticator, Principal } from '../auth/principal.ts';
import { digestOf } from '../auth/token.ts';
import { connectionByAccessToken, markUsed, type ConnectionRow } from '../db/connections.ts';
import type { Database } from '../db/port.ts';
import { timestamp, type Clock } from '../ports.ts';
import { ACCESS_TOKEN_PREFIX, LAST_USED_MS } from './terms.ts';

/** Reads the connection at every call, so that a revoked one is refused at the very next; it may only ever read. */
export function accessTokenAuthenticator(db: Database, clock: Clock): Authenticator {
  return {
    async authenticate(token) {
      if (!token.startsWith(ACCESS_TOKEN_PREFIX)) return null;
      const now = timestamp(clock);
      const connection = await connectionByAccessToken(db, await digestOf(token), now);
      if (connection === undefined) return null;
      const usedBefore = new Date(clock.now() - LAST_USED_MS).toISOString();
      // Not at every call: a search should not have to wait for a write.
      if ((connection.last_used_at ?? '') <= usedBefore) await markUsed(db, connection.id, now);
      return principalOfConnection(connection);
    },
  };
}

function principalOfConnection(connection: ConnectionRow): Principal {
  return {
    accountId: connection.account_id,
    credentialId: connection.id,
    level: 'read',
    reach: reachOfConnection(connection),
    profile: connection.profile === 1,
    agent: false,
    owner: false,
  };
}

/** Reads which Memories a connection may reach. */
export function reachOfConnection({ reaches_all, reach }: ConnectionRow): 'all' | string[] {
  return reaches_all === 1 ? 'all' : z.parse(z.array(z.string()), JSON.parse(reach));
}
