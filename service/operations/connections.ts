/** The owner's connections: clients of OAuth that they let in. */
import * as z from 'zod/mini';
import type { Connection } from '../../lib/contracts/owner-api.ts';
import { ok } from '../../lib/contracts/result.ts';
import {
  connectionById,
  connectionsOf,
  revokeConnectionRow,
  type ConnectionRow,
} from '../db/connections.ts';
import { reachOfConnection } from '../oauth/access-token-authenticator.ts';
import { SCOPE } from '../oauth/terms.ts';
import { timestamp } from '../ports.ts';
import { refuse } from '../refusal.ts';
import { defineOperation } from './operation.ts';

export const listConnections = defineOperation({
  access: 'owner',
  input: z.object({}),
  run: async ({ context, principal }) => {
    const now = timestamp(context.clock);
    const connections = await connectionsOf(context.db, principal.accountId, now);
    return ok({ connections: connections.map(describeConnection) });
  },
});

export const revokeConnection = defineOperation({
  access: 'owner',
  input: z.object({ id: z.string() }),
  run: ({ context, principal }, { id }) =>
    context.db.transaction(async (queries) => {
      const known = await connectionById(queries, id);
      if (known?.account_id !== principal.accountId) {
        return refuse('unknown', 'There is no connection of this id.');
      }
      await revokeConnectionRow(queries, id, timestamp(context.clock));
      return ok({ status: 'revoked' as const, id });
    }),
});

function describeConnection(row: ConnectionRow): Connection {
  return {
    id: row.id,
    client_name: row.client_name,
    redirect_uri: row.redirect_uri,
    scope: SCOPE,
    reach: reachOfConnection(row),
    profile: row.profile === 1,
    created_at: row.created_at,
    last_used_at: row.last_used_at,
    expires_at: row.expires_at,
    revoked_at: row.revoked_at,
  };
}
